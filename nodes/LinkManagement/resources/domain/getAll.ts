import { LISTS } from '../../api/lists';
import { readsList } from '../../execution/behaviors/readsList';
import type { Operation } from '../../execution/operation';
import { record } from '../../execution/reply';
import { listFields } from '../../fields/list';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many domains',
		description: 'List branded domains with their IDs and redirects',
		routing: { request: { method: 'GET', url: LISTS.domains.path } },
	},
	fields: listFields(),
	behavior: readsList(LISTS.domains.arrayName),
	reply: record({
		id: 'integer',
		domain: 'string',
		redirectroot: 'string',
		redirect404: 'string',
	}),
};
