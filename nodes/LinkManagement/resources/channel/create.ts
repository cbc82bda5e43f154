import { LISTS } from '../../api/lists';
import { additionalFields } from '../../fields/collection';
import { creates, recoveryByName } from '../../operations/behaviors/creates';
import type { Creatable, Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';
import { channelName, options, starred } from './fields';
import { CHANNEL } from './record';

const recovery = recoveryByName({ what: 'channel', list: LISTS.channels });

/** How a channel is created of which only the name is known. */
export const creatable: Creatable = { url: '/api/channel/add', recovery };

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create channel',
		description:
			'Create a channel, a group that short links, bio pages and QR codes can be added to',
		routing: { request: { method: 'POST', url: '/api/channel/add' } },
	},
	endpoint: 'create channels',
	fields: [channelName(true), additionalFields([...options, starred])],
	behavior: creates(recovery),
	reply: record(CHANNEL),
};
