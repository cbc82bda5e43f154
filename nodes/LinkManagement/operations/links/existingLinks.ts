import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import { perRun } from '../../client/memory';
import { PageReader } from '../../lists/pageReader';
import { LARGE_PAGE } from '../../lists/pageSizes';
import { knownDefaultDomain } from '../../references/defaultDomain';
import { searchShortUrl } from '../../references/shortUrl';
import { aliasOf, comparableAlias, isSpellingOf, slugOf } from '../../values/aliases';
import { hostOf, isSameShortUrl } from '../../values/comparable';
import { textOf } from '../../values/json';
import { type ItemCall, requestOptionsOf } from '../operation';
import { addressFor, Candidates, type Choice, type ExistingLink } from './candidates';
import { linkIndexOf } from './linkIndex';

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

/** Whether the service makes slugs of aliases, as far as a run has seen it. */
const slugsOfRun = perRun(() => ({ areMade: false }));

/** The link in the list, as far as it was read, under its alias or a usual slug of it, if it leads to the requested URL. */
export function findListedLink(
	call: ItemCall,
	{ hasSameTarget }: ExistingLink,
	body: IDataObject,
): IDataObject | undefined {
	const { custom } = body;
	const slugs = [slugOf(custom), comparableAlias(custom).toLowerCase()];
	return [custom, ...(slugsOfRun(call.run).areMade ? slugs : [])]
		.map((alias) => findListedAlias(call, body, alias))
		.find((link) => isSpellingOf(aliasOf(link, custom), custom) && hasSameTarget(link ?? {}, body));
}

/** The requested link among several that are known, without a request for it. */
export async function chooseAmong(
	call: ItemCall,
	existing: ExistingLink,
	body: IDataObject,
	links: IDataObject[],
): Promise<Choice | undefined> {
	const candidates = new Candidates(call, existing, body);
	candidates.add(links);
	return await candidates.choose();
}

/** How to look for an existing link. */
export interface LookUpOptions {
	/** Most requests to send. With one, it is only a search by short URL. */
	maxRequests: number;
	/** Whether the service has refused the alias on the requested domain, so that a link there probably has it. */
	isTaken?: boolean;
}

/** A link that may be the requested one. */
export interface Match extends Choice {
	/** How many requests it took to find it. */
	requests: number;
}

/** Sends one request, or none where it can't help. @returns whether no other link can be the requested one */
type Step = () => Promise<boolean>;

/** The look-up of one existing link: one step after the other, until the link is certain or no request is left. */
class LookUp {
	private match: Match | undefined;
	private requests = 0;
	private readonly candidates: Candidates;
	private readonly steps: Step[] = [];
	/** Whether the alias itself is not in use, as far as is known, so that its slug may be. */
	private hasOnlySlug: boolean;

	constructor(
		private readonly call: ItemCall,
		private readonly existing: ExistingLink,
		private readonly body: IDataObject,
		private readonly options: LookUpOptions,
	) {
		this.candidates = new Candidates(call, existing, body, options.isTaken);
		this.hasOnlySlug = slugsOfRun(call.run).areMade;
	}

	async run(): Promise<Match | undefined> {
		const listed = linkIndexOf(this.call.run).spellingsOf(this.body.custom);
		await this.consider(listed);
		this.steps.push(...this.firstSteps());
		for (const step of this.steps) {
			const isCertain = await step();
			// The whole list holds no link with the alias itself, so that searching finds none either
			const isListed = this.match !== undefined && listed.includes(this.match.link);
			if (isCertain || isListed || this.requests >= this.options.maxRequests) break;
		}
		// Only a refused alias shows that its link has the slug because of it
		if (this.options.isTaken && this.match?.isExact === false)
			slugsOfRun(this.call.run).areMade = true;
		return this.match;
	}

	private firstSteps(): Step[] {
		const alias: Step = async () => await this.searchAlias();
		const slug: Step = async () => await this.searchSlug();
		const keywords = this.existing.keywords(this.body).map((q) => this.keywordSearch(q));
		return this.hasOnlySlug
			? [slug, alias, ...keywords]
			: [alias, ...keywords.slice(0, 1), slug, ...keywords.slice(1)];
	}

	/** Chooses the requested link among further links, too. @returns whether no other link can be the requested one */
	private async consider(links: IDataObject[]): Promise<boolean> {
		this.candidates.add(links);
		const choice = await this.candidates.choose();
		if (choice?.link !== this.match?.link)
			this.match = choice && { ...choice, requests: this.requests };
		return choice?.isCertain === true;
	}

	private async searchAlias(): Promise<boolean> {
		const links = await this.linksAt(this.shortUrlWith(textOf(this.body.custom)));
		this.hasOnlySlug = links.length === 0;
		return await this.consider(links);
	}

	/** Searches for the short URL that the link has where the service makes a slug of its alias. */
	private async searchSlug(): Promise<boolean> {
		const { custom } = this.body;
		const slug = slugOf(custom);
		if (!this.hasOnlySlug || slug === '' || slug === comparableAlias(custom)) return false;
		const shortUrl = this.shortUrlWith(slug);
		const isCertain = await this.consider(await this.linksAt(shortUrl));
		return isCertain || isSameShortUrl(this.match?.link.shorturl, shortUrl);
	}

	private shortUrlWith(alias: string): string {
		return `${addressFor(this.call, this.body)}/${alias}`.replace(/([^:/])\/+/g, '$1/');
	}

	private async linksAt(shortUrl: string): Promise<IDataObject[]> {
		this.requests++;
		const { links } = await searchShortUrl(this.call, shortUrl);
		return links;
	}

	/** Searches the list for a keyword, one page a step. The next page comes after the other steps. */
	private keywordSearch(q: string): Step {
		const source = { list: LISTS.links, query: { q } };
		const limits = { pageSize: LARGE_PAGE, maxRequests: this.options.maxRequests };
		const reader = new PageReader(this.call.service, source, limits, requestOptionsOf(this.call));
		const shown = new Set<unknown>();
		const readPage =
			(number: number): Step =>
			async () => {
				this.requests++;
				const { records = [], last = number } = (await reader.page(number)) ?? {};
				const isCertain = await this.consider(records);
				for (const { shorturl } of records) shown.add(shorturl);
				const isLast = number >= last || records.length === 0;
				if (!isLast) this.steps.push(readPage(number + 1));
				// A search that has shown an alias on one domain has shown it on all of them
				const isShown = this.match?.isExact === true && shown.has(this.match.link.shorturl);
				return isCertain || (isLast && isShown);
			};
		return readPage(1);
	}
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
