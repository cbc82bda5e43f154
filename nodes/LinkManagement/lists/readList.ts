import type { IDataObject } from 'n8n-workflow';

import type { RequestOptions } from '../client/http';
import type { Service } from '../client/service';
import { Turns } from '../client/wait';
import { type FinalFailure, UnexpectedReply } from '../errors';
import { textOf } from '../text/json';
import { grouped } from '../text/sentences';
import { DATE, dateOf, isShared, type Page } from './page';
import { type ListSource, PageReader, type ReadingLimits } from './pageReader';

const EXAMPLE = '2030-12-31 23:59:00';

/** New records push others to later pages, so pages may bring nothing new. With more in a row, the service repeats a page forever. */
const MAX_PAGES_WITHOUT_NEWS = 5;

export interface CreatedAfter {
	date: string;
	/** Whether the list is sorted by date, so that reading can stop at the first older record. */
	isSortedByDate: boolean;
}

/** What tells a record apart from others: its ID and kind (api.md section 2.7 has IDs of several kinds), or else all of it. */
function recordKey(record: IDataObject): number | string {
	const { id, type } = record;
	const text = textOf(id);
	const number = Number(text);
	// JSON numbers that are too large to be exact can be equal although the IDs are not
	const isInexact = typeof id === 'number' && !Number.isSafeInteger(id);
	if (text === '' || isInexact) return textOf(record);
	if (type !== undefined) return `${textOf(type)} ${text}`;
	// Texts take memory of their own, which counts where a list of 100,000 records is at its peak; small numbers take none
	return String(number) === text ? number : text;
}

/** The records of a list that were read: one that changes meanwhile shows some on two pages, and some stand on every page. */
export class SeenRecords {
	private readonly keys = new Set<number | string>();
	private pagesWithoutNews = 0;
	private firstLast: number | undefined;
	private lastDate = '';
	private hasFallen = false;
	private hasRisen = false;
	private hasOlder = false;

	constructor(private readonly createdAfter?: CreatedAfter) {}

	/** Those of a page that were on none before, in order, without those that are too old. */
	newOf({ records, last }: Page): IDataObject[] {
		this.firstLast ??= last;
		const before = this.keys.size;
		const fresh = records.filter(
			(record) => this.keys.size < this.keys.add(recordKey(record)).size,
		);
		this.pagesWithoutNews = this.keys.size > before ? 0 : this.pagesWithoutNews + 1;
		return this.createdAfter ? fresh.filter((record) => !this.isOlder(record)) : fresh;
	}

	/** Whether no page after this one has others, apart from what it says of the last page. */
	areAll({ records, last }: Page): boolean {
		// An older record ends only a list that is known to go from new to old
		const restIsOlder = this.hasOlder && this.hasFallen && !this.hasRisen;
		// A list that grew while it was read may repeat as many pages as it has grown by
		const grownBy = Math.max(0, (last ?? 0) - (this.firstLast ?? 0));
		const repeatsForever = this.pagesWithoutNews > MAX_PAGES_WITHOUT_NEWS + grownBy;
		const isBehindTheEnd = this.pagesWithoutNews > 0 && records.every(isShared);
		return isBehindTheEnd || restIsOlder || repeatsForever;
	}

	/** A date without a time counts as all of its day. It also notes in which direction the dates go. */
	private isOlder(record: IDataObject): boolean {
		const date = dateOf(record);
		if (this.createdAfter === undefined || date === '') return false;
		if (!DATE.test(date)) {
			throw new UnexpectedReply(`dates that can be compared, such as ${EXAMPLE}: it has "${date}"`);
		}
		if (date < this.lastDate) this.hasFallen = this.createdAfter.isSortedByDate;
		if (this.lastDate !== '' && date > this.lastDate) this.hasRisen = true;
		this.lastDate = date;
		const isOlder = date < this.createdAfter.date.slice(0, date.length);
		this.hasOlder ||= isOlder;
		return isOlder;
	}
}

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

/** To compare a long page with a long value takes time. */
async function addWanted(
	found: IDataObject[],
	records: IDataObject[],
	isWanted: ListRequest['isWanted'],
	turns: Turns,
): Promise<void> {
	for (const record of records) {
		await turns.pass();
		if (!isWanted || isWanted(record)) found.push(record);
	}
}

/** Once the first page shows how many there are, the others are requested in parallel, and no more than the limit needs. */
export async function readList(
	service: Service,
	wanted: ListRequest,
	options: RequestOptions,
): Promise<IDataObject[]> {
	const { limit, startPage = 1, isLast = () => false } = wanted;
	const seen = new SeenRecords(wanted.createdAfter);
	const found: IDataObject[] = [];
	const turns = new Turns(service.signal);
	const limits = limitsOf(wanted);
	const reader = new PageReader(service, wanted, limits, options);
	const underWay = [reader.page(startPage)];
	let next = startPage + 1;
	try {
		while (underWay.length > 0) {
			const page = await underWay.shift();
			if (!page) throw service.errorFor(options.item, tooManyPages(limits.maxRequests));
			await addWanted(found, seen.newOf(page), wanted.isWanted, turns);
			const missing = limit - found.length;
			const isEnd = seen.areAll(page) || page.records.some(isLast);
			if (missing <= 0 || isEnd) break;
			const pages = Math.min(Math.ceil(missing / page.records.length), parallelPages(wanted, page));
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
	return found.slice(0, limit);
}
