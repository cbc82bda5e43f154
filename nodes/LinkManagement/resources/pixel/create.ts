import { LISTS } from '../../api/lists';
import { creates, recoveryByName } from '../../operations/behaviors/creates';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';
import { comparableText } from '../../values/comparable';
import { pixelName, tag, type } from './fields';

const byName = recoveryByName({ what: 'pixel', list: LISTS.pixels });

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
		...byName,
		matches: (found, body) =>
			byName.matches(found, body) && comparableText(found.tag) === comparableText(body.tag),
	}),
	reply: record({ id: 'integer' }),
};
