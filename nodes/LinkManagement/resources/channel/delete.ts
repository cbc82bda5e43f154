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
		description: 'Delete a channel for good; its items stay and are unassigned',
		routing: { request: { method: 'DELETE', url: '/api/channel/:channelId/delete' } },
	},
	fields: [channelId],
	behavior: deletes({ list: LISTS.channels, idParameter: 'channelId' }),
	reply: deleted,
};
