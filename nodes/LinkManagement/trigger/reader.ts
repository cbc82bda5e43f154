import type { IDataObject } from 'n8n-workflow';

import { Busy } from '../transport/pacing/pacer';
import { type Page, pageOf, WrongShape } from '../transport/paging';
import { JSON_HEADERS, type Service } from '../transport/service';
import type { Source } from './events';

/** Requests of one poll: a small part of a minute's allowance, as running executions share it. */
const MOST_REQUESTS = 10;
/**
 * No request is begun later than this, in ms, as n8n cuts a poll off after about 36 s: a window that opens before is
 * waited for, and what a poll does not get to, the next one does.
 */
const LONGEST_POLL = 20_000;
const PAGE_SIZE = 100;
const TIMEOUT = 10_000;

function spentIfBusy(error: unknown): undefined {
	if (!(error instanceof Busy)) throw error;
}

/** Reads pages of one list within the budget of one poll. */
export class Reader {
	private left = MOST_REQUESTS;
	private readonly until = Date.now() + LONGEST_POLL;

	/** @param words filter of the user, or '' */
	constructor(
		private readonly service: Service,
		readonly source: Source,
		private readonly words: string,
	) {}

	/**
	 * @returns the page, its records from new to old; undefined when the budget is spent
	 * @throws {NodeApiError} for a bad answer
	 */
	async page(page: number): Promise<Page | undefined> {
		const patience = this.until - Date.now();
		if (this.left-- <= 0 || patience < 0) return undefined;
		const { path, key, qs, search } = this.source;
		const asked: IDataObject = { ...qs, limit: PAGE_SIZE, page };
		if (search !== undefined && this.words !== '') asked[search] = this.words;
		const { baseUrl } = this.service;
		const request = { method: 'GET' as const, baseURL: baseUrl, headers: JSON_HEADERS, url: path, qs: asked, timeout: TIMEOUT };
		const body = await this.service.send(request, { patience }).catch(spentIfBusy);
		const read = body && pageOf(body, key);
		if (body && !read) throw new WrongShape(`a list under "${key}"`);
		return read;
	}

	/** Whether a record is one that the user asked for, where the service can't search itself. */
	matches(record: IDataObject): boolean {
		const { search, name } = this.source;
		return search !== undefined || name(record).toLowerCase().includes(this.words.toLowerCase());
	}
}
