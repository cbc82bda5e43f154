import { assigns } from '../../execution/behaviors/assigns';
import type { Operation } from '../../execution/operation';
import { message } from '../../execution/reply';
import { oneOf } from '../../fields/convert';
import { channelId, itemId } from '../../fields/records';
import { inPath } from '../../fields/send';

const itemType = inPath(
	{
		displayName: 'Item Type',
		name: 'itemType',
		type: 'options',
		options: [
			{ name: 'Bio Page', value: 'bio' },
			{ name: 'Link', value: 'links' },
			{ name: 'QR Code', value: 'qr' },
		],
		default: 'links',
		description: 'What is assigned; the list of items follows it',
	},
	oneOf('links', 'bio', 'qr'),
);

export const assignItem: Operation = {
	option: {
		name: 'Assign Item',
		value: 'assignItem',
		action: 'Assign item to channel',
		description: 'Add a short link, a bio page or a QR code to a channel',
		routing: {
			request: { method: 'POST', url: '/api/channel/:channelId/assign/:itemType/:itemId' },
		},
	},
	fields: [channelId, itemType, itemId],
	behavior: assigns(),
	reply: message,
};
