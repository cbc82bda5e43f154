import { LISTS } from '../../api/lists';
import { additionalFields } from '../../fields/collection';
import { creates, recoveryByName } from '../../operations/behaviors/creates';
import type { Creatable, Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';
import { campaignName, options } from './fields';
import { CAMPAIGN, named } from './record';

const recovery = recoveryByName(
	{ what: 'campaign', list: LISTS.campaigns },
	(campaign) => named(campaign).name,
);

/** How a campaign is created of which only the name is known. */
export const creatable: Creatable = { url: '/api/campaign/add', recovery };

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create campaign',
		description: 'Create a campaign, a group that short links can be added to',
		routing: { request: { method: 'POST', url: '/api/campaign/add' } },
	},
	endpoint: 'create campaigns',
	fields: [campaignName(false), additionalFields(options)],
	behavior: creates(recovery),
	reply: record(CAMPAIGN, named),
};
