import { campaignId, linkId } from '../../fields/records';
import { assigns } from '../../operations/behaviors/assigns';
import type { Operation } from '../../operations/operation';
import { message } from '../../operations/output/reply';

export const assignLink: Operation = {
	option: {
		name: 'Assign Link',
		value: 'assignLink',
		action: 'Assign short link to campaign',
		description:
			'Add an existing short link to a campaign. Needs the name or ID of the campaign, and the ID, short URL or alias of the link.',
		routing: { request: { method: 'POST', url: '/api/campaign/:campaignId/assign/:linkId' } },
	},
	endpoint: 'assign links to campaigns',
	fields: [campaignId('to add the link to'), linkId('to add to the campaign')],
	behavior: assigns(),
	reply: message,
};
