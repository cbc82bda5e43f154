import { createsOrGets } from '../../execution/behaviors/createsOrGets';
import type { Operation } from '../../execution/operation';
import { record } from '../../execution/reply';
import { additionalFields } from '../../fields/collection';
import { textOf } from '../../values/json';
import { aliasOf, derivedAlias, plainAlias, sameTarget } from './alias';
import { alias, linkFields, longUrl } from './fields';
import { SHORT_LINK, withShortUrl } from './record';
import { recovery } from './recovery';

export const createOrGet: Operation = {
	option: {
		name: 'Create or Get',
		value: 'createOrGet',
		action: 'Create or get short link',
		description:
			'Shorten a long URL, or get the link that was created for it before. Running it again gives the same link. Needs the long URL.',
		routing: { request: { method: 'POST', url: '/api/url/add' } },
	},
	fields: [
		longUrl(true),
		additionalFields([
			alias('Leave empty to derive one from the long URL, so that repeating gives the same link.'),
			...linkFields,
		]),
	],
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
	reply: record({ ...SHORT_LINK, created: 'boolean' }, withShortUrl),
};
