import { LISTS } from '../../api/lists';
import { creates } from '../../operations/creates';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/reply';
import { comparableName, comparableText } from '../../values/comparable';
import { pixelName, tag, type } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create tracking pixel',
		description:
			'Add a tracking pixel of an ad or analytics network that short links can load. Needs its type, a name and its tag.',
		routing: { request: { method: 'POST', url: '/api/pixel/add' } },
	},
	endpoint: 'create tracking pixels',
	fields: [type, pixelName(true), tag],
	behavior: creates({
		what: 'pixel',
		list: LISTS.pixels,
		identity: (body) => comparableName(body.name),
		matches: (found, body) =>
			comparableName(found.name) === comparableName(body.name) &&
			comparableText(found.tag) === comparableText(body.tag),
		score: (found, body) => Number(found.name === body.name),
	}),
	reply: record({ id: 'integer' }),
};
