import { LISTS } from '../../api/lists';
import { listFields } from '../../fields/list';
import { readsList } from '../../operations/behaviors/readsList';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many branded domains',
		description: 'List branded domains with their IDs and redirects',
		routing: { request: { method: 'GET', url: LISTS.domains.path } },
	},
	endpoint: 'list branded domains',
	fields: listFields(),
	behavior: readsList(LISTS.domains.arrayName),
	reply: record({
		id: 'integer',
		domain: 'string',
		redirectroot: 'string',
		redirect404: 'string',
	}),
};
