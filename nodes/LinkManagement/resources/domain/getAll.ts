import type { Operation } from '../../execution/operation';
import { list } from '../../execution/reply';
import { listFields } from '../../fields/list';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many domains',
		description: 'List the branded domains with their redirects',
		routing: { request: { method: 'GET', url: '/api/domains' } },
	},
	fields: listFields(),
	reply: list('domains', {
		id: 'integer',
		domain: 'string',
		redirectroot: 'string',
		redirect404: 'string',
	}),
};
