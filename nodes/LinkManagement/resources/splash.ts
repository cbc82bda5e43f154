import { LISTS } from '../api/lists';
import { listFields } from '../fields/list';
import { readsList } from '../operations/behaviors/readsList';
import type { Operation, Resource } from '../operations/operation';
import { record } from '../operations/output/reply';

const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many splash pages',
		description:
			'List custom splash pages with their IDs and names. A short link can show one to its visitors.',
		routing: { request: { method: 'GET', url: LISTS.splashPages.path } },
	},
	endpoint: 'list splash pages',
	fields: listFields(),
	behavior: readsList(LISTS.splashPages.arrayName),
	reply: record({ id: 'integer', name: 'string', date: 'string' }),
};

export const splash: Resource = {
	option: {
		name: 'Splash Page',
		value: 'splash',
		description: 'A page shown before visitors are sent to the long URL of a short link',
	},
	operations: { getAll },
};
