import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import { OnceByName, perKey, perRun } from '../../client/memory';
import { isFailure } from '../../errors';
import { ListReader, readList } from '../../lists/readList';
import { searchShortUrl } from '../../references/shortUrl';
import { aliasOf, isSameAlias, isSpellingOf } from '../../values/aliases';
import { hostOf } from '../../values/comparable';
import { textOf } from '../../values/json';
import { type ItemCall, requestOptionsOf } from '../operation';
import { linkIndexOf } from './linkIndex';

/** How a link that exists already is recognized. Each operation declares it. */
export interface ExistingLink {
	/** The body with an alias, which is derived if none is given. */
	complete: (body: IDataObject) => IDataObject;
	/** The keywords to search the list for, in this order, if the short URL finds nothing. */
	keywords: (body: IDataObject) => string[];
	/** Whether the link leads to the requested URL. */
	hasSameTarget: (link: IDataObject, body: IDataObject) => boolean;
	/** How the link differs from what was requested, as sentences; undefined when it does not. */
	notAsRequested: (link: IDataObject, body: IDataObject) => string | undefined;
}

/**
 * The default domain, as far as this process knows it. It only saves requests: without it, the link is found by searching.
 */
const defaultDomainOf = perKey<{ /** The beginning of its short URLs. */ address?: string }>(
	() => ({}),
);

const homeOf = ({ service }: ItemCall): string =>
	defaultDomainOf(service).address ?? service.baseUrl;

/** Learns the default domain from a link that was created without a domain. */
export function learnHome(
	{ service }: ItemCall,
	{ shorturl, short }: IDataObject,
	{ domain }: IDataObject,
): void {
	const [, home] = /^(https?:\/\/[^?#]+)\/[^/?#]+\/?$/i.exec(textOf(shorturl ?? short)) ?? [];
	if (home !== undefined && textOf(domain) === '') defaultDomainOf(service).address = home;
}

/** The host on which to look for a link in the list. */
export const hostFor = (call: ItemCall, { domain }: IDataObject): string =>
	hostOf(textOf(domain) || homeOf(call));

/** The short URL that the link must have. */
const shortUrlFor = (call: ItemCall, { custom, domain }: IDataObject): string =>
	`${textOf(domain) || homeOf(call)}/${textOf(custom)}`.replace(/([^:/])\/+/g, '$1/');

/** The hosts of an account's own domains, and of those that all users share. */
interface Domains {
	own: Set<string>;
	shared: Set<string>;
}

const domainsOfRun = perRun(() => new OnceByName<Domains>());

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
 * The links on the requested domain. api.md does not show which domain is the default: it is not one of the account's
 * own.
 *
 * @returns none when the links are on several hosts, and it is not known which of them is the default domain
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

/** A link that may be the requested one. */
interface Match {
	link: IDataObject;
	/** Its alias has the same characters as the requested one; otherwise one may be a slug of the other. */
	isExact: boolean;
}

/** The requested link among several. A link whose alias is a slug counts only if it leads to the requested URL. */
async function bestMatch(
	call: ItemCall,
	existing: ExistingLink,
	body: IDataObject,
	links: IDataObject[],
): Promise<Match | undefined> {
	const spelled = links.filter((link) => isSpellingOf(aliasOf(link, body.custom), body.custom));
	const onDomain = await onAskedDomain(call, spelled, body);
	const hasSameTarget = (link: IDataObject) => existing.hasSameTarget(link, body);
	const exact = onDomain.filter((link) => isSameAlias(aliasOf(link, body.custom), body.custom));
	const link = exact.find(hasSameTarget) ?? exact[0] ?? onDomain.find(hasSameTarget);
	return link && { link, isExact: exact.includes(link) };
}

/** The links on the first page of a search. */
async function search(call: ItemCall, q: string): Promise<IDataObject[]> {
	const wanted = { list: LISTS.links, query: { q }, limit: Infinity, startPage: 1 };
	const page = await new ListReader(call.service, wanted, requestOptionsOf(call)).firstPage();
	return page.records;
}

/**
 * Looks for the link that prevents a creation: by its short URL, and by keywords, because the service may have it under
 * another short URL and may search only some of its fields.
 *
 * @param briefly whether to send only one request, which looks for the short URL
 * @returns undefined when there is none
 * @throws {NodeApiError} when a request fails
 */
export async function findExistingLink(
	call: ItemCall,
	existing: ExistingLink,
	body: IDataObject,
	briefly: boolean,
): Promise<Match | undefined> {
	const { links } = await searchShortUrl(call, shortUrlFor(call, body));
	const listed = linkIndexOf(call.run).spellingsOf(body.custom);
	let match = await bestMatch(call, existing, body, [...links, ...listed]);
	// The whole list holds no link with the alias itself, so that searching finds none either
	if (match && listed.includes(match.link)) return match;
	for (const keyword of briefly ? [] : existing.keywords(body)) {
		if (match?.isExact) break;
		links.push(...(await search(call, keyword)));
		match = await bestMatch(call, existing, body, links);
	}
	return match;
}
