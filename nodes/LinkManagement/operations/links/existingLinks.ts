import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import { PageReader } from '../../lists/pageReader';
import { LARGE_PAGE } from '../../lists/pageSizes';
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
	/** How many requests it took to find it. */
	requests: number;
}

/** Sends one request of a look-up. @returns a further step, for which there may be requests left */
type Step = () => Promise<Step | undefined>;

/** The look-up of one existing link. It collects what the requests find, and chooses among all of it. */
class LookUp {
	match: Match | undefined;
	private readonly links: IDataObject[] = [];
	/** Whether the alias is the one that is derived where neither alias nor domain is given. */
	private readonly isDerived: boolean;
	private requests = 0;
	/** Whether no other link can be the requested one. */
	private isSettled = false;
	/** Whether the search by short URL found nothing, on whichever domain. */
	private isShortUrlUnknown = false;

	constructor(
		private readonly call: ItemCall,
		private readonly existing: ExistingLink,
		private readonly body: IDataObject,
		private readonly maxRequests: number,
	) {
		const { custom, ...others } = body;
		this.isDerived = textOf(body.domain) === '' && existing.complete(others).custom === custom;
	}

	async run(): Promise<Match | undefined> {
		const { call, body, existing } = this;
		const listed = linkIndexOf(call.run).spellingsOf(body.custom);
		await this.add(listed);
		await this.searchAlias();
		// The whole list holds no link with the alias itself, so that searching finds none either
		if (this.match && listed.includes(this.match.link)) return this.match;
		const [first, ...others] = existing.keywords(body).map((q) => this.searchKeyword(q));
		const steps = [...(first ? [first] : []), async () => await this.searchSlug(), ...others];
		for (const step of steps) {
			if (this.isSettled || this.requests >= this.maxRequests) break;
			const next = await step();
			if (next) steps.push(next);
		}
		return this.match;
	}

	private async searchAlias(): Promise<void> {
		const shortUrl = shortUrlFor(this.call, this.body, textOf(this.body.custom));
		this.isShortUrlUnknown = (await this.searchShortUrl(shortUrl)).length === 0;
	}

	/** Searches for the short URL that the link has where the service makes a slug of its alias. */
	private async searchSlug(): Promise<undefined> {
		const { call, body } = this;
		const slug = slugOf(body.custom);
		if (!this.isShortUrlUnknown || slug === '' || slug === comparableAlias(body.custom)) return;
		const shortUrl = shortUrlFor(call, body, slug);
		await this.searchShortUrl(shortUrl);
		// The search by short URL works, and did not find the alias itself
		this.isSettled ||= isSameShortUrl(this.match?.link.shorturl, shortUrl);
	}

	private async searchShortUrl(shortUrl: string): Promise<IDataObject[]> {
		this.requests++;
		const { links } = await searchShortUrl(this.call, shortUrl);
		await this.add(links);
		return links;
	}

	/** Searches the list for a keyword. The next pages come after the other steps. */
	private searchKeyword(q: string): Step {
		const source = { list: LISTS.links, query: { q } };
		const limits = { pageSize: LARGE_PAGE, maxRequests: this.maxRequests };
		const reader = new PageReader(this.call.service, source, limits, requestOptionsOf(this.call));
		const shown = new Set<unknown>();
		const readPage =
			(number: number): Step =>
			async () => {
				this.requests++;
				const { records = [], last = number } = (await reader.page(number)) ?? {};
				await this.add(records);
				for (const { shorturl } of records) shown.add(shorturl);
				if (number < last && records.length > 0) return readPage(number + 1);
				// A search that has shown an alias on one domain has shown it on all of them
				this.isSettled ||= this.match?.isExact === true && shown.has(this.match.link.shorturl);
				return undefined;
			};
		return readPage(1);
	}

	/** Chooses among further links, too. */
	async add(links: IDataObject[]): Promise<void> {
		const { custom } = this.body;
		this.links.push(...links.filter((link) => isSpellingOf(aliasOf(link, custom), custom)));
		await this.choose();
	}

	/** Chooses the requested link among all that were found. A link whose alias is a slug must lead to the requested URL. */
	private async choose(): Promise<void> {
		const { call, existing, body, links, requests } = this;
		const knownHost = hostOf(addressFor(call, body));
		const isOnKnownHost = ({ shorturl }: IDataObject) => hostOf(shorturl) === knownHost;
		const isSame = (link: IDataObject) => isSameAlias(aliasOf(link, body.custom), body.custom);
		const hasSameTarget = (link: IDataObject) => existing.hasSameTarget(link, body);
		// Only a request without a domain derives this alias, so that a link with it was made on the default domain
		const derived = this.isDerived ? links.filter(isSame).filter(hasSameTarget) : [];
		const onDomain =
			derived.length > 0 ? derived : await linksOnDomain(call, links, textOf(body.domain));
		const exact = [...onDomain.filter(isOnKnownHost), ...onDomain].filter(isSame);
		// Where the link may lead anywhere, a slug of the alias is enough if it is the only one
		const alike = existing.isAnyTarget === true && onDomain.length === 1 ? onDomain : [];
		const link = [
			...exact.filter(hasSameTarget),
			...exact,
			...onDomain.filter(hasSameTarget),
			...alike,
		].at(0);
		if (link !== this.match?.link) this.match = link && { link, isExact: isSame(link), requests };
		this.isSettled =
			link !== undefined && isSame(link) && (derived.length > 0 || isOnKnownHost(link));
	}
}

/** The requested link among several that are known, without a request for it. */
export async function bestMatch(
	call: ItemCall,
	existing: ExistingLink,
	body: IDataObject,
	links: IDataObject[],
): Promise<Match | undefined> {
	const lookUp = new LookUp(call, existing, body, 0);
	await lookUp.add(links);
	return lookUp.match;
}

/**
 * Looks for the link that prevents a creation: by its short URL, also with the slug of its alias, and by keywords, because
 * the service may have it under another short URL and may search only some of its fields.
 *
 * @param maxRequests most requests to send. With one, it is only the search for the short URL
 * @returns undefined when there is none
 * @throws {NodeApiError} when a request fails
 */
export const findExistingLink = async (
	call: ItemCall,
	existing: ExistingLink,
	body: IDataObject,
	maxRequests: number,
): Promise<Match | undefined> => await new LookUp(call, existing, body, maxRequests).run();
