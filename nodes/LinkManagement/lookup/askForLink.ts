import { deepCopy, type IDataObject } from 'n8n-workflow';

import { ACCOUNT_PATH, linkPath, LISTS, validRecordId } from '../client/endpoints';
import type { ServiceRequest } from '../client/http';
import { itemLabel } from '../errors';
import { pageIn } from '../lists/page';
import { LARGE_PAGE, PageReader } from '../lists/pageReader';
import { findRecord, undefinedIfFailed } from '../recovery/findRecord';
import { isDatedBefore } from '../recovery/lookUp';
import {
	aliasInShortUrl,
	aliasInUrl,
	comparableAlias,
	isSameButForCase,
	pathOfShortUrl,
} from '../text/aliases';
import { decoded, hostOf, normalized, parsedUrl } from '../text/comparable';
import { isObject } from '../text/json';
import { verbatim } from '../text/plainText';
import type { LookupItem } from './item';
import type { ShownLink } from './linkIndex';

/** The result of a search by short URL: a link with its statistics, or a list of links. */
interface Matches {
	reply?: IDataObject;
	links: IDataObject[];
	/** The service refused the search: there is no link, or the key is invalid. */
	isRefused?: boolean;
}

/** Whether a reply means that there is no record: it is empty where the record would be. */
const isNothing = (body: IDataObject): boolean => {
	const { details } = body;
	if (details === undefined)
		return Object.keys(body).every((name) => ['error', 'message', 'msg'].includes(name));
	return !isObject(details) || Object.keys(details).length === 0;
};

/** The list of links, or the request of an operation that is this very search. */
type SearchRequest = Pick<ServiceRequest, 'endpoint' | 'url'>;
const LIST_REQUEST: SearchRequest = { url: LISTS.links.path };

/** If there is no match, the service may reply with an empty list or with a refusal (api.md section 4.8, `short`). */
async function searchShortUrl(
	item: LookupItem,
	short: string,
	search: SearchRequest = LIST_REQUEST,
): Promise<Matches> {
	const request = { method: 'GET' as const, ...search, qs: { short } };
	const outcome = await item.service.request(request, item.requestOptions);
	if ('failure' in outcome) {
		const { failure } = outcome;
		if (failure.kind === 'refused' || failure.kind === 'notFound')
			return { links: [], isRefused: true };
		throw item.error(failure);
	}
	const { body } = outcome;
	const { details } = body;
	const page = isObject(details) ? undefined : pageIn(body, LISTS.links);
	if (page) return { links: page.records };
	if (isNothing(body)) return { links: [] };
	return { reply: body, links: isObject(details) ? [{ id: body.id, ...details }] : [body] };
}

/** A service may find others than the link at the short URL, such as `c` for `c%23`. */
function matchIn(
	{ links, reply }: Matches,
	short: string,
	isSame: typeof isSameButForCase = (one, other) => one === other,
): ShownLink | undefined {
	const host = hostOf(short);
	const path = pathOfShortUrl(short);
	const link = links.find(({ shorturl, alias }) => {
		if (shorturl !== undefined)
			return hostOf(shorturl) === host && isSame(pathOfShortUrl(shorturl), path);
		const own = comparableAlias(alias);
		return own === '' || isSame(own, path) || path.endsWith(`/${own}`);
	});
	if (!link) return undefined;
	const hasStatistics = isObject(reply?.data) || !isObject(reply?.details);
	return { link: { shorturl: short, ...link }, ...(reply && hasStatistics && { reply }) };
}

/** The link with an alias, and one whose alias differs in case. A service may make a link of a domain with `www.` without it. */
export async function askForAlias(
	item: LookupItem,
	address: string,
	alias: string,
): Promise<{ exact?: ShownLink; inAnotherCase?: ShownLink }> {
	let inAnotherCase: ShownLink | undefined;
	for (const place of new Set([address, address.replace('://www.', '://')])) {
		const short = `${place}/${aliasInUrl(alias)}`;
		const matches = await searchShortUrl(item, short);
		const exact = matchIn(matches, short);
		if (exact) return { exact };
		inAnotherCase ??= matchIn(matches, short, isSameButForCase);
	}
	return { inAnotherCase };
}

