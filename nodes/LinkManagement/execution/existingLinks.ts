import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../api/lists';
import { isFailure } from '../errors';
import { ListReader, readList } from '../transport/lists/readList';
import { aliasOf, isSameAlias, isSpellingOf } from '../values/aliases';
import { hostOf } from '../values/comparable';
import { textOf } from '../values/json';
import { type ItemCall, requestOptionsOf } from './operation';
import { perRun, Shared } from './run';
import { searchShortUrl } from './shortUrl';

/** How a link that exists already is recognized. Stated by the operation. */
export interface ExistingLink {
	/** The body with the alias by which the link is known, derived where none is given. */
	complete: (body: IDataObject) => IDataObject;
	/** The keywords that find the link in the list where its short URL does not, to be tried in this order. */
	keywords: (body: IDataObject) => string[];
	/** Whether the link leads where the new one was to lead. */
	hasSameTarget: (link: IDataObject, body: IDataObject) => boolean;
	/** What the service did other than it was asked to, as sentences; undefined when it did as asked. */
	otherThanAsked: (link: IDataObject, body: IDataObject) => string | undefined;
}

/**
 * What short URLs on the default domain begin with, as far as this process has seen it, by what belongs to the key. It
 * only saves requests: in another process the link is found by searching.
 */
const homes = new WeakMap<object, string>();

const homeOf = ({ service }: ItemCall): string =>
	homes.get(service.createdRecords) ?? service.baseUrl;

/** Learns the default domain from a link without a domain of its own. */
export function learnHome(
	{ service }: ItemCall,
	{ shorturl, short }: IDataObject,
	{ domain }: IDataObject,
): void {
	const [, home] = /^(https?:\/\/[^?#]+)\/[^/?#]+\/?$/i.exec(textOf(shorturl ?? short)) ?? [];
	if (home !== undefined && textOf(domain) === '') homes.set(service.createdRecords, home);
}

/** The host on which a link is looked for in the list. */
export const hostFor = (call: ItemCall, { domain }: IDataObject): string =>
	hostOf(textOf(domain) || homeOf(call));

/** The short URL that the link must have. */
const shortUrlFor = (call: ItemCall, { custom, domain }: IDataObject): string =>
	`${textOf(domain) || homeOf(call)}/${textOf(custom)}`.replace(/([^:/])\/+/g, '$1/');

/** The hosts of the domains of an account: its own, and those that all users share. */
interface Domains {
	own: Set<string>;
	shared: Set<string>;
}

const domainsOfRun = perRun(() => new Shared<Domains>());

/**
 * Reads the account's domains, once in a run.
 *
 * @throws {NodeApiError} when the list can't be read; a plan without domains has none
 */
async function readDomains(call: ItemCall): Promise<Domains> {
	const wanted = { list: LISTS.domains, query: {}, limit: Infinity, startPage: 1 };
	const records = await readList(call.service, wanted, requestOptionsOf(call)).catch(
		(error: unknown) => {
			if (isFailure(error, 'refused', 'forbidden', 'notFound', 'unexpectedReply')) return [];
			throw error;
		},
	);
	const hosts = (isOwn: boolean) =>
		new Set(
			records.filter(({ id }) => (textOf(id) !== '') === isOwn).map(({ domain }) => hostOf(domain)),
		);
	return { own: hosts(true), shared: hosts(false) };
}

/**
 * The links that are on the domain that was asked for. Which one the default domain is, api.md does not show: it is none
 * of the account's own.
 *
 * @returns none when they are on several hosts, and nothing tells which of them is the default domain
 */
async function onAskedDomain(
	call: ItemCall,
	links: IDataObject[],
	{ domain }: IDataObject,
): Promise<IDataObject[]> {
	const isOn = (host: string) => (link: IDataObject) => hostOf(link.shorturl) === host;
	if (textOf(domain) !== '') return links.filter(isOn(hostOf(domain)));
	const hosts = [...new Set(links.map(({ shorturl }) => hostOf(shorturl)))];
	const home = hostOf(homeOf(call));
	if (hosts.length === 0 || hosts.includes(home)) return links.filter(isOn(home));
	const { own, shared } = await domainsOfRun(call.run).get('', async () => await readDomains(call));
	const base = hostOf(call.service.baseUrl);
	const possible = hosts.filter((host) => !own.has(host));
	const likely = [
		possible.filter((host) => host === base),
		possible.filter((host) => !shared.has(host)),
		possible,
	].find((some) => some.length > 0);
	const [only = '', ...others] = likely ?? [];
	return likely && others.length === 0 ? links.filter(isOn(only)) : [];
}

/** A link that may be the one that was asked for. */
interface Match {
	link: IDataObject;
	/** Its alias is the one that was asked for, sign by sign; otherwise a service may have made one of the other. */
	isExact: boolean;
}

/** The link that was asked for, among several. A slug counts only where the link leads where it was to lead. */
async function bestMatch(
	call: ItemCall,
	existing: ExistingLink,
	body: IDataObject,
	links: IDataObject[],
): Promise<Match | undefined> {
	const spelled = links.filter((link) => isSpellingOf(aliasOf(link), body.custom));
	const onDomain = await onAskedDomain(call, spelled, body);
	const hasSameTarget = (link: IDataObject) => existing.hasSameTarget(link, body);
	const exact = onDomain.filter((link) => isSameAlias(aliasOf(link), body.custom));
	const link = exact.find(hasSameTarget) ?? exact[0] ?? onDomain.find(hasSameTarget);
	return link && { link, isExact: exact.includes(link) };
}

/** The links that a keyword finds, as far as they fit on one page. */
async function search(call: ItemCall, q: string): Promise<IDataObject[]> {
	const wanted = { list: LISTS.links, query: { q }, limit: Infinity, startPage: 1 };
	const page = await new ListReader(call.service, wanted, requestOptionsOf(call)).firstPage();
	return page.records;
}

/**
 * Looks for the link that is in the way of a creation: by its short URL, and by keywords, as the service may know it under
 * another short URL and may search only a part of its fields.
 *
 * @param briefly with one request: by its short URL only
 * @returns undefined when there is none
 * @throws {NodeApiError} when the service can't be asked
 */
export async function findExistingLink(
	call: ItemCall,
	existing: ExistingLink,
	body: IDataObject,
	briefly: boolean,
): Promise<Match | undefined> {
	const { links } = await searchShortUrl(call, shortUrlFor(call, body));
	let match = await bestMatch(call, existing, body, links);
	for (const keyword of briefly ? [] : existing.keywords(body)) {
		if (match?.isExact) break;
		links.push(...(await search(call, keyword)));
		match = await bestMatch(call, existing, body, links);
	}
	return match;
}
