import type { Operation } from '../../execution/operation';
import { list } from '../../execution/reply';
import { listFields } from '../../fields/list';
import { channelId } from '../../fields/records';

export const getItems: Operation = {
	option: {
		name: 'Get Items',
		value: 'getItems',
		action: 'Get items of channel',
		description: 'List the links, bio pages and QR codes that are assigned to a channel',
		routing: { request: { method: 'GET', url: '/api/channel/:channelId' } },
	},
	fields: [channelId, ...listFields()],
	reply: list('items', {
		type: 'string',
		id: 'integer',
		title: 'string',
		preview: 'string',
		link: 'string',
		date: 'string',
	}),
};
