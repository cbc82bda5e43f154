import { LISTS } from '../../api/lists';
import { updateFields } from '../../fields/collection';
import { channelId } from '../../fields/records';
import { updates } from '../../operations/behaviors/updates';
import type { Operation } from '../../operations/operation';
import { message } from '../../operations/output/reply';
import { channelName, options, starred } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update channel',
		description:
			'Change the name, description, color or star of a channel. Needs the name or ID of the channel.',
		routing: { request: { method: 'PUT', url: '/api/channel/:channelId/update' } },
	},
	endpoint: 'change channels',
	fields: [
		channelId('to update'),
		updateFields([...options, channelName(false), starred], {
			required: true,
			clearable: { color: '', description: '' },
		}),
	],
	behavior: updates({ list: LISTS.channels, idParameter: 'channelId' }),
	reply: message,
};
