import { creates } from '../../execution/behaviors/creates';
import { warnsOf } from '../../execution/behaviors/warns';
import type { Operation } from '../../execution/operation';
import { record } from '../../execution/reply';
import { additionalFields } from '../../fields/collection';
import { otherThanAsked } from './askedFor';
import { linkFields, longUrl } from './fields';
import { recovery } from './recovery';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create short link',
		description:
			'Shorten a long URL, with an alias, a domain, targeting, an expiry and more if wanted',
		routing: { request: { method: 'POST', url: '/api/url/add' } },
	},
	fields: [longUrl, additionalFields(linkFields)],
	behavior: warnsOf(otherThanAsked, creates(recovery)),
	reply: record({ id: 'integer', shorturl: 'string' }),
};
