import { record } from '../../execution/reply';
import { additionalFields } from '../../fields/collection';
import { plainText } from '../../transport/spelling';
import type { Operation } from '../../execution/operation';
import { name, options, starred } from './fields';
import { CHANNEL } from './record';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create channel',
		description: 'Add a channel that links, bio pages and QR codes can be assigned to',
		routing: { request: { method: 'POST', url: '/api/channel/add' } },
	},
	fields: [name(true), additionalFields([...options, starred])],
	reply: record(CHANNEL),
	creates: {
		what: 'channel',
		list: { path: '/api/channels', key: 'channels' },
		identity: (body) => plainText(body.name),
		matches: (found, body) => plainText(found.name) === plainText(body.name),
	},
};
