import { LISTS } from '../../api/lists';
import { trimmed } from '../../fields/convert';
import { inQuery } from '../../fields/send';
import { simplify } from '../../fields/simplify';
import { findsByShortUrl } from '../../operations/links/finds';
import { LINK } from '../../operations/links/record';
import type { Operation } from '../../operations/operation';
import { statistics } from '../../operations/reply';

const shortUrl = inQuery(
	{
		displayName: 'Short URL',
		name: 'shortUrl',
		type: 'string',
		required: true,
		placeholder: 'e.g. https://go.example.com/spring',
		default: '',
		description: 'The full short URL of the link to look up',
	},
	trimmed,
	'short',
);

export const getByShortUrl: Operation = {
	option: {
		name: 'Get by Short URL',
		value: 'getByShortUrl',
		action: 'Get short link and its clicks by short URL',
		description:
			'Look up one short link by its full short URL, with its clicks. Returns nothing when no link has this short URL.',
		routing: { request: { method: 'GET', url: LISTS.links.path } },
	},
	endpoint: 'look up short links',
	fields: [
		shortUrl,
		simplify,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [
				{
					displayName: 'Stop If Not Found',
					name: 'stopIfNotFound',
					type: 'boolean',
					default: true,
					description:
						'Whether to fail if no link has this short URL, instead of returning no item',
				},
			],
		},
	],
	behavior: findsByShortUrl(),
	reply: statistics(LINK),
};
