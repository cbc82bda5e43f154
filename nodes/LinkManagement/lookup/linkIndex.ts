import type { IDataObject } from 'n8n-workflow';

import { OnceByName } from '../client/account';
import { LISTS } from '../client/endpoints';
import { LARGE_PAGE, PageReader } from '../lists/pageReader';
import { undefinedIfFailed } from '../recovery/findRecord';
import { isSameButForCase, linkAddress, pathOfShortUrl, similarityKey } from '../text/aliases';
import { hostOf, schemeAndHost } from '../text/comparable';
import { textOf } from '../text/json';
import { ClosestNames, type ListReader } from './nameList';

/** Most links to remember, and most requests for them. */
const MAX_LINKS = 100_000;
const MAX_REQUESTS = 1_000;
/** How long links count as they were read, in ms, because others may change or delete them: longer where to read them takes long. */
const MAX_AGE = 5 * 60_000;
const MAX_AGE_PER_READING = 10;
/** With fewer items, asking for each link takes fewer requests than the list. */
const MIN_ITEMS = 4;
/** A list of so many pages is always read whole. */
const SHORT_LIST = 2;
/** A longer one is read at the start if it has no more than one page for so many items: most items have a link. */
const ITEMS_PER_PAGE = 20;
/** Later, when items turn out to exist, it is read on if no more than one page is left for so many of them. */
const EXISTING_PER_PAGE = 10;

/** Most links that are kept with similar aliases, or with one alias on different domains. */
const MAX_SIMILAR = 100;

export interface Domain {
	/** What short URLs on it begin with, such as `https://sho.rt/s`. */
	address: string;
	/** As `ListedLink` has it, such as `sho.rt/s`. */
	domain: string;
}

/** No endpoint shows it. */
export interface DefaultDomain extends Domain {
	/** `known` by a creation or the credential; else by the links. One that may be an own domain is only `assumedForReading`. */
	basis: 'known' | 'baseUrl' | 'assumed' | 'assumedForReading';
	/** All links that were read are there. Otherwise, it is the only host that is no domain of the account. */
	hasAllLinks?: boolean;
}

export interface ShownLink {
	link: IDataObject;
	/** Its single reply, where the search gave one with statistics. */
	reply?: IDataObject;
	/** The default domain that it was found on, where only the links of the account show this domain. */
	foundOn?: DefaultDomain;
}

/** A link as the list shows it, with its address, which is computed once because a table compares each link. */
interface ListedLink {
	link: IDataObject;
	/** The host and perhaps a folder, such as `sho.rt/s`. */
	domain: string;
	alias: string;
}

/** What a run knows of links: the newest ones, as they were read. After some minutes, only which ones are older than a creation is kept. */
export class LinkIndex {
	private readonly byId = new Map<string, ListedLink>();
	/** By domain and alias, such as `sho.rt/spring`. */
	private readonly byAddress = new Map<string, IDataObject>();
	/** See {@link similarityKey}. */
	private readonly bySimilarity = new Map<string, ListedLink[]>();
	/** By number, those that are digits after zeros. */
	private readonly byNumber = new Set<string>();
	/** What short URLs on a host begin with, such as `https://sho.rt`, and the host itself and its folders, as far as they have links. */
	readonly hosts = new Map<string, { origin: string; domains: Set<string> }>();
	private readonly closest = new ClosestNames();
	/** Each short URL and each alias that a field gives is searched once in a run. At most one link for each. */
	readonly searched = new OnceByName<ShownLink | undefined>();
	/** The IDs of links that this run has changed, perhaps without a reply. */
	readonly changed = new Set<string>();
	/** How many links had been read before each one, by ID. */
	private readonly places = new Map<string, number>();
	highestIdRead = 0;
	/** The IDs of links that this run has made. */
	private readonly made = new Set<string>();
	/** When the last page came, ms since epoch, and how long all took, in ms. */
	private readAt: number | undefined;
	private readingTime = 0;
	private reader: PageReader | undefined;
	private pagesRead = 0;
	/** The number of the last page, if the service reports it. */
	private lastPage = Infinity;
	private end: 'none' | 'wholeList' | 'notReadable' = 'none';
	/** The reading of the first page, if it failed, which says why nothing is known of any link. */
	failedReading: Promise<unknown> | undefined;
	/** Links that exist, and for which no page was read yet. */
	private missing: IDataObject[] = [];
	private readonly counts = { existing: 0, created: 0 };
	private reading: Promise<void> | undefined;

