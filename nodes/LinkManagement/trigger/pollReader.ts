import type { IDataObject } from 'n8n-workflow';

import { RateLimitBusy, unexpectedReply } from '../errors';
import { isOldestFirst, type Page, readPage } from '../transport/lists/page';
import type { Service } from '../transport/service';
import type { WatchedList } from './events';
import { idOf } from './recordIds';

/** Requests of one poll: a small part of a minute's budget, because running executions share it. */
const MAX_REQUESTS = 10;
/**
 * No request begins later than this, in ms, because n8n ends a poll after about 36 s. The poll waits for a window that
 * opens earlier, and the next poll reads what this one does not reach.
 */
const MAX_DURATION = 20_000;
const PAGE_SIZE = 100;
/** Longest wait for one reply, in ms. */
export const POLL_TIMEOUT = 10_000;
/** Longest duration of a poll, in ms: n8n cuts it off after about 36 s. */
export const MAX_POLL_DURATION = 30_000;

/** Records from which on a page shows that its list is ordered, and the share of neighbors that must agree. */
const MIN_ORDERED = 10;
const MIN_AGREEING = 0.9;

const beginsWithOldest = ({ records, last = 1 }: Page) => last > 1 && isOldestFirst(records);

/** Whether the IDs of a page rise or fall, apart from a few made in the same second. */
function hasOrder(records: IDataObject[]): boolean {
	const rising = records.filter(
		(record, place) => place > 0 && idOf(record) > idOf(records[place - 1]!),
	);
	const neighbors = records.length - 1;
	const agreeing = Math.max(rising.length, neighbors - rising.length);
	return records.length >= MIN_ORDERED && agreeing >= neighbors * MIN_AGREEING;
}

/** Reads pages of one list within the budget of one poll. */
export class PollReader {
	private left = MAX_REQUESTS;
	private readonly until = Date.now() + MAX_DURATION;
	/** Page 1, once it was read to see which end of the list is the newest. */
	private first: Page | undefined;
	/** Why the budget was spent, once it was. */
	busy = new RateLimitBusy(MAX_DURATION);

	/** @param keyword filter of the user, or '' */
	constructor(
		private readonly service: Service,
		readonly source: WatchedList,
		private readonly keyword: string,
	) {}

	/** Longest wait for the rate limit, in ms, that still fits into this poll. */
	get maxWait(): number {
		return Math.max(0, this.until - Date.now());
	}

	/** Whether the list has an order, so that what is behind a known record is known, too. */
	get isOrdered(): boolean {
		return this.source.isSortedByDate === true || hasOrder(this.first?.records ?? []);
	}

	/**
	 * @returns the page as the service has it; undefined when the budget is spent
	 * @throws {NodeApiError} for a reply that is no page, or when a record has no number as its ID
	 */
	async page(page: number): Promise<Page | undefined> {
		if (this.left-- <= 0 || Date.now() > this.until) return undefined;
		const { list, query, search } = this.source;
		const asked: IDataObject = { ...query, limit: PAGE_SIZE, page };
		if (search !== undefined && this.keyword !== '') asked[search] = this.keyword;
		const { maxWait } = this;
		const read = await readPage(this.service, list, asked, { maxWait }).catch((error: unknown) => {
			if (!(error instanceof RateLimitBusy)) throw error;
			this.busy = error;
			return undefined;
		});
		if (read && !read.records.every((record) => Number.isFinite(idOf(record)))) {
			throw this.service.errorFor(unexpectedReply('records with a number as their ID'), undefined);
		}
		return read;
	}

	/**
	 * Pages from new to old: as they come, or from the last one down where the service lists the oldest first (api.md
	 * gives the lists no order).
	 *
	 * @param place 1 for the newest; `last` of what comes back is the place of the oldest
	 */
	async newest(place: number): Promise<Page | undefined> {
		const first = (this.first ??= await this.page(1));
		if (!first) return undefined;
		if (!beginsWithOldest(first) || !this.isOrdered) {
			return place === 1 ? first : await this.page(place);
		}
		const { last = 1 } = first;
		const page = Math.max(1, last - place + 1);
		const read = await this.page(page);
		// The list has become shorter since page 1 showed its length
		if (read?.records.length === 0 && page > 1) return await this.newest(place + 1);
		return read && { ...read, last };
	}

	/** Whether a record is one that the user asked for, where the service can't search itself. */
	matches(record: IDataObject): boolean {
		const { search, name } = this.source;
		return search !== undefined || name(record).toLowerCase().includes(this.keyword.toLowerCase());
	}
}
