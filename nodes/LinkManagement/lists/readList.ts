import type { IDataObject } from 'n8n-workflow';

import type { ListEndpoint } from '../api/lists';
import type { RequestOptions, Service } from '../client/service';
import type { Failure } from '../errors';
import { CollectedRecords, type CreatedAfter } from './collectedRecords';
import { expectPage, type Page, tryPageSizes } from './page';
import { pageSizesOf } from './pageSizes';

/** Most pages of one list that are requested at once. */
const MAX_PARALLEL_PAGES = 8;
/** The page size in which Start Page is counted if none is given. It must not depend on what the node has learned. */
const SIZE_BEHIND_START_PAGE = 100;

/** What to read of a list (api.md section 2.1). */
export interface ListRequest {
	list: ListEndpoint;
	/** Query parameters beside `limit` and `page`. */
	query: IDataObject;
	/** Most records wanted. Infinity: all. */
	limit: number;
	/** Records to ask for per page; undefined: as many as the service gives. */
	pageSize?: number;
	startPage: number;
	createdAfter?: CreatedAfter;
}

/** Whether a failure means that the page is after the last one. No other failure may count as the end of a list. */
const isBehindTheEnd = ({ kind, message }: Failure): boolean =>
	kind === 'notFound' || (kind === 'refused' && /\bpage\b|range|found|exist/i.test(message));

/**
 * Reads a list until the last page, an empty page, or the limit. Once the first page shows how many there are,
 * the others are requested in parallel. Their order is kept, and no more are requested than the limit needs. `result` of the
 * envelope is not used, because api.md leaves its meaning open.
 *
 * @throws {NodeApiError} for a bad reply; {UnexpectedReply} when its dates can't be compared
 */
export async function readList(
	service: Service,
	wanted: ListRequest,
	options: RequestOptions,
): Promise<IDataObject[]> {
	const { limit, startPage, createdAfter } = wanted;
	const collected = new CollectedRecords(createdAfter);
	const reader = new ListReader(service, wanted, options);
	const underWay = [reader.firstPage()];
	let next = startPage + 1;
	try {
		for (let page = await underWay.shift(); page !== undefined; page = await underWay.shift()) {
			collected.add(page);
			const missing = limit - collected.records.length;
			if (missing <= 0 || collected.isEndedBy(page)) break;
			const parallel = page.last === undefined || createdAfter ? 1 : MAX_PARALLEL_PAGES;
			const pages = Math.min(Math.ceil(missing / page.records.length), parallel);
			while (underWay.length < pages && next <= (page.last ?? Infinity)) {
				const reading = reader.page(next++);
				// An error is thrown when the page's turn comes, or not at all if the page is no longer needed
				reading.catch(() => undefined);
				underWay.push(reading);
			}
		}
	} finally {
		reader.stop();
		await Promise.allSettled(underWay);
	}
	return collected.records.slice(0, limit);
}

/** Reads the pages of one list, all with the same page size. The first page must be read first. */
export class ListReader {
	private isStopped = false;
	private tellsLastPage = false;
	/** Set by the first page; undefined: the service's own size. */
	private pageSize: number | undefined;

	constructor(
		private readonly service: Service,
		private readonly wanted: ListRequest,
		private readonly options: RequestOptions,
	) {}

	/** Requests for pages that are still waiting are not sent any more. */
	stop(): void {
		this.isStopped = true;
	}

	async firstPage(): Promise<Page> {
		const { body, size } = await tryPageSizes(
			this.service,
			this.sizesToTry(),
			async (wanted, maxTries) => {
				this.pageSize = wanted;
				return await this.request(this.wanted.startPage, maxTries);
			},
			this.options.item,
		);
		this.pageSize = size;
		return this.pageOf(body);
	}

	async page(number: number): Promise<Page> {
		const outcome = await this.request(number);
		if ('body' in outcome) return this.pageOf(outcome.body);
		// A service that does not report the last page may refuse the page after it
		if (!this.tellsLastPage && isBehindTheEnd(outcome.failure)) {
			return { records: [], last: undefined };
		}
		throw this.service.errorFor(outcome.failure, this.options.item);
	}

	private sizesToTry(): Array<number | undefined> {
		const { pageSize, startPage, limit } = this.wanted;
		// A later start page is counted in steps of the page size, even if fewer records are wanted
		if (startPage > 1) return [pageSize ?? SIZE_BEHIND_START_PAGE];
		return pageSize === undefined
			? pageSizesOf(this.service).toTry(limit)
			: [Math.min(pageSize, limit)];
	}

	private async request(page: number, maxTries?: number) {
		const { list, query } = this.wanted;
		const qs: IDataObject = { ...query, page };
		if (this.pageSize !== undefined) qs.limit = this.pageSize;
		const abandoned = () => this.isStopped || this.options.abandoned?.() === true;
		return await this.service.request(
			{ method: 'GET', url: list.path, qs, endpoint: list.endpoint },
			{ ...this.options, abandoned, maxTries },
		);
	}

	private pageOf(body: IDataObject): Page {
		const page = expectPage(this.service, body, this.wanted.list, this.options.item);
		this.tellsLastPage ||= page.last !== undefined;
		return page;
	}
}
