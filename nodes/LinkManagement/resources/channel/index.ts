import type { Resource } from '../../operations/operation';
import { assignItem } from './assignItem';
import { create } from './create';
import { deleteChannel } from './delete';
import { getAll } from './getAll';
import { getItems } from './getItems';
import { update } from './update';

export const channel: Resource = {
	option: {
		name: 'Channel',
		value: 'channel',
		description: 'A labeled group of short links, bio pages and QR codes',
	},
	operations: { assignItem, create, delete: deleteChannel, getItems, getAll, update },
};
