import { creates } from '../../execution/behaviors/creates';
import { warnsOf } from '../../execution/behaviors/warns';
import type { Operation } from '../../execution/operation';
import { record } from '../../execution/reply';
import { additionalFields } from '../../fields/collection';
import { otherThanAsked } from './askedFor';
import { alias, linkFields, longUrl } from './fields';
import { SHORT_LINK, withShortUrl } from './record';
import { recovery } from './recovery';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create short link',
		description:
			'Shorten a long URL, optionally with an alias, branded domain, targeting or expiry. Creates another link each time it runs. Needs the long URL.',
		routing: { request: { method: 'POST', url: '/api/url/add' } },
	},
	fields: [longUrl(true), additionalFields([alias('Leave empty for a random one'), ...linkFields])],
	behavior: warnsOf(otherThanAsked, creates(recovery)),
	reply: record(SHORT_LINK, withShortUrl),
};
