import { LISTS } from '../../api/lists';
import { creates } from '../../execution/behaviors/creates';
import type { Operation } from '../../execution/operation';
import { record } from '../../execution/reply';
import { additionalFields } from '../../fields/collection';
import { comparableText } from '../../values/comparable';
import { name, options } from './fields';
import { CAMPAIGN, named } from './record';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create campaign',
		description: 'Add a campaign that links can be assigned to',
		routing: { request: { method: 'POST', url: '/api/campaign/add' } },
	},
	fields: [name(false), additionalFields(options)],
	behavior: creates({
		what: 'campaign',
		list: LISTS.campaigns,
		identity: (body) => comparableText(body.name) || undefined,
		matches: (campaign, { name: wanted }) =>
			comparableText(named(campaign).name) === comparableText(wanted),
	}),
	reply: record(CAMPAIGN, named),
};
