import { LISTS } from '../../api/lists';
import { deletes } from '../../execution/behaviors/deletes';
import type { Operation } from '../../execution/operation';
import { deleted } from '../../execution/reply';
import { campaignId } from '../../fields/records';

export const deleteCampaign: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete campaign',
		description: 'Delete a campaign permanently; its links stay. Needs the ID of the campaign.',
		routing: { request: { method: 'DELETE', url: '/api/campaign/:campaignId/delete' } },
	},
	fields: [campaignId('to delete')],
	behavior: deletes({ list: LISTS.campaigns, idParameter: 'campaignId' }),
	reply: deleted,
};
