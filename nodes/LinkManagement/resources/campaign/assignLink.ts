import { assigns } from '../../execution/behaviors/assigns';
import type { Operation } from '../../execution/operation';
import { message } from '../../execution/reply';
import { campaignId, linkId } from '../../fields/records';

export const assignLink: Operation = {
	option: {
		name: 'Assign Link',
		value: 'assignLink',
		action: 'Assign link to campaign',
		description: 'Add a short link to a campaign',
		routing: { request: { method: 'POST', url: '/api/campaign/:campaignId/assign/:linkId' } },
	},
	fields: [campaignId, linkId],
	behavior: assigns(),
	reply: message,
};
