import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import { type Page } from '../../lists/page';
import { ListReader } from '../../lists/readList';
import {
	knownDefaultDomain,
	likelyDefaultDomain,
	linksOnDomain,
} from '../../references/defaultDomain';
import { searchShortUrl } from '../../references/shortUrl';
import { aliasOf, comparableAlias, isSameAlias, isSpellingOf, slugOf } from '../../values/aliases';
import { hostOf, isSameShortUrl } from '../../values/comparable';
import { textOf } from '../../values/json';
import { type ItemCall, requestOptionsOf } from '../operation';
import { linkIndexOf } from './linkIndex';
import { BRIEF_REQUESTS } from './lookUpBudget';

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

/** The host on which to look for a link in the list; undefined if no domain is requested and the default one is not known. */
export function hostFor(call: ItemCall, { domain }: IDataObject): string | undefined {
	const address = textOf(domain) || knownDefaultDomain(call);
	return address && hostOf(address);
}

/** What the short URL begins with, as far as it is known. */
const addressFor = (call: ItemCall, { domain }: IDataObject): string =>
	textOf(domain) || likelyDefaultDomain(call);

const shortUrlFor = (call: ItemCall, body: IDataObject, alias: string): string =>
	`${addressFor(call, body)}/${alias}`.replace(/([^:/])\/+/g, '$1/');

/** A link that may be the requested one. */
interface Match {
	link: IDataObject;
	/** Its alias has the same characters as the requested one; otherwise one may be a slug of the other. */
	isExact: boolean;
	/** It is on the requested domain whatever other links there are. */
	isOnKnownDomain: boolean;
	/** How many requests it took to find it. */
	requests: number;
}

/** A search for a keyword, page by page. */
interface KeywordSearch {
	read: (number: number) => Promise<Page>;
	/** The short URLs of the links that it found. */
	shown: Set<unknown>;
}

/** The search for one existing link. It collects what the requests find, and chooses among all of it. */
class LookUp {
	match: Match | undefined;
	private readonly links: IDataObject[] = [];
	/** Whether the alias is the one that is derived where neither alias nor domain is given. */
	private readonly isDerived: boolean;
	private requests = 0;

	constructor(
		private readonly call: ItemCall,
		private readonly existing: ExistingLink,
		private readonly body: IDataObject,
		private readonly maxRequests: number,
	) {
		const { custom, ...others } = body;
		this.isDerived = textOf(body.domain) === '' && existing.complete(others).custom === custom;
	}

	/** Chooses among further links, too. */
	async add(links: IDataObject[]): Promise<void> {
		const { custom } = this.body;
		this.links.push(...links.filter((link) => isSpellingOf(aliasOf(link, custom), custom)));
		this.match = await this.bestMatch();
	}

	/**
	 * Searches for a short URL.
	 *
	 * @returns the links that were found, on whichever domain
	 */
	async searchShortUrl(shortUrl: string): Promise<IDataObject[]> {
		this.requests++;
		const { links } = await searchShortUrl(this.call, shortUrl);
		await this.add(links);
		return links;
	}

	/** Searches the list for each keyword, and then reads more pages of the searches that find many links. */
	async searchKeywords(): Promise<void> {
		let searches = this.existing.keywords(this.body).map((q) => this.searchFor(q));
		for (let number = 1; searches.length > 0; number++) {
			const unfinished: KeywordSearch[] = [];
			for (const search of searches) {
				if (this.requests++ >= this.maxRequests) return;
				const { records, last = number } = await search.read(number);
				await this.add(records);
				for (const { shorturl } of records) search.shown.add(shorturl);
				const isEnd = number >= last || records.length === 0;
				if (this.isSettled(isEnd ? search : undefined)) return;
				if (!isEnd) unfinished.push(search);
			}
			searches = unfinished;
		}
	}

	/**
	 * Whether further requests can't find another link.
	 *
	 * @param ended a search that was read to its end: it showed the same alias on all domains, if it showed one
	 */
	isSettled(ended?: KeywordSearch): boolean {
		const { match } = this;
		if (!match?.isExact) return false;
		return match.isOnKnownDomain || ended?.shown.has(match.link.shorturl) === true;
	}

	private searchFor(q: string): KeywordSearch {
		const wanted = { list: LISTS.links, query: { q }, limit: Infinity, startPage: 1 };
		const reader = new ListReader(this.call.service, wanted, requestOptionsOf(this.call));
		return {
			read: async (number) => (number === 1 ? await reader.firstPage() : await reader.page(number)),
			shown: new Set(),
		};
	}

	/** The requested link among all that were found. One whose alias is a slug counts only if it leads to the requested URL. */
	private async bestMatch(): Promise<Match | undefined> {
		const { call, existing, body, links } = this;
		const knownHost = hostOf(addressFor(call, body));
		const isOnKnownHost = ({ shorturl }: IDataObject) => hostOf(shorturl) === knownHost;
		const isSame = (link: IDataObject) => isSameAlias(aliasOf(link, body.custom), body.custom);
		const hasSameTarget = (link: IDataObject) => existing.hasSameTarget(link, body);
		// Only a request without a domain derives this alias, so that a link with it was made on the default domain
		const derived = this.isDerived ? links.filter(isSame).filter(hasSameTarget) : [];
		const onDomain =
			derived.length > 0 ? derived : await linksOnDomain(call, links, textOf(body.domain));
		const exact = [...onDomain.filter(isOnKnownHost), ...onDomain].filter(isSame);
		const link = exact.find(hasSameTarget) ?? exact[0] ?? onDomain.find(hasSameTarget);
		return (
			link && {
				link,
				isExact: isSame(link),
				isOnKnownDomain: derived.length > 0 || isOnKnownHost(link),
				requests: this.requests,
			}
		);
	}
}

/**
 * Looks for the link that prevents a creation: by its short URL, also with the slug of its alias, and by keywords, because
 * the service may have it under another short URL and may search only some of its fields.
 *
 * @param maxRequests most requests to send. With one, it is only the search for the short URL
 * @returns undefined when there is none
 * @throws {NodeApiError} when a request fails
 */
export async function findExistingLink(
	call: ItemCall,
	existing: ExistingLink,
	body: IDataObject,
	maxRequests: number,
): Promise<Match | undefined> {
	const lookUp = new LookUp(call, existing, body, maxRequests);
	const listed = linkIndexOf(call.run).spellingsOf(body.custom);
	await lookUp.add(listed);
	const alias = textOf(body.custom);
	const links = await lookUp.searchShortUrl(shortUrlFor(call, body, alias));
	const { match } = lookUp;
	// The whole list holds no link with the alias itself, so that searching finds none either
	if (lookUp.isSettled() || (match && listed.includes(match.link))) return match;
	const slug = slugOf(alias);
	if (
		links.length === 0 &&
		slug !== '' &&
		slug !== comparableAlias(alias) &&
		maxRequests > BRIEF_REQUESTS
	) {
		const shortUrl = shortUrlFor(call, body, slug);
		await lookUp.searchShortUrl(shortUrl);
		// The search by short URL works, and did not find the alias itself
		if (isSameShortUrl(lookUp.match?.link.shorturl, shortUrl)) return lookUp.match;
	}
	await lookUp.searchKeywords();
	return lookUp.match;
}
