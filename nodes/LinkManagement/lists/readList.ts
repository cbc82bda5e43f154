import type { IDataObject } from 'n8n-workflow';

import type { RequestOptions } from '../client/http';
import type { Service } from '../client/service';
import { Turns } from '../client/wait';
import type { FinalFailure } from '../errors';
import { grouped } from '../text/sentences';
import { CollectedRecords, type CreatedAfter } from './collectedRecords';
import type { Page } from './page';
import { type ListSource, PageReader, type ReadingLimits } from './pageReader';

const MAX_PARALLEL_PAGES = 8;
/** The page size in which Start Page is counted if none is given. It must not depend on what the node has learned. */
const SIZE_BEHIND_START_PAGE = 100;
/** Most pages if nothing else is said: 100,000 records of a service that gives large pages. */
const MAX_PAGES = 100;

/** What to read of a list (api.md section 2.1). */
export interface ListRequest extends ListSource {
	/** Infinity: all. */
	limit: number;
	/** Undefined: as many as the service gives. */
	pageSize?: number;
	startPage?: number;
	createdAfter?: CreatedAfter;
	/** Only such records count and come out. */
	isWanted?: (record: IDataObject) => boolean;
	/** Reading ends with the page that has such a record. */
	isLast?: (record: IDataObject) => boolean;
	maxPages?: number;
}

const tooManyPages = (maxPages: number): FinalFailure => ({
	kind: 'listTooLong',
	message: `The list does not end after ${grouped(maxPages)} pages`,
	advice:
		'The service gives very few records per page, or more and more pages. Check the list at the service.',
});

function limitsOf({
	pageSize,
	startPage = 1,
	limit,
	createdAfter,
	isWanted,
	maxPages = MAX_PAGES,
}: ListRequest): ReadingLimits {
	const limits = { maxRequests: maxPages, isExactSize: startPage > 1 || pageSize !== undefined };
	// A later start page is counted in steps of the page size, even if fewer records are wanted
	if (startPage > 1) return { ...limits, pageSize: pageSize ?? SIZE_BEHIND_START_PAGE };
	// Nothing tells how many records must be read to find those that are wanted
	const mostNeeded = isWanted || createdAfter?.isSortedByDate === false ? Infinity : limit;
	return { ...limits, pageSize: Math.min(pageSize ?? Infinity, mostNeeded) };
}

/** How many pages may be requested at once: one where the list may end with each page. */
const parallelPages = ({ createdAfter, isLast }: ListRequest, { last }: Page): number =>
	last === undefined || createdAfter || isLast ? 1 : MAX_PARALLEL_PAGES;

/** Once the first page shows how many there are, the others are requested in parallel, and no more than the limit needs. */
export async function readList(
	service: Service,
	wanted: ListRequest,
	options: RequestOptions,
): Promise<IDataObject[]> {
	const { limit, createdAfter, isWanted = () => true, isLast = () => false } = wanted;
	const records: IDataObject[] = [];
	const collected = new CollectedRecords(createdAfter);
	const turns = new Turns(service.signal);
	const limits = limitsOf(wanted);
	const reader = new PageReader(service, wanted, limits, options);
	const underWay: Array<Promise<Page | undefined>> = [];
	let next = wanted.startPage ?? 1;
	const requestUpTo = (pages: number, last = Infinity) => {
		while (underWay.length < pages && next <= last) {
			const reading = reader.page(next++);
			// An error is thrown when the page's turn comes, or not at all if the page is no longer needed
			reading.catch(() => undefined);
			underWay.push(reading);
		}
	};
	requestUpTo(1);
	try {
		while (underWay.length > 0) {
			const page = await underWay.shift();
			if (!page) throw service.errorFor(options.item, tooManyPages(limits.maxRequests));
			for (const record of collected.add(page)) {
				// To compare a long page with a long value takes time
				await turns.pass();
				if (isWanted(record)) records.push(record);
			}
			const missing = limit - records.length;
			if (missing <= 0 || collected.isEndedBy(page) || page.records.some(isLast)) break;
			const pages = Math.min(Math.ceil(missing / page.records.length), parallelPages(wanted, page));
			requestUpTo(pages, page.last);
		}
	} finally {
		reader.stop();
		await Promise.allSettled(underWay);
	}
	return records.slice(0, limit);
}
