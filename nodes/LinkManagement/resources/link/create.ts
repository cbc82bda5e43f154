import { additionalFields } from '../../fields/collection';
import { creates } from '../../operations/creates';
import { notAsRequested } from '../../operations/links/requested';
import { SHORT_LINK, withShortUrl } from '../../operations/links/record';
import { recovery } from '../../operations/links/recovery';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/reply';
import { warnsOf } from '../../operations/warns';
import { alias, linkFields, longUrl } from './fields';

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
	behavior: warnsOf(notAsRequested, creates(recovery)),
	reply: record(SHORT_LINK, withShortUrl),
};
