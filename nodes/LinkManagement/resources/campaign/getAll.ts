import { LISTS } from '../../api/lists';
import { readsList } from '../../execution/behaviors/readsList';
import type { Operation } from '../../execution/operation';
import { record } from '../../execution/reply';
import { listFields } from '../../fields/list';
import { CAMPAIGN, named } from './record';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many campaigns',
		description: 'List campaigns with their IDs, names, visibility, rotators and list addresses',
		routing: { request: { method: 'GET', url: LISTS.campaigns.path } },
	},
	fields: listFields(),
	behavior: readsList(LISTS.campaigns.arrayName),
	reply: record(CAMPAIGN, named),
};
