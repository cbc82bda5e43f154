import { LISTS } from '../client/endpoints';
import { asKnownName, asTrimmedText, warnIfRounded } from '../fields/convert';
import type { ValueField } from '../fields/field';
import { textField, updateFields } from '../fields/kinds';
import { knownOption } from '../fields/knownNames';
import { pixelId } from '../fields/locators';
import { createRecord } from '../recovery/createRecord';
import { type CreationRecovery, DIFFERENT } from '../recovery/lookUp';
import type { Resource } from '../run/item';
import { comparableText } from '../text/comparable';
import { textOf } from '../text/json';
import {
	deleteOperation,
	listOperation,
	nameField,
	operation,
	recoveryByName,
	updateItem,
} from './common';
import { message, record } from './reply';

/** The known types (services.md section 1). A service may have others, which an expression can give. */
const TYPES = [
	{ name: 'AdRoll', value: 'adrollpixel' },
	{ name: 'Bing', value: 'bing' },
	{ name: 'Facebook', value: 'fbpixel' },
	{ name: 'Google Ads', value: 'adwordspixel' },
	{ name: 'Google Analytics', value: 'gapixel' },
	{ name: 'Google Tag Manager', value: 'gtmpixel' },
	{ name: 'LinkedIn', value: 'linkedinpixel' },
	{ name: 'Pinterest', value: 'pinterest' },
	{ name: 'Quora', value: 'quorapixel' },
	{ name: 'Reddit', value: 'reddit' },
	{ name: 'Snapchat', value: 'snapchat' },
	{ name: 'TikTok', value: 'tiktok' },
	{ name: 'X (Twitter)', value: 'twitterpixel' },
];

const type: ValueField = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	required: true,
	options: TYPES,
	default: 'fbpixel',
	description: 'The ad or analytics network of the pixel',
	routing: { send: { type: 'body', property: 'type' } },
	convert: asKnownName(knownOption(TYPES)),
};

const name = nameField('pixel', 'Shop visitors');

const tag = textField({
	displayName: 'Tag',
	name: 'tag',
	required: true,
	placeholder: 'e.g. 1234567890 or GTM-ABC123',
	description: 'The ID of the pixel in its ad or analytics network',
	routing: { send: { type: 'body', property: 'tag' } },
	convert(value, field) {
		const text = textOf(asTrimmedText(value, field));
		warnIfRounded(value, text, field);
		return text || undefined;
	},
});

const target = { list: LISTS.pixels, idParameter: 'pixelId' };
const byName = recoveryByName({ what: 'pixel', list: LISTS.pixels });

const recovery: CreationRecovery = {
	...byName,
	likeness: (body) => {
		const likenessOfName = byName.likeness(body);
		const requestedTag = comparableText(body.tag);
		return (found) =>
			comparableText(found.tag) === requestedTag ? likenessOfName(found) : DIFFERENT;
	},
};

const create = operation('POST', '/api/pixel/add', {
	name: 'Create',
	action: 'Create tracking pixel',
	description:
		'Add a tracking pixel of an ad or analytics network that short links can load. Needs its type, a name and its tag.',
	endpoint: 'create tracking pixels',
	fields: [type, { ...name, required: true }, tag],
	kind: 'create',
	execute: async (item) => [await createRecord(item.call(), recovery)],
	reply: record({ id: 'integer' }),
});

const remove = deleteOperation('/api/pixel/:pixelId/delete', pixelId, target, {
	action: 'Delete tracking pixel',
	description:
		'Delete a tracking pixel permanently; the short links that load it stay. Needs the name or ID of the pixel.',
	endpoint: 'delete tracking pixels',
});

const getAll = listOperation(LISTS.pixels, {
	action: 'Get many tracking pixels',
	description: 'List tracking pixels with their IDs, types, names and tags',
	reply: record({ id: 'integer', type: 'string', name: 'string', tag: 'string', date: 'string' }),
});

const update = operation('PUT', '/api/pixel/:pixelId/update', {
	name: 'Update',
	action: 'Update tracking pixel',
	description:
		'Change the tag or the name of a tracking pixel. Needs the name or ID of the pixel and its tag.',
	endpoint: 'change tracking pixels',
	// A pixel has nothing that could be empty
	fields: [pixelId('to update'), tag, updateFields([name])],
	kind: 'update',
	target,
	execute: async (item) => [await updateItem(item, target)],
	reply: message,
});

export const pixel: Resource = {
	name: 'Pixel',
	description: 'A tracking pixel of an ad or analytics network that short links load on a click',
	operations: { create, delete: remove, getAll, update },
};
