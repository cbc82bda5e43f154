import type { IDataObject } from 'n8n-workflow';

import { LISTS, NAME_KEYS } from '../client/endpoints';
import { asBoolean } from '../fields/convert';
import type { ValueField } from '../fields/field';
import { refuseEmptyExpression } from '../fields/itemRequest';
import { additionalFields, textField, updateFields } from '../fields/kinds';
import { campaignId, linkId } from '../fields/locators';
import type { Creatable } from '../lookup/item';
import { assignRecord, showsNewValues } from '../recovery/changeRecord';
import { createRecord } from '../recovery/createRecord';
import type { Resource } from '../run/item';
import {
	deleteOperation,
	LINK_TARGET,
	listOperation,
	nameField,
	operation,
	recoveryByName,
	updateItem,
} from './common';
import { message, record } from './reply';

const name = nameField('campaign', 'Spring sale');

const optional: ValueField[] = [
	{
		displayName: 'Public',
		name: 'public',
		type: 'boolean',
		default: false,
		description: 'Whether anyone can open the list and the rotator of the campaign',
		routing: { send: { type: 'body', property: 'public' } },
		convert: asBoolean,
	},
	textField({
		displayName: 'Rotator Slug',
		name: 'slug',
		placeholder: 'e.g. spring-sale',
		description:
			"Last part of the address of the rotator, which sends each visitor to one of the campaign's links",
		routing: { send: { type: 'body', property: 'slug' } },
	}),
];

export function named(campaign: IDataObject): IDataObject {
	const used = NAME_KEYS.find((key) => typeof campaign[key] === 'string');
	if (used === undefined || used === 'name') return campaign;
	return Object.fromEntries(
		Object.entries(campaign)
			.filter(([key]) => key !== 'name')
			.map(([key, value]) => [key === used ? 'name' : key, value]),
	);
}

const reply = record(
	{ id: 'integer', name: 'string', public: 'boolean', rotator: 'string', list: 'string' },
	named,
);

const target = { list: LISTS.campaigns, idParameter: 'campaignId' };
const recovery = recoveryByName(
	{ what: 'campaign', list: LISTS.campaigns },
	(found) => named(found).name,
);

export const creatableCampaign: Creatable = { url: '/api/campaign/add', recovery };

const assignLink = operation('POST', '/api/campaign/:campaignId/assign/:linkId', {
	name: 'Assign Link',
	action: 'Assign short link to campaign',
	description:
		'Add an existing short link to a campaign. Needs the name or ID of the campaign, and the ID, short URL or alias of the link.',
	endpoint: 'assign links to campaigns',
	fields: [campaignId('to add the link to'), linkId('to add to the campaign')],
	kind: 'assign',
	target: LINK_TARGET,
	execute: async (item) => [await assignRecord(item.call())],
	reply: message,
});

const create = operation('POST', '/api/campaign/add', {
	name: 'Create',
	action: 'Create campaign',
	description: 'Create a campaign, a group that short links can be added to',
	endpoint: 'create campaigns',
	// Without a name, the service makes one up: a column that was renamed must not make a campaign of each row
	fields: [{ ...name, complete: refuseEmptyExpression('name') }, additionalFields(optional)],
	kind: 'create',
	execute: async (item) => [await createRecord(item.call(), recovery)],
	reply,
});

const remove = deleteOperation('/api/campaign/:campaignId/delete', campaignId, target, {
	action: 'Delete campaign',
	description:
		'Delete a campaign permanently; its links stay. Needs the name or ID of the campaign.',
	endpoint: 'delete campaigns',
});

const getAll = listOperation(LISTS.campaigns, {
	action: 'Get many campaigns',
	description: 'List campaigns with their IDs, names, visibility, rotators and list addresses',
	reply,
});

const update = operation('PUT', '/api/campaign/:campaignId/update', {
	name: 'Update',
	action: 'Update campaign',
	description:
		'Change the name, rotator slug or visibility of a campaign. Needs the campaign, by name or ID, and its name from now on.',
	endpoint: 'change campaigns',
	fields: [
		campaignId('to update'),
		{ ...name, required: true },
		updateFields(optional, { slug: '' }),
	],
	kind: 'update',
	target,
	async execute(item) {
		const hasNewValues = (found: IDataObject, body: IDataObject) =>
			showsNewValues(named(found), body);
		return [await updateItem(item, target, { hasNewValues, repliesWithRecord: true })];
	},
	reply,
});

export const campaign: Resource = {
	name: 'Campaign',
	description: 'A group of short links with a shared list and, if public, a rotator',
	operations: { assignLink, create, delete: remove, getAll, update },
};