const OTHER_SCHEME: Record<string, string> = { 'http:': 'https:', 'https:': 'http:' };

/**
 * A short URL as a service may have it, with each of the two schemes: some search exactly. What follows `?` or `#` is no part
 * of it. A parser writes letters such as ü in ASCII, so it is also asked for with these letters, and without `www.`.
 */
function formsOf(short: string): string[] {
	const address = parsedUrl(short);
	if (!address) return [short];
	const { protocol, host, pathname } = address;
	const path = pathname.replace(/\/$/, '');
	const [, , given = host] = short.split(/[/?#]/);
	const inLetters = normalized(
		(/\P{ASCII}/u.test(given) ? given : host) + decoded(path, /[%/?#]/g),
		'NFC',
	);
	const schemes = [protocol, OTHER_SCHEME[protocol] ?? protocol];
	const places = [host + path, inLetters, inLetters.replace(/^www\./i, '')];
	const forms = places.flatMap((place) => schemes.map((scheme) => `${scheme}//${place}`));
	return [...new Set(forms)];
}

/** A refusal may also mean that the key is invalid, so it counts only if the key is known to work. */
async function searchForms(
	item: LookupItem,
	short: string,
	search?: SearchRequest,
): Promise<ShownLink | undefined> {
	const { service, requestOptions } = item;
	// A link that is only read may differ in case, if the service shows it for this short URL
	const isSame = item.request.method === 'GET' ? isSameButForCase : undefined;
	for (const form of formsOf(short)) {
		const matches = await searchShortUrl(item, form, search);
		const found = matchIn(matches, form, isSame);
		if (found) return found;
		if (matches.isRefused && !service.hasReplied) await service.get(ACCOUNT_PATH, requestOptions);
	}
	// A service may have the host in letters that are not ASCII. What a keyword finds differs between services
	if (!hostOf(short).includes('xn--')) return undefined;
	const source = { list: LISTS.links, query: { q: aliasInShortUrl(short) } };
	const limits = { pageSize: LARGE_PAGE, maxRequests: 1 };
	const page = await new PageReader(service, source, limits, requestOptions).page(1);
	return page && matchIn({ links: page.records }, short);
}

/** The link with a short URL that a field gives, by whichever scheme; undefined when there is none. */
export async function findByShortUrl(
	item: LookupItem,
	short: string,
	request?: SearchRequest,
): Promise<ShownLink | undefined> {
	const search = async () => await searchForms(item, short, request);
	const found = await item.run.links.searched.get(short, search);
	// Items that share it may change it
	return found?.reply ? { ...found, reply: deepCopy(found.reply) } : found;
}

export async function readByShortUrl(
	item: LookupItem,
	short: string,
): Promise<IDataObject | undefined> {
	const { url, endpoint } = item.request;
	const found = await findByShortUrl(item, short, { url, endpoint });
	if (!found) return undefined;
	const { link, reply } = found;
	return reply ?? (await item.service.get(linkPath(validRecordId(link.id)), item.requestOptions));
}

/** Reads a link by its ID, which shows more than the list; undefined when it does not exist. */
export async function readLinkById(
	item: LookupItem,
	id: unknown,
): Promise<IDataObject | undefined> {
	const digits = validRecordId(id);
	const source = { path: linkPath(digits) };
	const link = await findRecord(item.service, source, item.requestOptions);
	return link && { id: digits, ...link };
}

/**
 * The link in the reply to a creation, as its reading shows it, if its date shows that it was there before: some services answer
 * with the link that the long URL has already (services.md section 2). @param since when the creation was sent, ms since epoch
 */
export async function readIfOlder(
	item: LookupItem,
	{ id }: IDataObject,
	since: number,
): Promise<IDataObject | undefined> {
	const read = id === undefined ? undefined : await undefinedIfFailed(readLinkById(item, id));
	const { clockSkew } = item.service.account.limiter;
	return read && isDatedBefore(read, since, clockSkew) ? read : undefined;
}

/** The error for a search without a match. @param message may quote a value of the user, which is shown as it was given */
export function notFoundError(item: LookupItem, message: string, advice: string): Error {
	const error = item.error({ kind: 'notFound', message, advice });
	error.message = `${verbatim(message)}${itemLabel(item.requestOptions.item)}`;
	return error;
}
