import type { IDataObject } from 'n8n-workflow';

import type { LearnedPageSizes } from '../client/account';
import type { ListEndpoint } from '../client/endpoints';
import { endpointOf, type Outcome, type RequestOptions } from '../client/http';
import { reasonOf } from '../client/log';
import type { Service } from '../client/service';
import { type Failure, UnexpectedReply, unexpectedReply } from '../errors';
import { textOf } from '../text/json';
import { isNewestFirst, type Page, pageIn } from './page';

/** The page size when many records are needed. */
export const LARGE_PAGE = 1_000;
/** Nearly all services allow this page size. It is enough when only the newest records, or a first screen, are needed. */
export const USUAL_PAGE = 100;

/** The sizes in the order in which they are tried; 0 is the service's own. */
const SIZES: readonly number[] = [LARGE_PAGE, USUAL_PAGE, 0];

/** How long a failure is remembered that may have another cause than the page size, in ms. */
const MAX_AGE_OF_FAILURE = 10 * 60_000;

/** How many records to ask for: some services have no maximum, some give fewer, and some refuse the page (services.md section 3). */
export class PageSizes {
	private readonly learned: LearnedPageSizes;

	constructor({ account }: Pick<Service, 'account'>, { path }: ListEndpoint) {
		const list = endpointOf({ url: path });
		this.learned = account.pageSizes.get(list) ?? {};
		account.pageSizes.set(list, this.learned);
	}

	/** The largest first. */
	toTry(wanted: number): number[] {
		const [largest = 0] = this.allowed;
		const first = Math.min(wanted, largest);
		return [first, ...this.allowed.filter((size) => size < first)];
	}

	get allowsLarge(): boolean {
		return this.allowed[0] === LARGE_PAGE;
	}

	/** @param isCertain whether the service said that larger pages were too large; otherwise the failure may be temporary */
	learn(size: number, isCertain: boolean): void {
		this.learned.allowed = SIZES.filter((known) => known <= size);
		this.learned.until = isCertain ? Infinity : Date.now() + MAX_AGE_OF_FAILURE;
	}

	private get allowed(): readonly number[] {
		const { allowed = SIZES, until = 0 } = this.learned;
		return until > Date.now() ? allowed : SIZES;
	}
}

export interface ListSource {
	list: ListEndpoint;
	/** Query parameters beside `limit` and `page`. */
	query?: IDataObject;
	/** Whether the query asks for the order of the dates, in either direction. */
	isSortedByDate?: boolean;
}

export interface ReadingLimits {
	/** See {@link PageReader.pageSize}. If the service fails because of the size of the first page, smaller ones are tried. */
	pageSize: number;
	isExactSize?: boolean;
	maxRequests: number;
	/** No page is requested later than this, and none waits longer for the rate limit; by `performance.now()`. */
	until?: number;
	/** Reading may begin with a page that an earlier reading has not reached, which the list may not have any more. */
	resumes?: boolean;
}

/** Attempts for a page that may be too large; a single one where time is limited. */
const MAX_TRIES_OF_LARGE_PAGE = 2;

const ABOUT_SIZE =
	/\b(limit|per.?page|page.?size|size|maximum|max|too (many|large|big)|exceeds?|greater|at most|records|results)\b/i;

/** Most pages of a reading in order, even if a service announces a last page that never comes. */
const MAX_PAGES = 10_000;

/** Some services send each of their refusals with HTTP 404. */
const saysTooLarge = ({ kind, message }: Failure): boolean =>
	['refused', 'notFound'].includes(kind) && ABOUT_SIZE.test(message);

/** One of the usual size is too large only if the service says so: a single failure would make all later pages smaller. */
const mayBeTooLarge = (failure: Failure, size: number, largest: number): boolean =>
	saysTooLarge(failure) ||
	(failure.late === true && size > USUAL_PAGE) ||
	(['refused', 'unavailable'].includes(failure.kind) && largest > USUAL_PAGE);

/** No other failure may count as the end of a list. */
const isBehindTheEnd = ({ kind, message }: Failure): boolean =>
	kind === 'notFound' || (kind === 'refused' && /\bpage\b|range|found|exist/i.test(message));

export interface PlacedPage extends Page {
	/** Its number, as it was counted. */
	place: number;
	isEnd: boolean;
}

/** Every reading of a list goes through this class. All pages have the size in which their numbers count. */
export class PageReader {
	/** Records per page, which the numbers of pages count in; 0: the service's own size. Set before the first page is read. */
	pageSize: number;
	/** The place to go on with, once no more pages may be read in order. */
	next = 1;
	private isSizeKnown = false;
	protected requests = 0;
	/** Whether a page reported the last one, and whether one with records did not. */
	private tellsLast = false;
	private hidesLast = false;
	/** Page 1, which shows the order of the list. */
	private first: Page | undefined;
	private readonly pageSizes: PageSizes;

	constructor(
		protected readonly service: Service,
		private readonly source: ListSource,
		private readonly limits: ReadingLimits,
		private readonly options: RequestOptions = {},
	) {
		this.pageSize = limits.pageSize;
		this.pageSizes = new PageSizes(service, source.list);
	}

