import { LISTS } from '../../api/lists';
import { campaignId } from '../../fields/records';
import { deletes } from '../../operations/behaviors/deletes';
import type { Operation } from '../../operations/operation';
import { deleted } from '../../operations/output/reply';

export const deleteCampaign: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete campaign',
		description:
			'Delete a campaign permanently; its links stay. Needs the name or ID of the campaign.',
		routing: { request: { method: 'DELETE', url: '/api/campaign/:campaignId/delete' } },
	},
	endpoint: 'delete campaigns',
	fields: [campaignId('to delete')],
	behavior: deletes({ list: LISTS.campaigns, idParameter: 'campaignId' }),
	reply: deleted,
};
