import type { Operation } from '../../execution/operation';
import { list } from '../../execution/reply';
import { listFields } from '../../fields/list';
import { CAMPAIGN, named } from './record';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many campaigns',
		description: 'List the campaigns with their visibility, rotator and list address',
		routing: { request: { method: 'GET', url: '/api/campaigns' } },
	},
	fields: listFields(),
	reply: list('campaigns', CAMPAIGN, named),
};
