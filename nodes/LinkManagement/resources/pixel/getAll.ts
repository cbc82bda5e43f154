import { LISTS } from '../../api/lists';
import { listFields } from '../../fields/list';
import { readsList } from '../../operations/behaviors/readsList';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many tracking pixels',
		description: 'List tracking pixels with their IDs, types, names and tags',
		routing: { request: { method: 'GET', url: LISTS.pixels.path } },
	},
	endpoint: 'list tracking pixels',
	fields: listFields(),
	behavior: readsList(LISTS.pixels.arrayName),
	reply: record({ id: 'integer', type: 'string', name: 'string', tag: 'string', date: 'string' }),
};
