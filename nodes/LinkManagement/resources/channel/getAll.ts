import { LISTS } from '../../api/lists';
import { readsList } from '../../execution/behaviors/readsList';
import type { Operation } from '../../execution/operation';
import { record } from '../../execution/reply';
import { listFields } from '../../fields/list';
import { CHANNEL } from './record';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many channels',
		description: 'List channels with their IDs, names, descriptions and colors',
		routing: { request: { method: 'GET', url: LISTS.channels.path } },
	},
	fields: listFields(),
	behavior: readsList(LISTS.channels.arrayName),
	reply: record(CHANNEL),
};
