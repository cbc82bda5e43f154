import { linkPath, LISTS } from '../client/endpoints';
import { asBoolean, asHexColor, asOption, asText } from '../fields/convert';
import type { ValueField } from '../fields/field';
import { additionalFields, listFields, textField, updateFields } from '../fields/kinds';
import { channelId, itemId } from '../fields/locators';
import type { Creatable } from '../lookup/item';
import { assignRecord } from '../recovery/changeRecord';
import { createRecord } from '../recovery/createRecord';
import type { RecordTarget } from '../recovery/findRecord';
import type { Resource } from '../run/item';
import { textOf } from '../text/json';
import {
	deleteOperation,
	listOperation,
	nameField,
	operation,
	readItemList,
	recoveryByName,
	updateItem,
} from './common';
import { message, record } from './reply';

const name = nameField('channel', 'Newsletter');

const look: ValueField[] = [
	{
		displayName: 'Color',
		name: 'color',
		type: 'color',
		default: '#3366ff',
		description: "Color of the channel's badge, as #RRGGBB",
		routing: { send: { type: 'body', property: 'color' } },
		convert: asHexColor,
	},
	textField({
		displayName: 'Description',
		name: 'description',
		placeholder: 'e.g. Links of the weekly newsletter',
		description: 'A note on what the channel is for',
		routing: { send: { type: 'body', property: 'description' } },
		convert: asText,
	}),
];

const starred: ValueField = {
	displayName: 'Starred',
	name: 'starred',
	type: 'boolean',
	default: true,
	description: 'Whether the channel is marked with a star',
	routing: { send: { type: 'body', property: 'starred' } },
	convert: asBoolean,
};

const ITEM_TYPES = [
	{ name: 'Bio Page', value: 'bio', description: 'Bio pages have no list: enter the ID' },
	{ name: 'Link', value: 'links' },
	{ name: 'QR Code', value: 'qr' },
];

const itemType: ValueField = {
	displayName: 'Item Type',
	name: 'itemType',
	type: 'options',
	required: true,
	options: ITEM_TYPES,
	default: 'links',
	description: 'The type of the item to add. The list of items depends on it.',
	convert: asOption(ITEM_TYPES),
};

const reply = record({
	id: 'integer',
	name: 'string',
	description: 'string',
	color: 'string',
	starred: 'boolean',
});

const target = { list: LISTS.channels, idParameter: 'channelId' };
const recovery = recoveryByName({ what: 'channel', list: LISTS.channels });

export const creatableChannel: Creatable = { url: '/api/channel/add', recovery };

/** A bio page has no list. */
const itemTarget: RecordTarget = {
	recordPath: (id, { itemType: type }) =>
		type === 'links' ? linkPath(id) : `/api/${textOf(type)}/${id}`,
	idParameter: 'itemId',
};

const assignItem = operation('POST', '/api/channel/:channelId/assign/:itemType/:itemId', {
	name: 'Assign Item',
	action: 'Assign link or QR code to channel',
	description:
		'Add an existing short link, bio page or QR code to a channel. Needs the name or ID of the channel, the item type, and the ID of the item, the short URL or alias of the link, or the name of the QR code.',
	endpoint: 'assign items to channels',
	fields: [channelId('to add the item to'), itemType, itemId],
	kind: 'assign',
	target: itemTarget,
	execute: async (item) => [await assignRecord(item.call())],
	reply: message,
});

const create = operation('POST', '/api/channel/add', {
	name: 'Create',
	action: 'Create channel',
	description: 'Create a channel, a group that short links, bio pages and QR codes can be added to',
	endpoint: 'create channels',
	fields: [{ ...name, required: true }, additionalFields([...look, starred])],
	kind: 'create',
	execute: async (item) => [await createRecord(item.call(), recovery)],
	reply,
});

const remove = deleteOperation('/api/channel/:channelId/delete', channelId, target, {
	action: 'Delete channel',
	description: 'Delete a channel permanently; its items stay. Needs the name or ID of the channel.',
	endpoint: 'delete channels',
});

const getItems = operation('GET', '/api/channel/:channelId', {
	name: 'Get Items',
	action: 'Get links and QR codes of channel',
	description:
		'List the short links, bio pages and QR codes in a channel. Needs the name or ID of the channel.',
	endpoint: 'list the items of channels',
	fields: [channelId('to list the items of'), ...listFields()],
	kind: 'getAll',
	execute: async (item) => await readItemList(item, 'items'),
	reply: record({
		type: 'string',
		id: 'integer',
		title: 'string',
		preview: 'string',
		link: 'string',
		date: 'string',
	}),
});

const getAll = listOperation(LISTS.channels, {
	action: 'Get many channels',
	description: 'List channels with their IDs, names, descriptions and colors',
	reply,
});

const update = operation('PUT', '/api/channel/:channelId/update', {
	name: 'Update',
	action: 'Update channel',
	description:
		'Change the name, description, color or star of a channel. Needs the name or ID of the channel.',
	endpoint: 'change channels',
	fields: [
		channelId('to update'),
		updateFields([...look, name, starred], { color: '', description: '' }),
	],
	kind: 'update',
	target,
	execute: async (item) => [await updateItem(item, target)],
	reply: message,
});

export const channel: Resource = {
	name: 'Channel',
	description: 'A labeled group of short links, bio pages and QR codes',
	operations: { assignItem, create, delete: remove, getItems, getAll, update },
};