	/** Whether the whole list was read, so that a link that is not found here did not exist then. */
	get isComplete(): boolean {
		this.forgetIfOld();
		return this.end === 'wholeList';
	}

	get hasBegun(): boolean {
		this.forgetIfOld();
		return this.pagesRead > 0;
	}

	/** See {@link isOlder}. */
	get linksRead(): number {
		return this.places.size;
	}

	noteExisting(link: IDataObject): void {
		this.counts.existing++;
		if (!this.byId.has(textOf(link.id))) this.missing.push(link);
	}

	/** @returns whether this run has made it already, for another item */
	noteCreated({ id }: IDataObject): boolean {
		this.counts.created++;
		const made = textOf(id);
		const isRepeated = made !== '' && this.made.has(made);
		this.made.add(made);
		return isRepeated;
	}

	/** Where several items name links that probably exist. @param looksForEach whether one that is not in the list takes a request */
	async prepare(item: ListReader, looksForEach: boolean): Promise<void> {
		const { items } = item.run;
		if (items < MIN_ITEMS) return;
		const pages = looksForEach ? items : Math.floor(items / ITEMS_PER_PAGE);
		await this.readWhile(item, () => this.lastPage <= Math.max(SHORT_LIST, pages));
		await this.readForMissing(item);
	}

	/** Reads the pages that are worth it by now: one for each link that exists and was not read, and all others if few are left. */
	async readForMissing(item: ListReader): Promise<void> {
		this.forgetIfOld();
		if (this.missing.length > 0)
			this.reading ??= this.readPages(item).finally(() => (this.reading = undefined));
		await this.reading;
	}

	async readFirstPage(item: ListReader): Promise<void> {
		await this.readWhile(item, () => false);
	}

	/** @param domain see {@link ListedLink} */
	findAt(domain: string, alias: string): IDataObject | undefined {
		this.forgetIfOld();
		return this.byAddress.get(`${domain}/${alias}`);
	}

	findByShortUrl(shortUrl: string): IDataObject | undefined {
		return this.findAt(hostOf(shortUrl), pathOfShortUrl(shortUrl));
	}

	listedById(id: string): ListedLink | undefined {
		this.forgetIfOld();
		return this.byId.get(id);
	}

	/** The links with an alias, on whichever domain, as far as the list was read. @param alias as it is compared */
	withAlias(alias: string): IDataObject[] {
		const listed = this.similarTo(alias).filter((one) => one.alias === alias);
		return listed.map(({ link }) => link);
	}

	hasInAnotherCase(alias: string): boolean {
		return this.similarTo(alias).some(
			(listed) => listed.alias !== alias && isSameButForCase(listed.alias, alias),
		);
	}

	/** The links with the same or a similar alias. @param alias as it is compared */
	similarTo(alias: string): ListedLink[] {
		this.forgetIfOld();
		return this.bySimilarity.get(similarityKey(alias)) ?? [];
	}

	/** Whether a link that was read has these digits as its alias, after zeros, which spreadsheets remove. */
	hasAfterZeros(digits: unknown): boolean {
		this.forgetIfOld();
		return this.byNumber.has(textOf(digits));
	}

	/** A domain as its links have it: one that is given without a folder means the only folder of its host. */
	domainWithFolder(domain: string): string {
		const [only, ...others] = this.hosts.get(domain)?.domains ?? [];
		return only === undefined || others.length > 0 ? domain : only;
	}

	/** The alias that was read and is most like one that no link has. @param alias as it is compared */
	async closestAlias(alias: string): Promise<string | undefined> {
		const aliases = () => [...this.byId.values()].map((listed) => listed.alias);
		return this.similarTo(alias)[0]?.alias ?? (await this.closest.to(alias, aliases));
	}

