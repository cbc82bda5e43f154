import type { IDataObject } from 'n8n-workflow';

import { RateLimitBusy, unexpectedReply } from '../errors';
import { isOldestFirst, type Page, readPage } from '../transport/lists/page';
import type { Service } from '../transport/service';
import type { WatchedList } from './events';

/** Requests of one poll: a small part of a minute's allowance, as running executions share it. */
const MAX_REQUESTS = 10;
/**
 * No request is begun later than this, in ms, as n8n cuts a poll off after about 36 s: a window that opens before is
 * waited for, and what a poll does not get to, the next one does.
 */
const MAX_DURATION = 20_000;
const PAGE_SIZE = 100;
/** Longest wait for one reply, in ms. */
export const POLL_TIMEOUT = 10_000;

function undefinedIfBusy(error: unknown): undefined {
	if (!(error instanceof RateLimitBusy)) throw error;
}

const beginsWithOldest = ({ records, last = 1 }: Page) => last > 1 && isOldestFirst(records);

/** Reads pages of one list within the budget of one poll. */
export class Reader {
	private left = MAX_REQUESTS;
	private readonly until = Date.now() + MAX_DURATION;
	/** Page 1, once it was read to see which end of the list is the newest. */
	private first: Page | undefined;

	/** @param words filter of the user, or '' */
	constructor(
		private readonly service: Service,
		readonly source: WatchedList,
		private readonly words: string,
	) {}

	/**
	 * @returns the page as the service has it; undefined when the budget is spent
	 * @throws {NodeApiError} for a bad answer
	 */
	async page(page: number): Promise<Page | undefined> {
		const maxWait = this.until - Date.now();
		if (this.left-- <= 0 || maxWait < 0) return undefined;
		const { list, query, search } = this.source;
		const asked: IDataObject = { ...query, limit: PAGE_SIZE, page };
		if (search !== undefined && this.words !== '') asked[search] = this.words;
		const read = await readPage(this.service, list, asked, { maxWait }).catch(undefinedIfBusy);
		if (read?.records.some(({ id }) => id === undefined))
			throw this.service.errorFor(unexpectedReply('records with an "id"'), undefined);
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
		if (!beginsWithOldest(first)) return place === 1 ? first : await this.page(place);
		const { last = 1 } = first;
		const page = Math.max(1, last - place + 1);
		const read = await this.page(page);
		// The list got shorter since page 1 told its length
		if (read?.records.length === 0 && page > 1) return await this.newest(place + 1);
		return read && { ...read, last };
	}

	/** Whether a record is one that the user asked for, where the service can't search itself. */
	matches(record: IDataObject): boolean {
		const { search, name } = this.source;
		return search !== undefined || name(record).toLowerCase().includes(this.words.toLowerCase());
	}
}
