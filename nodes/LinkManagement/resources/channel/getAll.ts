import type { Operation } from '../../execution/operation';
import { list } from '../../execution/reply';
import { listFields } from '../../fields/list';
import { CHANNEL } from './record';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many channels',
		description: 'List the channels with their color, description and star',
		routing: { request: { method: 'GET', url: '/api/channels' } },
	},
	fields: listFields(),
	reply: list('channels', CHANNEL),
};
