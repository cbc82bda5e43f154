import type { IDataObject } from 'n8n-workflow';
import { LISTS } from '../../client/endpoints';
import { requestOptionsOf } from '../../client/http';
import { readList } from '../../lists/readList';
import { notFoundError, readByShortUrl } from '../../lookup/askForLink';
import { normalized } from '../../text/comparable';
import { textOf } from '../../text/json';
import { LongUrl } from '../../text/longUrl';
import { countedThat, highestBy, listed, type Sentence } from '../../text/sentences';
import { listRequestOf, readsList } from '../reads';
import type { Behavior, ItemCall } from '../../run/operation';
import { runNotesOf } from '../../run/notes';
import { noteTimeZone } from './timeZoneHint';

const allLinks = readsList(LISTS.links.arrayName);

/** Reads the list of links. With the filter Long URL, only those that lead to exactly this URL. */
export const readsLinks: Behavior = {
	...allLinks,
	async perform(call) {
		const { longUrl } = call.given;
		const links = await (longUrl === undefined ? allLinks.perform(call) : linksTo(call, longUrl));
		noteTimeZone(call, links);
		return links;
	},
};

/** What some services store as percent codes, and others as letters, and an apostrophe, which some store as an HTML escape. */
const ENCODED = /(?:%[\da-f]{2}|[^!-~]|')+/i;

/** The longest part that percent codes leave as it is. The host, which many links share, counts only with what follows it. */
function unencodedPart(address: string): string {
	const [host = ''] = address.split(/[/?]/, 1);
	const [first = '', ...others] = normalized(address.slice(host.length), 'NFC').split(ENCODED);
	const longest = highestBy(others, ({ length }) => length) ?? '';
	if (longest.length > first.length) return longest;
	return (ENCODED.test(host) ? first : host + first) || address;
}

/** In this order. Services change the scheme, and some store the URL without its fragment, or with another query. */
function keywordsOf(longUrl: string): string[] {
	const address = longUrl.replace(/^https?:\/\//i, '').replace(/#.*$/s, '');
	const keywords = [address, address.replace(/\?.*$/s, '')];
	return [...new Set(keywords.map((keyword) => unencodedPart(keyword.replace(/\/$/, ''))))];
}

const alikeOnly: Sentence = (shown) =>
	`No link leads to exactly this URL. ${countedThat(shown.length, 'link', 'leads', 'lead')} to one that differs only in its form, such as ${shown[0]}.`;

/** The links to a URL among those that a search for it finds. */
async function linksTo(call: ItemCall, longUrl: string): Promise<IDataObject[]> {
	const wanted = listRequestOf(call, LISTS.links.arrayName);
	const alike = new Set<string>();
	const given = new LongUrl(longUrl);
	const isWanted = ({ longurl }: IDataObject) => {
		const how = given.compareUnescaped(longurl);
		if (how === 'alike') alike.add(textOf(longurl));
		return how === 'same';
	};
	const keyword = textOf(wanted.query?.q);
	for (const q of keyword === '' ? keywordsOf(longUrl) : [keyword]) {
		const request = { ...wanted, query: { ...wanted.query, q }, isWanted };
		const links = await readList(call.service, request, requestOptionsOf(call));
		if (links.length > 0) return links;
	}
	for (const url of alike) runNotesOf(call.run).add(alikeOnly, call.service.plainText(url));
	return [];
}

const notFound: Sentence = (shortUrls) =>
	`${countedThat(shortUrls.length, 'item', 'has', 'have')} a short URL that no link has, and came out as no item: ${listed(shortUrls)}.`;

/** Looks one link up by the short URL in the query. Without a match, it returns no item, or fails with Stop If Not Found. */
export const findsByShortUrl: Behavior = {
	kind: 'finds',
	async perform(call) {
		const { url, qs, endpoint } = call.request;
		const short = qs?.short;
		const body = await readByShortUrl({ ...call, url, endpoint }, textOf(short));
		if (body !== undefined) return [body];
		if (!call.given.stopIfNotFound) {
			runNotesOf(call.run).add(notFound, call.service.plainText(short));
			return [];
		}
		throw notFoundError(
			call,
			`No link has the short URL ${textOf(short)}`,
			'Check the short URL, or turn off "Stop If Not Found" under Options to get no item instead.',
		);
	},
};
