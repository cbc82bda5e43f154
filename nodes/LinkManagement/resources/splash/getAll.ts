import { LISTS } from '../../api/lists';
import { readsList } from '../../execution/behaviors/readsList';
import type { Operation } from '../../execution/operation';
import { record } from '../../execution/reply';
import { listFields } from '../../fields/list';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many splash pages',
		description:
			'List custom splash pages with their IDs and names. A short link can show one to its visitors.',
		routing: { request: { method: 'GET', url: LISTS.splashPages.path } },
	},
	fields: listFields(),
	behavior: readsList(LISTS.splashPages.arrayName),
	reply: record({ id: 'integer', name: 'string', date: 'string' }),
};
