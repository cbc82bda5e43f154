import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import { requestOptionsOf } from '../../client/http';
import { perRun } from '../../client/memory';
import { undefinedIfFailed } from '../../errors';
import type { Page } from '../../lists/page';
import { PageReader } from '../../lists/pageReader';
import { LARGE_PAGE } from '../../lists/pageSizes';
import {
	aliasInShortUrl,
	aliasOf,
	comparableAlias,
	pathOfShortUrl,
	rewrittenAlias,
} from '../../values/aliases';
import { hostOf } from '../../values/comparable';
import { textOf } from '../../values/json';
import type { ReferenceCall } from '../call';
import { ClosestNames } from '../closest';

/** Most links to remember, and most requests for them. */
const MAX_LINKS = 100_000;
const MAX_REQUESTS = 1_000;
/** How long a link counts as it was read, in ms, because others may change or delete it. */
const MAX_AGE = 5 * 60_000;
/** With fewer items, asking for each link takes fewer requests than the list. */
const MIN_ITEMS = 4;
/** A list of so many pages is always read whole. */
const SHORT_LIST = 2;
/** A longer one is read at the start if it has no more than one page for so many items: most items have a link. */
const ITEMS_PER_PAGE = 20;
/** Later, when items turn out to exist, it is read on if no more than one page is left for so many of them. */
const EXISTING_PER_PAGE = 10;

/** Most links whose aliases a service would rewrite to the same, and most links of a host that are kept apart. */
const MAX_ALIKE = 100;

function addLink(links: Map<string, IDataObject[]>, key: string, link: IDataObject): void {
	const known = links.get(key);
	if (!known) links.set(key, [link]);
	else if (known.length < MAX_ALIKE) known.push(link);
}

export interface DomainHosts {
	/** With an ID: of this account. */
	own: Set<string>;
	/** Without an ID: of all users (services.md section 3). */
	shared: Set<string>;
}

/** The newest links, as they were read. After five minutes, only which ones are older than a creation is kept. */
export class LinkIndex {
	/** The links of the first page, by host. */
	private readonly newest = new Map<string, IDataObject[]>();
	private readonly byId = new Map<string, IDataObject>();
	private readonly byAlias = new Map<string, IDataObject[]>();
	/** By number, those that are digits after zeros. */
	private readonly byNumber = new Set<string>();
	/** By host and rewritten alias. */
	private readonly byRewritten = new Map<string, IDataObject[]>();
	private readonly closest = new ClosestNames();
	/** The hosts of the list of domains, once they are asked for. At most 100 pages of them. */
	domains: Promise<DomainHosts | undefined> | undefined;
	/** How many links had been read before each one, by ID. */
	private readonly places = new Map<string, number>();
	/** When the first page was requested, ms since epoch. */
	private readAt: number | undefined;
	private reader: PageReader | undefined;
	private pagesRead = 0;
	/** The number of the last page, if the service reports it. */
	private lastPage = Infinity;
	private end: 'none' | 'wholeList' | 'notReadable' = 'none';
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

	/** To be kept before a creation is sent: see {@link isOlder}. */
	get linksRead(): number {
		return this.places.size;
	}

	noteExisting(link: IDataObject): void {
		this.counts.existing++;
		if (!this.byId.has(textOf(link.id))) this.missing.push(link);
	}

	noteCreated(): void {
		this.counts.created++;
	}

	/** Where several items name links that probably exist. @param looksForEach whether one that is not in the list takes a request */
	async prepare(call: ReferenceCall, looksForEach: boolean): Promise<void> {
		const { items = 1 } = call.run;
		if (items < MIN_ITEMS) return;
		const pages = looksForEach ? items : Math.floor(items / ITEMS_PER_PAGE);
		await this.readWhile(call, () => this.lastPage <= Math.max(SHORT_LIST, pages));
		await this.readForMissing(call);
	}

	/** Reads the pages that are worth it by now: one for each link that exists and was not read, and all others if few are left. */
	async readForMissing(call: ReferenceCall): Promise<void> {
		this.forgetIfOld();
		if (this.missing.length > 0)
			this.reading ??= this.readPages(call).finally(() => (this.reading = undefined));
		await this.reading;
	}

	async readFirstPage(call: ReferenceCall): Promise<void> {
		await this.readWhile(call, () => false);
	}

	findByAlias(host: string, alias: unknown): IDataObject | undefined {
		return this.withAlias(alias).find(({ shorturl }) => hostOf(shorturl) === host);
	}

	findByShortUrl(shortUrl: string): IDataObject | undefined {
		const link = this.findByAlias(hostOf(shortUrl), aliasInShortUrl(shortUrl));
		const isSame = pathOfShortUrl(link?.shorturl) === pathOfShortUrl(shortUrl);
		return isSame ? link : undefined;
	}

	findById(id: string): IDataObject | undefined {
		this.forgetIfOld();
		return this.byId.get(id);
	}

