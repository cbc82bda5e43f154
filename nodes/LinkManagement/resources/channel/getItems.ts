import { CHANNEL_ITEMS } from '../../api/lists';
import { listFields } from '../../fields/list';
import { channelId } from '../../fields/records';
import { readsList } from '../../operations/behaviors/readsList';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';

export const getItems: Operation = {
	option: {
		name: 'Get Items',
		value: 'getItems',
		action: 'Get links and QR codes of channel',
		description:
			'List the short links, bio pages and QR codes in a channel. Needs the name or ID of the channel.',
		routing: { request: { method: 'GET', url: '/api/channel/:channelId' } },
	},
	endpoint: 'list the items of channels',
	fields: [channelId('to list the items of'), ...listFields()],
	behavior: readsList(CHANNEL_ITEMS),
	reply: record({
		type: 'string',
		id: 'integer',
		title: 'string',
		preview: 'string',
		link: 'string',
		date: 'string',
	}),
};
