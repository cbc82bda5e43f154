import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../client/endpoints';
import { asUrl } from '../../fields/addresses';
import { asOneOf } from '../../fields/convert';
import { asDateTime, dateFormat } from '../../fields/dateTime';
import type { ValueField } from '../../fields/field';
import { collection, listFields, textField, unsentField } from '../../fields/kinds';
import { readList } from '../../lists/readList';
import type { Item } from '../../run/item';
import { normalized } from '../../text/comparable';
import { textOf } from '../../text/json';
import { LongUrl } from '../../text/longUrl';
import { highestBy } from '../../text/sentences';
import { listRequestOf, operation, readItemList } from '../common';
import { record } from '../reply';
import { noteTimeZone } from './record';

const order: ValueField = {
	displayName: 'Sort By',
	name: 'order',
	type: 'options',
	options: [
		{ name: 'Most Clicks First', value: 'click' },
		{ name: 'Newest First', value: 'date' },
	],
	default: 'date',
	description: 'The order of the links',
	routing: { send: { type: 'query', property: 'order' } },
	convert: asOneOf(['click', 'date']),
};

const createdAfter = unsentField({
	displayName: 'Created After',
	name: 'createdAfter',
	type: 'dateTime',
	default: '',
	description:
		"Only links created at this time or later, by the service's clock. A date without a time means the start of that day. If the newest links come first, the node stops at the first older one, so a daily sync reads only new links.",
	convert: asDateTime('start'),
});

const longUrl = textField({
	displayName: 'Long URL',
	name: 'longUrl',
	placeholder: 'e.g. https://example.com/spring-sale',
	description:
		'Only links that lead to exactly this URL. The node searches for it, and compares what the service finds.',
	convert: asUrl,
});

const keyword = textField({
	displayName: 'Search',
	name: 'q',
	placeholder: 'e.g. spring sale',
	description: 'Only links that match this keyword',
	routing: { send: { type: 'query', property: 'q' } },
});

/** What some services store as percent codes, and others as letters, and an apostrophe, which some store as an HTML escape. */
const ENCODED = /(?:%[\da-f]{2}|[^!-~]|')+/i;

/** And further signs, which some store as HTML escapes. */
const ESCAPED = new RegExp(`(?:${ENCODED.source}|["&<>])+`, 'i');

/** The longest part that is stored as it is. The host, which many links share, counts only with what follows it. */
function unencodedPart(address: string, encoded = ENCODED): string {
	const [host = ''] = address.split(/[/?]/, 1);
	const [first = '', ...others] = normalized(address.slice(host.length), 'NFC').split(encoded);
	const longest = highestBy(others, ({ length }) => length) ?? '';
	if (longest.length > first.length) return longest;
	return (encoded.test(host) ? first : host + first) || address;
}

/** In this order. Services change the scheme, and some store the URL without its fragment, or with another query. */
function keywordsOf(longUrl: string): string[] {
	const address = longUrl.replace(/^https?:\/\//i, '').replace(/#.*$/s, '');
	const withoutSlash = (text: string) => text.replace(/\/$/, '');
	const path = withoutSlash(address.replace(/\?.*$/s, ''));
	return [...new Set([unencodedPart(withoutSlash(address)), unencodedPart(path, ESCAPED)])];
}

/** The links to a URL among those that a search for it finds. */
async function linksTo(item: Item, longUrl: string): Promise<IDataObject[]> {
	const { service, run, requestOptions } = item;
	const wanted = listRequestOf(item, LISTS.links.arrayName);
	const alike = new Set<string>();
	const asked = new LongUrl(longUrl);
	const isWanted = ({ longurl }: IDataObject) => {
		const how = asked.compareUnescaped(longurl);
		if (how === 'alike') alike.add(textOf(longurl));
		return how === 'same';
	};
	const keyword = textOf(wanted.query?.q);
	for (const q of keyword === '' ? keywordsOf(longUrl) : [keyword]) {
		const request = { ...wanted, query: { ...wanted.query, q }, isWanted };
		const links = await readList(service, request, requestOptions);
		if (links.length > 0) return links;
	}
	for (const url of alike) run.summary.alikeLongUrls.add(service.plainText(url));
	return [];
}

export const getAll = operation('GET', LISTS.links.path, {
	name: 'Get Many',
	action: 'Get many short links',
	description:
		'List short links with their IDs, long URLs and clicks: all of them, or those that match a keyword or lead to a long URL',
	endpoint: `list ${LISTS.links.what}`,
	fields: [
		...listFields(
			[collection('Filters', 'filters', 'Add Filter', [createdAfter, longUrl, keyword])],
			[dateFormat],
		),
		collection('Sort', 'sort', 'Add Sort Rule', [order]),
	],
	kind: 'getAll',
	async execute(item) {
		const { longUrl: wanted } = item.unsent;
		const links = await (wanted === undefined
			? readItemList(item, LISTS.links.arrayName)
			: linksTo(item, wanted));
		noteTimeZone(item, links);
		return links;
	},
	reply: record({
		id: 'integer',
		alias: 'string',
		shorturl: 'string',
		longurl: 'string',
		clicks: 'integer',
		title: 'string',
		description: 'string',
		date: 'string',
	}),
});
