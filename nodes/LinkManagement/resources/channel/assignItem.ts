import { asOneOf } from '../../fields/convert';
import { channelId, itemId } from '../../fields/records';
import { inPath } from '../../fields/send';
import { assigns } from '../../operations/behaviors/assigns';
import type { Operation } from '../../operations/operation';
import { message } from '../../operations/output/reply';

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
		description: 'The type of the item to add. The list of items depends on it.',
	},
	asOneOf('links', 'bio', 'qr'),
);

export const assignItem: Operation = {
	option: {
		name: 'Assign Item',
		value: 'assignItem',
		action: 'Assign link or QR code to channel',
		description:
			'Add an existing short link, bio page or QR code to a channel. Needs the name or ID of the channel, the item type, and the ID of the item, the short URL or alias of the link, or the name of the QR code.',
		routing: {
			request: { method: 'POST', url: '/api/channel/:channelId/assign/:itemType/:itemId' },
		},
	},
	endpoint: 'assign items to channels',
	fields: [channelId('to add the item to'), itemType, itemId],
	behavior: assigns(),
	reply: message,
};
