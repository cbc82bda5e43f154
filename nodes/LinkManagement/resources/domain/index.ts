import type { Resource } from '../../operations/operation';
import { create } from './create';
import { deleteDomain } from './delete';
import { getAll } from './getAll';
import { update } from './update';

export const domain: Resource = {
	option: {
		name: 'Domain',
		value: 'domain',
		description: 'A branded domain that short links can use',
	},
	operations: { create, delete: deleteDomain, getAll, update },
};
