import { LISTS } from '../../api/lists';
import { listFields } from '../../fields/list';
import { readsList } from '../../operations/behaviors/readsList';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';
import { CHANNEL } from './record';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many channels',
		description: 'List channels with their IDs, names, descriptions and colors',
		routing: { request: { method: 'GET', url: LISTS.channels.path } },
	},
	endpoint: 'list channels',
	fields: listFields(),
	behavior: readsList(LISTS.channels.arrayName),
	reply: record(CHANNEL),
};
