import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import { perRun } from '../../client/memory';
import { PageReader } from '../../lists/pageReader';
import { LARGE_PAGE } from '../../lists/pageSizes';
import {
	knownDefaultDomain,
	likelyDefaultDomain,
	linksOnDomain,
	linksOnOwnDefaultDomain,
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

/** The link with an alias on the requested domain in the list, as far as list and domain are known. */
export function findListedAlias(
	call: ItemCall,
	{ domain }: IDataObject,
	alias: unknown,
): IDataObject | undefined {
	const address = textOf(domain) || knownDefaultDomain(call);
	return address === undefined
		? undefined
		: linkIndexOf(call.run).findByAlias(hostOf(address), alias);
}

/** What the short URL begins with, as far as it is known. */
const addressFor = (call: ItemCall, { domain }: IDataObject): string =>
	textOf(domain) || likelyDefaultDomain(call);

const shortUrlFor = (call: ItemCall, body: IDataObject, alias: string): string =>
	`${addressFor(call, body)}/${alias}`.replace(/([^:/])\/+/g, '$1/');

/** A link that may be the requested one. */
export interface Match {
	link: IDataObject;
	/** Its alias has the same characters as the requested one; otherwise it may be the link of another request. */
	isExact: boolean;
	/** How many requests it took to find it. */
	requests: number;
}

/** How to look for an existing link. */
export interface LookUpOptions {
	/** Most requests to send. With one, it is only a search by short URL. */
	maxRequests: number;
	/** Whether the service has refused the alias on the requested domain, so that a link there probably has it. */
	isTaken?: boolean;
}

/** Whether the service makes slugs of aliases, as far as a run has seen it. */
const slugsOfRun = perRun(() => ({ areMade: false }));

/** The link in the list, as far as it was read, under its alias or the slug of it, if it leads to the requested URL. */
export function findListedLink(
	call: ItemCall,
	{ hasSameTarget }: ExistingLink,
	body: IDataObject,
): IDataObject | undefined {
	const { custom } = body;
	const aliases = slugsOfRun(call.run).areMade ? [custom, slugOf(custom)] : [custom];
	return aliases
		.map((alias) => findListedAlias(call, body, alias))
		.find((link) => isSpellingOf(aliasOf(link, custom), custom) && hasSameTarget(link ?? {}, body));
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
	/** Whether the alias itself is not in use, so that its slug may be. */
	private hasOnlySlug: boolean;

	constructor(
		private readonly call: ItemCall,
		private readonly existing: ExistingLink,
		private readonly body: IDataObject,
		private readonly options: LookUpOptions,
	) {
		const { custom, ...others } = body;
		this.isDerived = textOf(body.domain) === '' && existing.complete(others).custom === custom;
		this.hasOnlySlug = slugsOfRun(call.run).areMade;
	}

	async run(): Promise<Match | undefined> {
		const { call, body, existing } = this;
		const listed = linkIndexOf(call.run).spellingsOf(body.custom);
		await this.add(listed);
		const searchAlias = async () => await this.searchAlias();
		const searchSlug = async () => await this.searchSlug();
		const keywords = existing.keywords(body).map((q) => this.searchKeyword(q));
		const steps: Step[] = this.hasOnlySlug
			? [searchSlug, searchAlias, ...keywords]
			: [searchAlias, ...keywords.slice(0, 1), searchSlug, ...keywords.slice(1)];
		for (const step of steps) {
			const next = await step();
			if (next) steps.push(next);
			// The whole list holds no link with the alias itself, so that searching finds none either
			const isListed = this.match !== undefined && listed.includes(this.match.link);
			if (this.isSettled || isListed || this.requests >= this.options.maxRequests) break;
		}
		return this.match;
	}

	private async searchAlias(): Promise<undefined> {
		const shortUrl = shortUrlFor(this.call, this.body, textOf(this.body.custom));
		this.hasOnlySlug = (await this.searchShortUrl(shortUrl)).length === 0;
	}

	/** Searches for the short URL that the link has where the service makes a slug of its alias. */
	private async searchSlug(): Promise<undefined> {
		const { call, body } = this;
		const slug = slugOf(body.custom);
		if (!this.hasOnlySlug || slug === '' || slug === comparableAlias(body.custom)) return;
		const shortUrl = shortUrlFor(call, body, slug);
		await this.searchShortUrl(shortUrl);
		if (!isSameShortUrl(this.match?.link.shorturl, shortUrl)) return;
		this.isSettled = true;
		// Only a refused alias shows that its link has the slug because of it
		if (this.options.isTaken) slugsOfRun(call.run).areMade = true;
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
		const limits = { pageSize: LARGE_PAGE, maxRequests: this.options.maxRequests };
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

	private async linksOnDomain(): Promise<IDataObject[]> {
		const { call, existing, body, links, options } = this;
		const domain = textOf(body.domain);
		const onDomain = await linksOnDomain(call, links, domain);
		if (onDomain.length > 0 || domain !== '' || !options.isTaken) return onDomain;
		const onOwnDomain = await linksOnOwnDefaultDomain(call, links);
		return onOwnDomain.filter((link) => existing.hasSameTarget(link, body));
	}

	private isSame(link: IDataObject): boolean {
		return isSameAlias(aliasOf(link, this.body.custom), this.body.custom);
	}

	private isOnKnownHost({ shorturl }: IDataObject): boolean {
		return hostOf(shorturl) === hostOf(addressFor(this.call, this.body));
	}

	/** Chooses the requested link among all that were found. */
	private async choose(): Promise<void> {
		const { existing, body, links, requests } = this;
		const isDerived = (link: IDataObject) =>
			this.isSame(link) && existing.hasSameTarget(link, body);
		// Only a request without a domain derives this alias, so that a link with it was made on the default domain
		const derived = this.isDerived ? links.filter(isDerived) : [];
		const isKnown = derived.length > 0;
		const link = this.bestOf(isKnown ? derived : await this.linksOnDomain());
		const isExact = link !== undefined && this.isSame(link);
		if (link !== this.match?.link) this.match = link && { link, isExact, requests };
		this.isSettled = isExact && (isKnown || this.isOnKnownHost(link));
	}

	/** A link whose alias is a slug. Where it may lead anywhere, it is enough that there is no other one. */
	private spelledAlike(links: IDataObject[]): IDataObject | undefined {
		const { existing, body } = this;
		const [only, ...others] = existing.isAnyTarget === true ? links : [];
		const isAlone = others.length === 0;
		return links.find((link) => existing.hasSameTarget(link, body)) ?? (isAlone ? only : undefined);
	}

	/** The requested link among those on its domain. A link whose alias is a slug must lead to the requested URL. */
	private bestOf(onDomain: IDataObject[]): IDataObject | undefined {
		const { existing, body } = this;
		const hasSameTarget = (link: IDataObject) => existing.hasSameTarget(link, body);
		const onKnownHost = onDomain.filter((link) => this.isOnKnownHost(link));
		const exact = [...onKnownHost, ...onDomain].filter((link) => this.isSame(link));
		return exact.find(hasSameTarget) ?? exact[0] ?? this.spelledAlike(onDomain);
	}
}

/** The requested link among several that are known, without a request for it. */
export async function bestMatch(
	call: ItemCall,
	existing: ExistingLink,
	body: IDataObject,
	links: IDataObject[],
): Promise<Match | undefined> {
	const lookUp = new LookUp(call, existing, body, { maxRequests: 0 });
	await lookUp.add(links);
	return lookUp.match;
}

/**
 * Looks for the link that prevents a creation: by its short URL, also with the slug of its alias, and by keywords, because
 * the service may have it under another short URL and may search only some of its fields.
 *
 * @returns undefined when there is none
 * @throws {NodeApiError} when a request fails
 */
export const findExistingLink = async (
	call: ItemCall,
	existing: ExistingLink,
	body: IDataObject,
	options: LookUpOptions,
): Promise<Match | undefined> => await new LookUp(call, existing, body, options).run();
