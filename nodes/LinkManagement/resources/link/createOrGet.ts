import { createsOrGets } from '../../execution/behaviors/createsOrGets';
import type { Operation } from '../../execution/operation';
import { record } from '../../execution/reply';
import { additionalFields } from '../../fields/collection';
import { textOf } from '../../values/json';
import { aliasOf, derivedAlias, plainAlias, sameTarget } from './alias';
import { linkFields, longUrl } from './fields';
import { recovery } from './recovery';

export const createOrGet: Operation = {
	option: {
		name: 'Create or Get',
		value: 'createOrGet',
		action: 'Create or get short link',
		description:
			'Shorten a long URL unless that was done before: running it again gives the same link, not another',
		routing: { request: { method: 'POST', url: '/api/url/add' } },
	},
	fields: [longUrl, additionalFields(linkFields)],
	behavior: createsOrGets(recovery, {
		complete: (body) => ({
			...body,
			custom: textOf(body.custom) === '' ? derivedAlias(body) : body.custom,
		}),
		address: ({ custom, domain }, home) =>
			`${textOf(domain) || home}/${textOf(custom)}`.replace(/([^:/])\/+/g, '$1/'),
		query: ({ custom }) => ({ q: custom, limit: 100, page: 1 }),
		isIt: (link, { custom }) => aliasOf(link) === plainAlias(custom),
		hasSameTarget: sameTarget,
	}),
	reply: record({ id: 'integer', shorturl: 'string', created: 'boolean' }),
};
