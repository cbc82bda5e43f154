import { LISTS } from '../../api/lists';
import { deletes } from '../../execution/behaviors/deletes';
import type { Operation } from '../../execution/operation';
import { deleted } from '../../execution/reply';
import { channelId } from '../../fields/records';

export const deleteChannel: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete channel',
		description: 'Delete a channel permanently; its items stay. Needs the ID of the channel.',
		routing: { request: { method: 'DELETE', url: '/api/channel/:channelId/delete' } },
	},
	fields: [channelId('to delete')],
	behavior: deletes({ list: LISTS.channels, idParameter: 'channelId' }),
	reply: deleted,
};
