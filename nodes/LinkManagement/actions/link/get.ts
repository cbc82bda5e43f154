import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../client/endpoints';
import { outputFields, switchField, textField } from '../../fields/kinds';
import { linkId } from '../../fields/locators';
import { asShortUrl } from '../../fields/reference';
import { notFoundError, readByShortUrl } from '../../lookup/askForLink';
import type { Item } from '../../run/item';
import { textOf } from '../../text/json';
import { itemOptions, operation, readItem } from '../common';
import { linkWithClicks } from './record';

/** If the search for its short URL returned the link already, no further request is sent. */
export const readLink = async (item: Item): Promise<IDataObject> =>
	item.linkReply ?? (await readItem(item));

const output = outputFields(Object.keys(linkWithClicks.output));

export const get = operation('GET', '/api/url/:linkId', {
	name: 'Get',
	action: 'Get short link and its clicks',
	description:
		'Get one short link with its clicks by country, referrer, browser and operating system. Needs the ID, short URL or alias of the link.',
	endpoint: 'read short links',
	fields: [linkId('to get'), ...output],
	kind: 'get',
	execute: async (item) => [await readLink(item)],
	reply: linkWithClicks,
});

const shortUrl = textField({
	displayName: 'Short URL',
	name: 'shortUrl',
	required: true,
	placeholder: 'e.g. https://go.example.com/spring',
	description: 'The full short URL of the link to look up',
	routing: { send: { type: 'query', property: 'short' } },
	convert: asShortUrl('The operation Get also takes an ID or an alias.'),
});

const stopIfNotFound = switchField({
	displayName: 'Stop If Not Found',
	name: 'stopIfNotFound',
	default: true,
	description: 'Whether to fail if no link has this short URL, instead of returning no item',
});

export const getByShortUrl = operation('GET', LISTS.links.path, {
	name: 'Get by Short URL',
	action: 'Look up short link by short URL',
	description:
		'Look up one short link by its full short URL, with its clicks. Returns nothing when no link has this short URL.',
	endpoint: 'look up short links',
	fields: [shortUrl, ...output, itemOptions([stopIfNotFound])],
	kind: 'get',
	async execute(item) {
		const shortUrl = textOf(item.request.qs?.short);
		const link = await readByShortUrl(item, shortUrl);
		if (link) return [link];
		if (item.unsent.stopIfNotFound)
			throw notFoundError(
				item,
				`No link has the short URL ${shortUrl}`,
				'Check the short URL, or turn off "Stop If Not Found" under Options to get no item instead.',
			);
		item.run.summary.shortUrlsNotFound.push(item.service.plainText(shortUrl));
		return [];
	},
	reply: linkWithClicks,
});
