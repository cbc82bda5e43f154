import type { Operation } from '../../execution/operation';
import { list } from '../../execution/reply';
import { listFields } from '../../fields/list';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many splash pages',
		description: 'List the custom splash pages, whose IDs a link takes as its type',
		routing: { request: { method: 'GET', url: '/api/splash' } },
	},
	fields: listFields(),
	reply: list('splash', { id: 'integer', name: 'string', date: 'string' }),
};
