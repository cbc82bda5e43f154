import { asPassword } from '../fields/cells';
import type { ValueField } from '../fields/field';
import { textField, updateFields } from '../fields/kinds';
import type { RecordTarget } from '../recovery/findRecord';
import type { Resource } from '../run/item';
import { operation, readItem, updateItem } from './common';
import { data, message } from './reply';

const loginFields: ValueField[] = [
	textField({
		displayName: 'Email',
		name: 'email',
		placeholder: 'e.g. name@email.com',
		description: 'New email address, used to log in to the service',
		routing: { send: { type: 'body', property: 'email' } },
	}),
	textField({
		displayName: 'Password',
		name: 'password',
		typeOptions: { password: true },
		description: 'New password for logging in to the service. The API key stays as it is.',
		routing: { send: { type: 'body', property: 'password' } },
		convert: asPassword,
	}),
];

const get = operation('GET', '/api/account', {
	name: 'Get',
	action: 'Get account details',
	description:
		'Get the email address, username, plan status and expiry of the account that the API key belongs to',
	endpoint: 'read the account',
	fields: [],
	kind: 'get',
	execute: async (item) => [await readItem(item)],
	reply: data({
		id: 'integer',
		email: 'string',
		username: 'string',
		avatar: 'string',
		status: 'string',
		expires: 'string',
		registered: 'string',
	}),
});

const ACCOUNT: RecordTarget = { account: true };

const update = operation('PUT', '/api/account/update', {
	name: 'Update',
	action: 'Update email or password of account',
	description:
		'Change the email address or the password of the account that the API key belongs to',
	endpoint: 'change the account',
	fields: [updateFields(loginFields)],
	kind: 'update',
	target: ACCOUNT,
	execute: async (item) => [await updateItem(item, ACCOUNT)],
	reply: message,
});

export const account: Resource = {
	name: 'Account',
	description: 'The account that the API key belongs to',
	operations: { get, update },
};
