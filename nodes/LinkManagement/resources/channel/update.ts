import { LISTS } from '../../api/lists';
import { updates } from '../../execution/behaviors/updates';
import type { Operation } from '../../execution/operation';
import { message } from '../../execution/reply';
import { updateFields } from '../../fields/collection';
import { channelId } from '../../fields/records';
import { name, options, starred } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update channel',
		description:
			'Change the name, description, color or star of a channel. Needs the ID of the channel.',
		routing: { request: { method: 'PUT', url: '/api/channel/:channelId/update' } },
	},
	fields: [
		channelId('to update'),
		updateFields([...options, name(false), starred], {
			required: true,
			clearable: { color: '', description: '' },
		}),
	],
	behavior: updates({ list: LISTS.channels, idParameter: 'channelId' }),
	reply: message,
};
