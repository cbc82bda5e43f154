import type { Operation } from '../../execution/operation';
import { list } from '../../execution/reply';
import { listFields } from '../../fields/list';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many CTA overlays',
		description: 'List the CTA overlays, whose IDs a link takes as its type',
		routing: { request: { method: 'GET', url: '/api/overlay' } },
	},
	fields: listFields(),
	reply: list('cta', { id: 'integer', type: 'string', name: 'string', date: 'string' }),
};
