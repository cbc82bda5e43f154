import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../client/service';
import { RateLimitBusy, unexpectedReply } from '../errors';
import { expectPage, isOldestFirst, type Page, tryPageSizes } from '../lists/page';
import { LARGE_PAGE, pageSizesOf, USUAL_PAGE } from '../lists/pageSizes';
import { numberFrom } from '../values/numbers';
import type { WatchedList } from './events';
import { haveIds, idOf } from './recordIds';

/** Requests of one poll: a small part of a minute's budget, because running executions share it. */
const MAX_REQUESTS = 10;
/**
 * No request begins later than this, in ms, because n8n ends a poll after about 36 s. The poll waits for a window that
 * opens earlier, and the next poll reads what this one does not reach.
 */
const MAX_DURATION = 20_000;
/** Attempts for a large page. It may be too large for the service, and a poll has no time to wait twice. */
const MAX_TRIES_OF_LARGE_PAGE = 1;
/** Longest wait for one reply, in ms. */
export const POLL_TIMEOUT = 10_000;
/** Longest duration of a poll, in ms: n8n cuts it off after about 36 s. */
export const MAX_POLL_DURATION = 30_000;

/** Fewest records of a page that can show that its list is ordered, and the share of neighbors that must agree. */
const MIN_ORDERED = 10;
const MIN_AGREEING = 0.9;

const beginsWithOldest = ({ records, last = 1 }: Page) => last > 1 && isOldestFirst(records);

/** Whether the IDs of a page ascend or descend, apart from a few that were created in the same second. */
function hasOrder(records: IDataObject[]): boolean {
	const rising = records.filter(
		(record, place) => place > 0 && idOf(record) > idOf(records[place - 1]!),
	);
	const neighbors = records.length - 1;
	const agreeing = Math.max(rising.length, neighbors - rising.length);
	return records.length >= MIN_ORDERED && agreeing >= neighbors * MIN_AGREEING;
}

/** Records per page at the beginning of a pass. Most polls find nothing new and need no more. */
export const FIRST_PAGE_SIZE = USUAL_PAGE;
export { LARGE_PAGE };

/** The page size in which a stored state counts its pages. */
export const pageSizeOf = (state: { pageSize?: number } | undefined): number =>
	numberFrom(state?.pageSize) ?? FIRST_PAGE_SIZE;

/** Reads pages of one list within the budget of one poll. */
export class PollReader {
	/** Records per page; 0: the service's default. Page numbers refer to this size. */
	pageSize = FIRST_PAGE_SIZE;
	private left = MAX_REQUESTS;
	private hasRead = false;
	private readonly until = Date.now() + MAX_DURATION;
	/** Page 1, after it was read to see which end of the list is the newest. */
	private first: Page | undefined;
	/** How many records a small page held, when page 1 is read again as a large one. */
	private recordsOfSmallPage = 0;
	/** Why no more pages can be read, if that is so. */
	busy = new RateLimitBusy(MAX_DURATION);

	/** @param keyword the user's filter, or '' */
	constructor(
		private readonly service: Service,
		readonly source: WatchedList,
		private readonly keyword: string,
	) {}

	/** Longest wait for the rate limit, in ms, that still fits into this poll. */
	get maxWait(): number {
		return Math.max(0, this.until - Date.now());
	}

	/** Whether the list has an order, so that all records after a known record are known, too. */
	get isOrdered(): boolean {
		return this.source.isSortedByDate === true || hasOrder(this.first?.records ?? []);
	}

	/** Whether {@link newest} reads from the last page down. */
	get isOldestFirst(): boolean {
		return this.first !== undefined && beginsWithOldest(this.first) && this.isOrdered;
	}

	/**
	 * @returns the page as the service has it; undefined when the budget is spent
	 * @throws {NodeApiError} for a reply that is not a page, or when a record has no numeric ID
	 */
	async page(page: number): Promise<Page | undefined> {
		if (this.left <= 0 || Date.now() > this.until) return undefined;
		const read = await this.request(page).catch((error: unknown) => {
			if (!(error instanceof RateLimitBusy)) throw error;
			this.busy = error;
			return undefined;
		});
		if (read && !haveIds(read.records)) {
			throw this.service.errorFor(unexpectedReply('records with a number as their ID'), undefined);
		}
		return read;
	}

	/**
	 * The page to read after one that was not enough. After a small page 1, it is page 1 once more, as a large page. Where
	 * the oldest come first, the newest page can hold a single record, so that another small page may be enough.
	 *
	 * @param place of the page that was read, as {@link newest} and {@link page} count
	 */
	pageAfter(place: number, { records }: Page): number {
		const isEarly = place === (this.isOldestFirst ? 2 : 1) && this.pageSize === FIRST_PAGE_SIZE;
		// A page that is not full may be the whole list. Only the largest allowed size shows whether more would fit
		const most = Math.max(records.length, FIRST_PAGE_SIZE);
		if (!isEarly || !pageSizesOf(this.service).canGiveMoreThan(most)) return place + 1;
		this.recordsOfSmallPage = records.length;
		this.pageSize = LARGE_PAGE;
		this.hasRead = false;
		this.first = undefined;
		return 1;
	}

	private async request(page: number): Promise<Page> {
		const { service, source, pageSize } = this;
		const { list, query, search } = source;
		const filter = search !== undefined && this.keyword !== '' ? { [search]: this.keyword } : {};
		// With smaller pages than before, some records are read again. Within a poll, the size stays the same
		const sizes = this.hasRead ? [pageSize || undefined] : pageSizesOf(service).toTry(pageSize);
		const { body, size } = await tryPageSizes(
			service,
			sizes,
			async (limit, maxTries) => {
				this.left--;
				const qs: IDataObject = { ...query, ...filter, ...(limit && { limit }), page };
				return await service.request(
					{ method: 'GET', url: list.path, qs },
					{ maxWait: this.maxWait, maxTries: maxTries && MAX_TRIES_OF_LARGE_PAGE },
				);
			},
			undefined,
		);
		const read = expectPage(service, body, list, undefined);
		this.hasRead = true;
		this.pageSize = size ?? 0;
		const isCompared = this.recordsOfSmallPage > 0;
		if (isCompared && read.records.length <= this.recordsOfSmallPage && (read.last ?? 1) > 1)
			pageSizesOf(service).learnMostGiven(this.recordsOfSmallPage);
		this.recordsOfSmallPage = 0;
		return read;
	}

	/**
	 * Pages from new to old: in the order of the service, or from the last one backwards if the service lists the oldest first
	 * (api.md does not define the order).
	 *
	 * @param place 1 for the newest; `last` of what comes back is the place of the oldest
	 */
	async newest(place: number): Promise<Page | undefined> {
		const first = (this.first ??= await this.page(1));
		if (!first) return undefined;
		if (!this.isOldestFirst) return place === 1 ? first : await this.page(place);
		const { last = 1 } = first;
		const page = Math.max(1, last - place + 1);
		const read = page === 1 ? first : await this.page(page);
		// The list has become shorter since page 1 showed its length
		if (read?.records.length === 0 && page > 1) return await this.newest(place + 1);
		return read && { ...read, last };
	}

	/** Whether a record matches the user's filter, if the service can't search. */
	matches(record: IDataObject): boolean {
		const { search, name } = this.source;
		return search !== undefined || name(record).toLowerCase().includes(this.keyword.toLowerCase());
	}
}
