import type { IDataObject } from 'n8n-workflow';

import { linkPath } from '../client/endpoints';
import type { Service } from '../client/service';
import {
	type Failure,
	isFailure,
	RateLimitBusy,
	UnexpectedReply,
	unexpectedReply,
} from '../errors';
import { PageReader, type PlacedPage } from '../lists/pageReader';
import { USUAL_PAGE } from '../lists/pageSizes';
import { aliasInShortUrl } from '../text/aliases';
import { searchableText } from '../text/comparable';
import { isObject, textOf } from '../text/json';
import { numberFrom } from '../text/sentences';
import { haveDistinctIds, idOf } from './records';
import type { WatchedList } from './watch';

/** Requests of one poll: a small part of a minute's budget, because running executions share it. */
export const MAX_REQUESTS = 10;
/** No request begins later, in ms: n8n ends a poll after about 36 s. The next poll reads what this one does not reach. */
const MAX_DURATION = 20_000;
/** In ms. */
export const POLL_TIMEOUT = 10_000;
/** Longest duration of a poll, in ms: n8n cuts it off after about 36 s. */
export const MAX_POLL_DURATION = 30_000;

export const pageSizeOf = (state: { pageSize?: number } | undefined): number =>
	numberFrom(state?.pageSize) ?? USUAL_PAGE;

/** A link in its single reply (api.md section 2.10), in the form of the list. */
function linkIn({ details, data }: IDataObject, id: string): IDataObject | undefined {
	if (!isObject(details) || !isObject(data)) return undefined;
	const { shorturl, longurl, title, description, date } = details;
	const { clicks } = data;
	const alias = aliasInShortUrl(shorturl);
	return { id: Number(id), alias, shorturl, longurl, clicks, title, description, date };
}

export class PollReader extends PageReader {
	busy = new RateLimitBusy(MAX_DURATION);
	private readonly searched: string;

	constructor(
		service: Service,
		readonly watched: WatchedList,
		keyword: string,
		private readonly until = performance.now() + MAX_DURATION,
	) {
		const { search, query } = watched;
		const filter = search !== undefined && keyword !== '' ? { [search]: keyword } : {};
		const source = { ...watched, query: { ...query, ...filter } };
		const limits = { pageSize: USUAL_PAGE, maxRequests: MAX_REQUESTS, until, resumes: true };
		// A poll has no time to wait twice for a page that is too large
		super(service, source, { ...limits, maxTriesOfLargePage: 1 });
		this.searched = searchableText(keyword);
	}

	/** For the rate limit, in ms. */
	get maxWait(): number {
		return Math.max(0, this.until - performance.now());
	}

	override pages(from: number): AsyncGenerator<PlacedPage> {
		return this.withinBudget(super.pages(from));
	}

	override newestPages(from: number): AsyncGenerator<PlacedPage> {
		return this.withinBudget(super.newestPages(from));
	}

	/** Links as the list shows them, each read alone; undefined where the service does not give one of them. */
	async links(ids: string[]): Promise<IDataObject[] | undefined> {
		const read: IDataObject[] = [];
		for (const id of ids) {
			const request = { method: 'GET', url: linkPath(id) } as const;
			const outcome = await this.service.request(request, { maxWait: this.maxWait });
			const link = 'body' in outcome ? linkIn(outcome.body, id) : this.orNone(outcome.failure);
			if (!link) return undefined;
			read.push(link);
		}
		return read;
	}

	private orNone(failure: Failure): undefined {
		const error = this.service.errorFor(undefined, failure);
		if (!isFailure(error, 'forbidden', 'notFound', 'notOffered', 'refused')) throw error;
	}

	private async *withinBudget(pages: AsyncGenerator<PlacedPage>): AsyncGenerator<PlacedPage> {
		for (;;) {
			const read = await pages.next().catch((error: unknown) => {
				if (!(error instanceof RateLimitBusy)) throw error;
				this.busy = error;
			});
			if (!read || read.done) return;
			yield { ...read.value, records: this.withId(read.value.records) };
		}
	}

	/** The records that can be told apart. A single one without an ID must not keep the others from starting the workflow. */
	private withId(all: IDataObject[]): IDataObject[] {
		const records = all.filter((record) => !Number.isNaN(idOf(record)));
		const leftOut = all.length - records.length;
		if ((leftOut === all.length && leftOut > 0) || !haveDistinctIds(records))
			throw this.service.errorFor(
				undefined,
				unexpectedReply(new UnexpectedReply('records with a number as their ID')),
			);
		if (leftOut > 0)
			this.service.log.warn(`leaves out records without a number as their ID: ${leftOut}`);
		return records;
	}

	matches(record: IDataObject): boolean {
		if (this.watched.search !== undefined) return true;
		return searchableText(textOf(record.name)).includes(this.searched);
	}
}
