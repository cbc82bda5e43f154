import { LISTS } from '../client/endpoints';
import { asUrl } from '../fields/addresses';
import type { ValueField } from '../fields/field';
import { additionalFields, textField, updateFields } from '../fields/kinds';
import { domainId } from '../fields/locators';
import { createRecord } from '../recovery/createRecord';
import type { Resource } from '../run/item';
import { comparableUrl } from '../text/comparable';
import { deleteOperation, listOperation, operation, recoveryByName, updateItem } from './common';
import { message, record } from './reply';

const target = { list: LISTS.domains, idParameter: 'domainId' };

const domainField = textField({
	displayName: 'Domain',
	name: 'domain',
	required: true,
	placeholder: 'e.g. https://go.example.com',
	description: 'The domain, with http:// or https://',
	hint: 'The DNS of the domain must already point to the service',
	routing: { send: { type: 'body', property: 'domain' } },
	convert: asUrl,
});

const redirects: ValueField[] = [
	textField({
		displayName: '404 Redirect',
		name: 'redirect404',
		placeholder: 'e.g. https://example.com/not-found',
		description: 'The URL that visitors of an unknown short URL on this domain are sent to',
		routing: { send: { type: 'body', property: 'redirect404' } },
		convert: asUrl,
	}),
	textField({
		displayName: 'Root Domain Redirect',
		name: 'redirectroot',
		placeholder: 'e.g. https://example.com',
		description: 'The URL that visitors of the domain itself are sent to',
		routing: { send: { type: 'body', property: 'redirectroot' } },
		convert: asUrl,
	}),
];

const recovery = recoveryByName({ what: 'domain', list: LISTS.domains }, (record) =>
	comparableUrl(record.domain),
);

const create = operation('POST', '/api/domain/add', {
	name: 'Create',
	action: 'Create branded domain',
	description: 'Add a branded domain for short URLs. Its DNS must already point to the service.',
	endpoint: 'add branded domains',
	fields: [domainField, additionalFields(redirects)],
	kind: 'create',
	execute: async (item) => [await createRecord(item.call(), recovery)],
	reply: record({ id: 'integer' }),
});

const remove = deleteOperation('/api/domain/:domainId/delete', domainId, target, {
	action: 'Delete branded domain',
	description: 'Delete a branded domain permanently. Needs the domain or its ID.',
	endpoint: 'delete branded domains',
});

const getAll = listOperation(LISTS.domains, {
	action: 'Get many branded domains',
	description: 'List branded domains with their IDs and redirects',
	reply: record({
		id: 'integer',
		domain: 'string',
		redirectroot: 'string',
		redirect404: 'string',
	}),
});

const update = operation('PUT', '/api/domain/:domainId/update', {
	name: 'Update',
	action: 'Update redirects of branded domain',
	description:
		'Change where a branded domain sends visitors of its root and of unknown short URLs. Needs the domain or its ID.',
	endpoint: 'change branded domains',
	fields: [domainId('to update'), updateFields(redirects, { redirect404: '', redirectroot: '' })],
	kind: 'update',
	target,
	execute: async (item) => [await updateItem(item, target)],
	reply: message,
});

export const domain: Resource = {
	name: 'Domain',
	description: 'A branded domain that short links can use',
	operations: { create, delete: remove, getAll, update },
};
