import { LISTS } from '../../api/lists';
import { readsList } from '../../execution/behaviors/readsList';
import type { Operation } from '../../execution/operation';
import { record } from '../../execution/reply';
import { listFields } from '../../fields/list';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many CTA overlays',
		description: 'List the CTA overlays, whose IDs a link takes as its type',
		routing: { request: { method: 'GET', url: LISTS.overlays.path } },
	},
	fields: listFields(),
	behavior: readsList(LISTS.overlays.arrayName),
	reply: record({ id: 'integer', type: 'string', name: 'string', date: 'string' }),
};
