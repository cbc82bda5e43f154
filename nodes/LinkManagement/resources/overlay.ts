import { LISTS } from '../api/lists';
import { listFields } from '../fields/list';
import { readsList } from '../operations/behaviors/readsList';
import type { Operation, Resource } from '../operations/operation';
import { record } from '../operations/output/reply';

const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many CTA overlays',
		description:
			'List CTA overlays with their IDs and names. A short link can show one to its visitors.',
		routing: { request: { method: 'GET', url: LISTS.overlays.path } },
	},
	endpoint: 'list CTA overlays',
	fields: listFields(),
	behavior: readsList(LISTS.overlays.arrayName),
	reply: record({ id: 'integer', type: 'string', name: 'string', date: 'string' }),
};

export const overlay: Resource = {
	option: {
		name: 'CTA Overlay',
		value: 'overlay',
		description: 'A message or form shown on top of the page that a short link leads to',
	},
	operations: { getAll },
};
