import type { IDataObject } from 'n8n-workflow';

import { linkPath } from '../client/endpoints';
import type { Service } from '../client/service';
import { type Failure, RateLimitBusy, UnexpectedReply, unexpectedReply } from '../errors';
import { PageReader, type PlacedPage, USUAL_PAGE } from '../lists/pageReader';
import { aliasInShortUrl } from '../text/aliases';
import { searchableText } from '../text/comparable';
import { inZone } from '../text/dates';
import { isObject, textOf } from '../text/json';
import { idOf } from './records';
import { isChosen, type Watch, type WatchedList } from './watch';

/** Requests of one poll: a small part of a minute's budget, because running executions share it. */
export const MAX_REQUESTS = 10;
/** No request begins later, in ms: n8n ends a poll after about 36 s. The next poll reads what this one does not reach. */
export const MAX_DURATION = 20_000;

/** A link in its single reply (api.md section 2.10), in the form of the list. */
function linkIn({ details, data }: IDataObject, id: string): IDataObject | undefined {
	if (!isObject(details) || !isObject(data)) return undefined;
	const { shorturl, longurl, title, description, date } = details;
	const { clicks } = data;
	const alias = aliasInShortUrl(shorturl);
	return { id: Number(id), alias, shorturl, longurl, clicks, title, description, date };
}

/** Of a single record or of the account: the list may be readable all the same. */
export const isRefusal = ({ kind }: Failure): boolean =>
	['forbidden', 'notFound', 'refused'].includes(kind);

/** Every other error is thrown again. */
function busyIn(error: unknown): RateLimitBusy {
	if (error instanceof RateLimitBusy) return error;
	throw error;
}

export class PollReader extends PageReader {
	/** Set when the rate limit has ended the reading. */
	busy: RateLimitBusy | undefined;
	/** Whether a page has come. */
	hasRead = false;
	/** Whether one of the records matches the filters. */
	hasWatched = false;
	private readonly until: number;
	private readonly searched: string;
	private readonly chosen: ReadonlySet<string>;

	constructor(
		service: Service,
		readonly watched: WatchedList,
		keyword: string,
		links: Watch['links'] = [],
	) {
		const { search, query } = watched;
		const filter = search !== undefined && keyword !== '' ? { [search]: keyword } : {};
		const until = performance.now() + MAX_DURATION;
		const source = { ...watched, query: { ...query, ...filter } };
		const limits = { pageSize: USUAL_PAGE, maxRequests: MAX_REQUESTS, until, resumes: true };
		super(service, source, limits);
		this.until = until;
		this.searched = searchableText(keyword);
		this.chosen = new Set(links);
	}

	/** For the rate limit, in ms; below 0 when the time is over. */
	get maxWait(): number {
		return this.until - performance.now();
	}

	/** By the service's clock. */
	get present(): string {
		return inZone(new Date(), this.service.timeZone);
	}

	override async *pages(from: number, needsOrder = false): AsyncGenerator<PlacedPage> {
		try {
			for await (const page of super.pages(from, needsOrder)) {
				this.hasRead = true;
				const records = this.withId(page.records);
				this.hasWatched ||= records.some((record) => this.isWatched(record));
				yield { ...page, records };
			}
		} catch (error) {
			this.busy = busyIn(error);
		}
	}

	/** Links as the list shows them, each read alone; undefined where the service does not give one of them. */
	async links(ids: string[]): Promise<IDataObject[] | undefined> {
		this.requests += ids.length;
		const replies = ids.map(async (id) => {
			const request = { method: 'GET', url: linkPath(id) } as const;
			const outcome = await this.service.request(request, { maxWait: this.maxWait });
			if ('body' in outcome) return linkIn(outcome.body, id);
			if (isRefusal(outcome.failure)) return undefined;
			throw this.service.errorFor(undefined, outcome.failure);
		});
		const read = await Promise.all(replies);
		return read.every((link) => link !== undefined) ? read : undefined;
	}

	/** The records that can be told apart. A single one without an ID must not keep the others from starting the workflow. */
	private withId(all: IDataObject[]): IDataObject[] {
		const records = all.filter((record) => !Number.isNaN(idOf(record)));
		const leftOut = all.length - records.length;
		if (records.length === 0 && leftOut > 0) {
			const reason = new UnexpectedReply('records with a number as their ID');
			throw this.service.errorFor(undefined, unexpectedReply(reason));
		}
		if (leftOut > 0)
			this.service.log.warn(`leaves out records without a number as their ID: ${leftOut}`);
		return records;
	}

	matches(record: IDataObject): boolean {
		if (this.watched.search !== undefined) return true;
		return searchableText(textOf(record.name)).includes(this.searched);
	}

	isWatched(record: IDataObject): boolean {
		return this.matches(record) && isChosen(this.chosen, record);
	}
}
