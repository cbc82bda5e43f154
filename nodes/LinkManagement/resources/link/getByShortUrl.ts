import { LISTS } from '../../api/lists';
import { optionsCollection } from '../../fields/collection';
import { asBoolean, asTrimmedText } from '../../fields/convert';
import type { ValueField } from '../../fields/field';
import { findsByShortUrl } from '../../operations/links/finds';
import type { Operation } from '../../operations/operation';
import { output, reply } from './statistics';

const shortUrl: ValueField = {
	displayName: 'Short URL',
	name: 'shortUrl',
	type: 'string',
	required: true,
	placeholder: 'e.g. https://go.example.com/spring',
	default: '',
	description: 'The full short URL of the link to look up',
	into: 'query',
	sentAs: 'short',
	convert: asTrimmedText,
};

const stopIfNotFound: ValueField = {
	displayName: 'Stop If Not Found',
	name: 'stopIfNotFound',
	type: 'boolean',
	default: true,
	description: 'Whether to fail if no link has this short URL, instead of returning no item',
	into: 'given',
	convert: asBoolean,
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
