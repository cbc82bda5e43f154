import type { INodeProperties } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import { optionsCollection } from '../../fields/collection';
import { asTrimmedText } from '../../fields/convert';
import { inQuery } from '../../fields/send';
import { findsByShortUrl } from '../../operations/links/finds';
import type { Operation } from '../../operations/operation';
import { output, reply } from './statistics';

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
	asTrimmedText,
	'short',
);

const stopIfNotFound: INodeProperties = {
	displayName: 'Stop If Not Found',
	name: 'stopIfNotFound',
	type: 'boolean',
	default: true,
	description: 'Whether to fail if no link has this short URL, instead of returning no item',
};

export const getByShortUrl: Operation = {
	option: {
		name: 'Get by Short URL',
		value: 'getByShortUrl',
		action: 'Look up short link by short URL',
		description:
			'Look up one short link by its full short URL, with its clicks. Returns nothing when no link has this short URL.',
		routing: { request: { method: 'GET', url: LISTS.links.path } },
	},
	endpoint: 'look up short links',
	fields: [shortUrl, ...output, optionsCollection([stopIfNotFound])],
	behavior: findsByShortUrl(),
	reply,
};
