import { LISTS } from '../../api/lists';
import { showsNewValues, updates } from '../../execution/behaviors/updates';
import type { Operation } from '../../execution/operation';
import { record } from '../../execution/reply';
import { updateFields } from '../../fields/collection';
import { campaignId } from '../../fields/records';
import { name, options } from './fields';
import { CAMPAIGN, named } from './record';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update campaign',
		description:
			'Change the name, rotator slug or visibility of a campaign. Needs the ID of the campaign and its name.',
		routing: { request: { method: 'PUT', url: '/api/campaign/:campaignId/update' } },
	},
	fields: [
		campaignId('to update'),
		name(true),
		updateFields(options, { required: false, clearable: { slug: '' } }),
	],
	behavior: updates({
		list: LISTS.campaigns,
		idParameter: 'campaignId',
		hasNewValues: (record, body) => showsNewValues(named(record), body),
		repliesWithRecord: true,
	}),
	reply: record(CAMPAIGN, named),
};