	/** The links with an alias, on whichever host, as far as the list was read. */
	withAlias(alias: unknown): IDataObject[] {
		this.forgetIfOld();
		return this.byAlias.get(comparableAlias(alias)) ?? [];
	}

	/** Whether a link that was read has these digits as its alias, after zeros, which spreadsheets remove. */
	hasAfterZeros(digits: unknown): boolean {
		this.forgetIfOld();
		return this.byNumber.has(textOf(digits));
	}

	/** The links on a host whose alias becomes the same as this one where a service rewrites aliases. */
	rewrittenAs(host: string, alias: unknown): IDataObject[] {
		this.forgetIfOld();
		return this.byRewritten.get(`${host}/${rewrittenAlias(alias)}`) ?? [];
	}

	get newestHosts(): string[] {
		this.forgetIfOld();
		return [...this.newest.keys()];
	}

	newestOn(host: string): IDataObject | undefined {
		return this.newest.get(host)?.[0];
	}

	/** Whether all of the newest links, two at least, are on this host. */
	areAllOn(host: string): boolean {
		return this.newest.size === 1 && (this.newest.get(host)?.length ?? 0) > 1;
	}

	/** The alias that is most like one that no link has, among those that were read: see {@link ClosestNames}. */
	async closestAlias(alias: string): Promise<string | undefined> {
		return await this.closest.to(comparableAlias(alias), () => this.byAlias.keys());
	}

	/** Whether a link was among the first that were read. IDs need not ascend, so that nothing else shows it. */
	isOlder({ id }: IDataObject, linksRead: number): boolean {
		return (this.places.get(textOf(id)) ?? Infinity) < linksRead;
	}

	private async readWhile(call: ReferenceCall, mayGoOn: () => boolean): Promise<void> {
		this.forgetIfOld();
		const read = async () => {
			do await this.readPage(call);
			while (this.end === 'none' && mayGoOn());
		};
		if (this.pagesRead === 0) this.reading ??= read().finally(() => (this.reading = undefined));
		await this.reading;
	}

	private async readPages(call: ReferenceCall): Promise<void> {
		for (let link = this.missing.pop(); link; link = this.missing.pop()) {
			if (this.end !== 'none' || this.byId.has(textOf(link.id))) continue;
			do await this.readPage(call);
			while (this.end === 'none' && this.isRestWorthIt(call));
		}
	}

	private isRestWorthIt({ run: { items = 1 } }: ReferenceCall): boolean {
		const { existing, created } = this.counts;
		const expected = (items * existing) / (existing + created);
		const left = this.lastPage - this.pagesRead;
		return left <= Math.max(this.pagesRead, expected / EXISTING_PER_PAGE);
	}

	private async readPage(call: ReferenceCall): Promise<void> {
		const place = this.pagesRead + 1;
		call.service.log.debug(`reads page ${place} of the links`);
		this.readAt ??= Date.now();
		this.reader ??= new PageReader(
			call.service,
			{ list: LISTS.links, query: { order: 'date' }, isSortedByDate: true },
			{ pageSize: LARGE_PAGE, maxRequests: MAX_REQUESTS },
			requestOptionsOf(call),
		);
		const page = await undefinedIfFailed(this.reader.newest(place));
		this.pagesRead++;
		this.lastPage = page?.last ?? Infinity;
		const before = this.byId.size;
		for (const link of page?.records ?? []) {
			this.add(link);
			if (place === 1) addLink(this.newest, hostOf(link.shorturl), link);
		}
		this.end = this.endAfter(page, place, this.byId.size > before);
	}

	private endAfter(page: Page | undefined, place: number, hasNews: boolean): LinkIndex['end'] {
		if (page && (page.records.length === 0 || place >= this.lastPage)) return 'wholeList';
		// A service that does not report the last page may repeat it
		return page && hasNews && this.byId.size <= MAX_LINKS ? 'none' : 'notReadable';
	}

	private add(link: IDataObject): void {
		const id = textOf(link.id);
		if (this.byId.has(id)) return;
		this.byId.set(id, link);
		if (!this.places.has(id)) this.places.set(id, this.linksRead);
		const alias = aliasOf(link);
		addLink(this.byAlias, alias, link);
		const [, digits] = /^0+([1-9]\d*)$/.exec(alias) ?? [];
		if (digits !== undefined) this.byNumber.add(digits);
		addLink(this.byRewritten, `${hostOf(link.shorturl)}/${rewrittenAlias(alias)}`, link);
	}

	private forgetIfOld(): void {
		if (this.readAt === undefined || this.reading || Date.now() - this.readAt < MAX_AGE) return;
		const { byId, byAlias, byNumber, byRewritten, newest } = this;
		for (const links of [byId, byAlias, byNumber, byRewritten, newest]) links.clear();
		this.readAt = this.reader = undefined;
		this.pagesRead = 0;
		if (this.end === 'wholeList') this.end = 'none';
	}
}

/** The newest links of the account. At most 100,000 links. */
export const linkIndexOf = perRun(() => new LinkIndex());
