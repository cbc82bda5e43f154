import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import { PageReader } from '../../lists/pageReader';
import { LARGE_PAGE } from '../../lists/pageSizes';
import { homeOf, linksOnDomain } from '../../references/defaultDomain';
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
	/** Whether a link that prevents the creation is the requested one wherever it leads. */
	isAnyTarget?: boolean;
	/** Whether the link leads to the requested URL. */
	hasSameTarget: (link: IDataObject, body: IDataObject) => boolean;
	/** How the link differs from what was requested, as sentences; undefined when it does not. */
	otherThanAsked: (link: IDataObject, body: IDataObject) => string | undefined;
}

/** The host on which to look for a link in the list. */
export const hostFor = (call: ItemCall, { domain }: IDataObject): string =>
	hostOf(textOf(domain) || homeOf(call));

/** The short URL that the link must have. */
const shortUrlFor = (call: ItemCall, { custom, domain }: IDataObject): string =>
	`${textOf(domain) || homeOf(call)}/${textOf(custom)}`.replace(/([^:/])\/+/g, '$1/');

/** A link that may be the requested one. */
interface Match {
	link: IDataObject;
	/** Its alias has the same characters as the requested one; otherwise one may be a slug of the other. */
	isExact: boolean;
}

/** The requested link among several. A link whose alias is a slug counts only if it leads to the requested URL,
 * or may lead anywhere and is the only one. */
export async function bestMatch(
	call: ItemCall,
	existing: ExistingLink,
	body: IDataObject,
	links: IDataObject[],
): Promise<Match | undefined> {
	const spelled = links.filter((link) => isSpellingOf(aliasOf(link), body.custom));
	const onDomain = await linksOnDomain(call, spelled, textOf(body.domain));
	const hasSameTarget = (link: IDataObject) => existing.hasSameTarget(link, body);
	const exact = onDomain.filter((link) => isSameAlias(aliasOf(link), body.custom));
	const [only, ...others] = existing.isAnyTarget === true ? onDomain : [];
	const link =
		exact.find(hasSameTarget) ??
		exact[0] ??
		onDomain.find(hasSameTarget) ??
		(others.length === 0 ? only : undefined);
	return link && { link, isExact: exact.includes(link) };
}

/** The links on the first page of a search. */
async function search(call: ItemCall, q: string): Promise<IDataObject[]> {
	const source = { list: LISTS.links, query: { q } };
	const limits = { pageSize: LARGE_PAGE, maxRequests: 1 };
	const reader = new PageReader(call.service, source, limits, requestOptionsOf(call));
	return (await reader.page(1))?.records ?? [];
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
