import { LISTS } from '../../api/lists';
import { updateFields } from '../../fields/collection';
import { campaignId } from '../../fields/records';
import { showsNewValues, updates } from '../../operations/behaviors/updates';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';
import { campaignName, options } from './fields';
import { CAMPAIGN, named } from './record';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update campaign',
		description:
			'Change the name, rotator slug or visibility of a campaign. Needs the campaign, by name or ID, and its name from now on.',
		routing: { request: { method: 'PUT', url: '/api/campaign/:campaignId/update' } },
	},
	endpoint: 'change campaigns',
	fields: [
		campaignId('to update'),
		campaignName(true),
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
