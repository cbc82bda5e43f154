import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import { perRun } from '../../client/memory';
import { undefinedIfFailed } from '../../errors';
import type { Page } from '../../lists/page';
import { PageReader } from '../../lists/pageReader';
import { LARGE_PAGE } from '../../lists/pageSizes';
import {
	aliasInShortUrl,
	aliasOf,
	comparableAlias,
	lettersOf,
	slugsOf,
} from '../../values/aliases';
import { hostOf, isSameShortUrl } from '../../values/comparable';
import { textOf } from '../../values/json';
import { numberFrom } from '../../values/numbers';
import { type ItemCall, requestOptionsOf } from '../operation';

/** Most links to remember, and most requests for them. */
const MAX_LINKS = 100_000;
const MAX_REQUESTS = 1_000;
/** Most links whose aliases have the same letters. */
const MAX_ALIKE = 100;
/** How long a link counts as it was read, in ms, because others may change or delete it. */
const MAX_AGE = 5 * 60_000;

const shortUrlKey = (host: string, alias: string): string => `${host}/${alias}`;

/**
 * The newest links of the account, for a run in which the links of rows exist. For each row whose link exists and was not
 * on the pages read before, one more page is read, from the newest link on; then the rest of the list, if that takes no more
 * pages than were read already. So the pages cost two requests for each such row at most, and where many links exist, most
 * rows cost none. After five minutes everything is forgotten.
 */
export class LinkIndex {
	/** When the first page was requested, ms since epoch. All links are at least as recent. */
	readAt: number | undefined;
	private readonly byName = new Map<string, IDataObject>();
	private readonly byId = new Map<string, IDataObject>();
	/** The links by the letters and digits of their aliases. */
	private readonly byLetters = new Map<string, IDataObject[]>();
	/** The highest ID, as far as the list was read. */
	highestId = -Infinity;
	private reader: PageReader | undefined;
	private pagesRead = 0;
	/** The number of the last page, if the service reports it. */
	private lastPage = Infinity;
	private end: 'none' | 'wholeList' | 'notReadable' = 'none';
	/** Links that exist, and for which no page was read yet. */
	private missing: IDataObject[] = [];
	private reading: Promise<void> | undefined;

	/** Whether the whole list was read, so that a link that is not found here did not exist then. */
	get isComplete(): boolean {
		this.forgetIfOld();
		return this.end === 'wholeList';
	}

	/**
	 * Notes that the link of a row exists.
	 *
	 * @param link as the service shows it; a link that is in the index counts for nothing
	 */
	noteExisting(link: IDataObject): void {
		this.missing.push(link);
	}

	/**
	 * Reads the pages that are worth it by now. To be called before a link is looked for.
	 *
	 * @throws {Canceled} on Stop, {Abandoned} when the run has ended
	 */
	async readForMissing(call: ItemCall): Promise<void> {
		this.forgetIfOld();
		this.reading ??= this.readPages(call).finally(() => (this.reading = undefined));
		await this.reading;
	}

	/**
	 * Reads the first page, and the rest if the list has no more pages than this. To be called before a link is looked for,
	 * where most rows have a link.
	 *
	 * @throws {Canceled} on Stop, {Abandoned} when the run has ended
	 */
	async readIfShort(call: ItemCall, maxPages: number): Promise<void> {
		this.forgetIfOld();
		if (this.pagesRead === 0)
			this.reading ??= this.readShortList(call, maxPages).finally(() => (this.reading = undefined));
		await this.reading;
	}

	/** The link with an alias on a host, as far as the list was read. */
	findByAlias(host: string, alias: unknown): IDataObject | undefined {
		this.forgetIfOld();
		return this.byName.get(shortUrlKey(host, comparableAlias(alias)));
	}

	/** The link with a short URL, as far as the list was read. */
	findByShortUrl(shortUrl: string): IDataObject | undefined {
		const link = this.findByAlias(hostOf(shortUrl), aliasInShortUrl(shortUrl));
		return link && isSameShortUrl(link.shorturl, shortUrl) ? link : undefined;
	}

	/** The link with an ID, as far as the list was read. */
	findById(id: string): IDataObject | undefined {
		this.forgetIfOld();
		return this.byId.get(id);
	}

	/**
	 * Whether a link existed when the list was read: IDs ascend. Some services return an existing link with the reply of a new
	 * one when its long URL is sent again (services.md section 2).
	 *
	 * @param highestId as it was before the link was requested, because the list may have been read again meanwhile
	 */
	isOlder(link: IDataObject, highestId = this.highestId): boolean {
		return (numberFrom(link.id) ?? Infinity) <= highestId;
	}

	/** The links whose alias may be a slug of another alias, if the whole list was read. */
	spellingsOf(alias: unknown): IDataObject[] {
		if (!this.isComplete) return [];
		return [...slugsOf(alias)].flatMap((letters) => this.byLetters.get(letters) ?? []);
	}

	private async readShortList(call: ItemCall, maxPages: number): Promise<void> {
		do await this.readPage(call);
		while (this.end === 'none' && this.lastPage <= maxPages);
	}

	private async readPages(call: ItemCall): Promise<void> {
		for (let link = this.missing.pop(); link; link = this.missing.pop()) {
			if (this.end !== 'none' || this.isKnown(link)) continue;
			do await this.readPage(call);
			while (this.end === 'none' && this.lastPage - this.pagesRead <= this.pagesRead);
		}
	}

	/** A link that is newer than those that were read, such as one that this run created, is on no later page. */
	private isKnown(link: IDataObject): boolean {
		const id = textOf(link.id);
		const name = shortUrlKey(hostOf(link.shorturl), aliasOf(link));
		const isNewer = (numberFrom(id) ?? -Infinity) > this.highestId && this.pagesRead > 0;
		return isNewer || this.byId.has(id) || this.byName.has(name);
	}

	private async readPage(call: ItemCall): Promise<void> {
		const place = this.pagesRead + 1;
		call.service.log.debug(`reads page ${place} of the links, as rows of this run exist already`);
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
		const before = this.byName.size;
		for (const link of page?.records ?? []) this.add(link);
		this.end = this.endAfter(page, place, this.byName.size > before);
	}

	private endAfter(page: Page | undefined, place: number, hasNews: boolean): LinkIndex['end'] {
		if (page && (page.records.length === 0 || place >= this.lastPage)) return 'wholeList';
		// A service that does not report the last page may repeat it
		return page && hasNews && this.byName.size <= MAX_LINKS ? 'none' : 'notReadable';
	}

	private add(link: IDataObject): void {
		const alias = aliasOf(link);
		const name = shortUrlKey(hostOf(link.shorturl), alias);
		if (this.byName.has(name)) return;
		this.byName.set(name, link);
		this.byId.set(textOf(link.id), link);
		const letters = lettersOf(alias);
		const alike = this.byLetters.get(letters) ?? [];
		this.byLetters.set(letters, alike);
		if (alike.length < MAX_ALIKE) alike.push(link);
		this.highestId = Math.max(this.highestId, numberFrom(link.id) ?? -Infinity);
	}

	private forgetIfOld(): void {
		if (this.readAt === undefined || this.reading || Date.now() - this.readAt < MAX_AGE) return;
		for (const links of [this.byName, this.byId, this.byLetters]) links.clear();
		this.readAt = this.reader = undefined;
		this.highestId = -Infinity;
		this.pagesRead = 0;
		if (this.end === 'wholeList') this.end = 'none';
	}
}

/** The index that the items of a run share. */
export const linkIndexOf = perRun(() => new LinkIndex());
