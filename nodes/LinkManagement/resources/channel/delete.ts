import { LISTS } from '../../api/lists';
import { channelId } from '../../fields/records';
import { deletes } from '../../operations/behaviors/deletes';
import type { Operation } from '../../operations/operation';
import { deleted } from '../../operations/output/reply';

export const deleteChannel: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete channel',
		description:
			'Delete a channel permanently; its items stay. Needs the name or ID of the channel.',
		routing: { request: { method: 'DELETE', url: '/api/channel/:channelId/delete' } },
	},
	endpoint: 'delete channels',
	fields: [channelId('to delete')],
	behavior: deletes({ list: LISTS.channels, idParameter: 'channelId' }),
	reply: deleted,
};