	/** Undefined when no more may be read. The first page must have come before others are requested. */
	async page(number: number): Promise<Page | undefined> {
		const { maxRequests, until = Infinity } = this.limits;
		if (this.requests >= maxRequests || performance.now() > until) return undefined;
		const outcome = this.isSizeKnown
			? await this.request(number, this.pageSize)
			: await this.requestInSomeSize(number);
		if ('body' in outcome) return this.pageOf(outcome.body, number);
		if (this.showsEnd(number, outcome.failure)) return { records: [], last: undefined };
		throw this.service.errorFor(this.options.item, outcome.failure);
	}

	/** The service does not report the last page, or the list may have become shorter. */
	private showsEnd(number: number, failure: Failure): boolean {
		const isPossible = this.isSizeKnown
			? !this.tellsLast || number > (this.first?.last ?? Infinity)
			: number > 1 && this.limits.resumes === true;
		return isPossible && isBehindTheEnd(failure);
	}

	/** Until the last one, or until no more may be read: see {@link next}. @param needsOrder page 1 comes first, for {@link isOrdered} */
	async *pages(from: number, needsOrder = false): AsyncGenerator<PlacedPage> {
		let lastIds: string | undefined;
		this.next = from;
		if (needsOrder && from > 1) await this.page(1);
		for (;;) {
			const place = this.next;
			const page = await this.page(place);
			if (!page) return;
			const { records, last = Infinity } = page;
			const ids = records.map(({ id }) => textOf(id)).join();
			// The same records again: the service ignores the page number
			const isRepeated = ids === lastIds;
			lastIds = ids;
			const isEnd = records.length === 0 || isRepeated || place >= Math.min(last, MAX_PAGES);
			yield { ...page, place, isEnd };
			if (isEnd) return;
			this.next = this.pageAfter(place);
			if (this.next === 1) lastIds = undefined;
		}
	}

	/** Whether the list is newest first, so that all records after a known one are older. */
	get isOrdered(): boolean {
		const { first, source } = this;
		const isSortedByDate = source.isSortedByDate === true;
		return first ? isNewestFirst(first.records, isSortedByDate) : isSortedByDate;
	}

	/** After a small page 1, page 1 as a large one. */
	private pageAfter(place: number): number {
		if (place > 1 || this.pageSize !== USUAL_PAGE || !this.pageSizes.allowsLarge) return place + 1;
		this.pageSize = LARGE_PAGE;
		this.isSizeKnown = false;
		this.tellsLast = false;
		this.hidesLast = false;
		this.first = undefined;
		return 1;
	}

	private async request(number: number, size: number, maxTries?: number) {
		const { list, query } = this.source;
		const qs = { ...query, page: number, ...(size > 0 && { limit: size }) };
		const request = { method: 'GET', url: list.path, qs, endpoint: list.endpoint } as const;
		const { until } = this.limits;
		const maxWait = until === undefined ? this.options.maxWait : until - performance.now();
		this.requests++;
		return await this.service.request(request, { maxTries, ...this.options, maxWait });
	}

	/** @returns the last failure when no size works */
	private async requestInSomeSize(number: number): Promise<Outcome> {
		const { isExactSize, until } = this.limits;
		const maxTriesOfLargePage = until === undefined ? MAX_TRIES_OF_LARGE_PAGE : 1;
		const sizes = isExactSize ? [this.pageSize] : this.pageSizes.toTry(this.pageSize);
		const [largest = 0] = sizes;
		let failure: Failure | undefined;
		for (const size of sizes) {
			const mayBeRepeated = size === sizes.at(-1) || largest <= USUAL_PAGE;
			const maxTries = mayBeRepeated ? undefined : maxTriesOfLargePage;
			const outcome = await this.request(number, size, maxTries);
			if ('body' in outcome) {
				if (failure) this.learnPageSize(size, saysTooLarge(failure), reasonOf(failure));
				this.pageSize = size;
				this.isSizeKnown = true;
				return outcome;
			}
			failure = outcome.failure;
			if (this.showsEnd(number, failure) || !mayBeTooLarge(failure, size, largest)) break;
		}
		return { failure: failure! };
	}

	private learnPageSize(size: number, isCertain: boolean, reason: string): void {
		this.pageSizes.learn(size, isCertain);
		this.service.log.debug(`reads ${this.source.list.path} in smaller pages: ${reason}`);
	}

	private pageOf(body: IDataObject, number: number): Page {
		const { list } = this.source;
		const page = pageIn(body, list, { number, size: this.pageSize });
		if (!page) {
			const reason = new UnexpectedReply(`a list under "${list.arrayName}"`, body);
			throw this.service.errorFor(this.options.item, unexpectedReply(reason));
		}
		const { records, last } = page;
		this.tellsLast ||= last !== undefined;
		this.hidesLast ||= last === undefined && records.length > 0;
		const read = this.hidesLast ? { records, last: undefined } : page;
		if (number === 1) this.noteFirst(read);
		return read;
	}

	private noteFirst(page: Page): void {
		const { records, last } = page;
		this.first = page;
		// A large page 1 with so few records, although there are more, shows what the service gives at most
		const hasMore = last === undefined ? records.length === USUAL_PAGE : last > 1;
		if (this.pageSize === LARGE_PAGE && records.length <= USUAL_PAGE && hasMore)
			this.learnPageSize(USUAL_PAGE, last !== undefined, 'the service gives no larger ones');
	}
}
