import type { Resource } from '../../operations/operation';
import { get } from './get';
import { update } from './update';

export const account: Resource = {
	option: {
		name: 'Account',
		value: 'account',
		description: 'The account that the API key belongs to',
	},
	operations: { get, update },
};
