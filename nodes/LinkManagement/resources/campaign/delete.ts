import type { Operation } from '../../execution/operation';
import { deleted } from '../../execution/reply';
import { campaignId } from '../../fields/records';

export const deleteCampaign: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete campaign',
		description: 'Delete a campaign for good; its links stay',
		routing: { request: { method: 'DELETE', url: '/api/campaign/:campaignId/delete' } },
	},
	fields: [campaignId],
	reply: deleted,
	deletes: { path: '/api/campaigns', key: 'campaigns' },
};