	/** Whether a link was among the first that were read. IDs need not ascend, so that nothing else shows it. */
	isOlder({ id }: IDataObject, linksRead: number): boolean {
		return (this.places.get(textOf(id)) ?? Infinity) < linksRead;
	}

	private async readWhile(item: ListReader, mayGoOn: () => boolean): Promise<void> {
		this.forgetIfOld();
		const read = async () => {
			do await this.readPage(item);
			while (this.end === 'none' && mayGoOn());
		};
		if (this.pagesRead === 0) this.reading ??= read().finally(() => (this.reading = undefined));
		await this.reading;
	}

	private async readPages(item: ListReader): Promise<void> {
		for (let link = this.missing.pop(); link; link = this.missing.pop()) {
			if (this.end !== 'none' || this.byId.has(textOf(link.id))) continue;
			do await this.readPage(item);
			while (this.end === 'none' && this.isRestWorthIt(item));
		}
	}

	private isRestWorthIt({ run: { items } }: ListReader): boolean {
		const { existing, created } = this.counts;
		const expected = (items * existing) / (existing + created);
		const left = this.lastPage - this.pagesRead;
		return left <= Math.max(this.pagesRead, expected / EXISTING_PER_PAGE);
	}

	private async readPage(item: ListReader): Promise<void> {
		const place = this.pagesRead + 1;
		item.service.log.debug(`reads page ${place} of the links`);
		const began = Date.now();
		this.reader ??= new PageReader(
			item.service,
			{ list: LISTS.links, query: { order: 'date' }, isSortedByDate: true },
			{ pageSize: LARGE_PAGE, maxRequests: MAX_REQUESTS },
			// Without the item, because the pages are for all items of the run
			{ ...item.requestOptions, item: undefined },
		);
		const reading = this.reader.page(place);
		const page = await undefinedIfFailed(reading);
		this.failedReading = page || place > 1 ? undefined : reading;
		this.readAt = Date.now();
		this.readingTime += this.readAt - began;
		this.pagesRead++;
		if (!page) {
			this.end = 'notReadable';
			return;
		}
		this.lastPage = page.last ?? Infinity;
		const before = this.byId.size;
		for (const link of page.records) this.add(link);
		// A service that does not report the last page may repeat it
		const isRepeated = this.byId.size === before;
		if (page.records.length === 0 || place >= this.lastPage) this.end = 'wholeList';
		else if (isRepeated || this.byId.size > MAX_LINKS) this.end = 'notReadable';
	}

	private add(link: IDataObject): void {
		const id = textOf(link.id);
		if (this.byId.has(id)) return;
		const { domain, alias } = linkAddress(link);
		const listed = { link, domain, alias };
		this.byId.set(id, listed);
		if (!this.places.has(id)) this.places.set(id, this.linksRead);
		this.highestIdRead = Math.max(this.highestIdRead, Number(id) || 0);
		const address = `${domain}/${alias}`;
		if (!this.byAddress.has(address)) this.byAddress.set(address, link);
		const key = similarityKey(alias);
		const similar = this.bySimilarity.get(key) ?? [];
		if (similar.length < MAX_SIMILAR) similar.push(listed);
		this.bySimilarity.set(key, similar);
		const [, digits] = /^0+([1-9]\d*)$/.exec(alias) ?? [];
		if (digits !== undefined) this.byNumber.add(digits);
		const [name = ''] = domain.split('/', 1);
		if (name === '') return;
		const origin = schemeAndHost(link.shorturl);
		const host = this.hosts.get(name) ?? { origin, domains: new Set() };
		host.domains.add(domain);
		this.hosts.set(name, host);
	}

	private forgetIfOld(): void {
		const maxAge = Math.max(MAX_AGE, MAX_AGE_PER_READING * this.readingTime);
		if (this.readAt === undefined || this.reading || Date.now() - this.readAt < maxAge) return;
		const { byId, byAddress, bySimilarity, byNumber, hosts } = this;
		for (const links of [byId, byAddress, bySimilarity, byNumber, hosts]) links.clear();
		this.readAt = undefined;
		this.readingTime = 0;
		this.reader = undefined;
		this.pagesRead = 0;
		if (this.end === 'wholeList') this.end = 'none';
	}
}
