import { LISTS } from '../../api/lists';
import { listFields } from '../../fields/list';
import { readsList } from '../../operations/behaviors/readsList';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';
import { CAMPAIGN, named } from './record';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many campaigns',
		description: 'List campaigns with their IDs, names, visibility, rotators and list addresses',
		routing: { request: { method: 'GET', url: LISTS.campaigns.path } },
	},
	endpoint: 'list campaigns',
	fields: listFields(),
	behavior: readsList(LISTS.campaigns.arrayName),
	reply: record(CAMPAIGN, named),
};
