import type { IDataObject } from 'n8n-workflow';

import type { RequestOptions } from '../client/http';
import type { Service } from '../client/service';
import { Turns } from '../client/wait';
import { type FinalFailure, UnexpectedReply } from '../errors';
import { textOf } from '../text/json';
import { grouped } from '../text/sentences';
import { DATE, dateOf, isShared, type Page } from './page';
import { type ListSource, PageReader, type ReadingLimits } from './pageReader';

const MAX_PARALLEL_PAGES = 8;
/** The page size in which Start Page is counted if none is given. It must not depend on what the node has learned. */
const SIZE_BEHIND_START_PAGE = 100;
/** Most pages if nothing else is said: 100,000 records of a service that gives large pages. */
const MAX_PAGES = 100;

/** New records push others to later pages, so pages may bring nothing new. With more in a row, the service repeats pages forever. */
const MAX_PAGES_WITHOUT_NEWS = 5;

export interface CreatedAfter {
	date: string;
	/** Whether the list is sorted by date, so that reading can stop at the first older record. */
	isSortedByDate: boolean;
}

/** The records of a reading, each once: a list that changes while it is read shows some of them on two pages. */
export class CollectedRecords {
	/** By kind and ID: items of a channel have IDs of their kind (api.md section 2.7). */
	private readonly ids = new Set<number | string>();
	/** How often a record without an ID was seen on one page at most, by its content. */
	private readonly withoutId = new Map<string, number>();
	private pagesWithoutNews = 0;
	private firstLast: number | undefined;
	private lastDate = '';
	private hasFallen = false;
	private hasRisen = false;
	private hasOlder = false;

	constructor(private readonly createdAfter?: CreatedAfter) {}

	/** @returns those that no page before had, without those that are too old */
	add({ records, last }: Page): IDataObject[] {
		this.firstLast ??= last;
		const onPage = new Map<string, number>();
		const fresh = records.filter((record) => this.isNew(record, onPage));
		this.pagesWithoutNews = fresh.length > 0 ? 0 : this.pagesWithoutNews + 1;
		const recent = fresh.filter((record) => !this.isOlder(record));
		this.hasOlder ||= recent.length < fresh.length;
		return recent;
	}

	/** Apart from the number of the last page. */
	isEndedBy(page: Page): boolean {
		// An older record ends only a list that is known to go from new to old
		const isFalling = this.createdAfter?.isSortedByDate && this.hasFallen && !this.hasRisen;
		// A list that grew while it was read may repeat as many pages as it has grown by
		const grownBy = Math.max(0, (page.last ?? 0) - (this.firstLast ?? 0));
		const repeatsForever = this.pagesWithoutNews > MAX_PAGES_WITHOUT_NEWS + grownBy;
		const isBehindTheEnd = this.pagesWithoutNews > 0 && page.records.every(isShared);
		return isBehindTheEnd || (this.hasOlder && isFalling === true) || repeatsForever;
	}

	/** Notes the order of the dates, too. A date without a time counts as all of its day. */
	private isOlder(record: IDataObject): boolean {
		const date = dateOf(record);
		if (this.createdAfter === undefined || date === '') return false;
		if (!DATE.test(date))
			throw new UnexpectedReply(
				`dates that can be compared, such as 2030-12-31 23:59:00: it has "${date}"`,
			);
		this.hasFallen ||= date < this.lastDate;
		this.hasRisen ||= this.lastDate !== '' && date > this.lastDate;
		this.lastDate = date;
		return date < this.createdAfter.date.slice(0, date.length);
	}

	/** @param onPage how often each record without an ID was on this page, by its content */
	private isNew(record: IDataObject, onPage: Map<string, number>): boolean {
		// JSON numbers that are too large to be exact can be equal although the IDs are not
		const isInexact = typeof record.id === 'number' && !Number.isSafeInteger(record.id);
		const id = isInexact ? '' : textOf(record.id);
		if (id === '') return this.isNewWithoutId(textOf(record), onPage);
		const type = textOf(record.type);
		// Texts take memory of their own, which counts where a list of 100,000 records is at its peak; small numbers take none
		const number = Number(id);
		const key = type === '' && String(number) === id ? number : `${type} ${id}`;
		const isNew = !this.ids.has(key);
		this.ids.add(key);
		return isNew;
	}

	/** Such as domains that all users share, on every page (services.md section 3). Equal ones on one page are different records. */
	private isNewWithoutId(content: string, onPage: Map<string, number>): boolean {
		const count = (onPage.get(content) ?? 0) + 1;
		onPage.set(content, count);
		const isNew = count > (this.withoutId.get(content) ?? 0);
		if (isNew) this.withoutId.set(content, count);
		return isNew;
	}
}

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

function limitsOf(wanted: ListRequest): ReadingLimits {
	const { pageSize, startPage = 1, limit, createdAfter, isWanted, maxPages = MAX_PAGES } = wanted;
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
	const { limit, createdAfter, isWanted, isLast = () => false } = wanted;
	const records: IDataObject[] = [];
	const collected = new CollectedRecords(createdAfter);
	const turns = new Turns(service.signal);
	const limits = limitsOf(wanted);
	let isEnded = false;
	const abandoned = () => isEnded || options.abandoned?.() === true;
	const reader = new PageReader(service, wanted, limits, { ...options, abandoned });
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
				if (isWanted) await turns.pass();
				if (isWanted?.(record) !== false) records.push(record);
			}
			const missing = limit - records.length;
			if (missing <= 0 || collected.isEndedBy(page) || page.records.some(isLast)) break;
			const pages = Math.min(Math.ceil(missing / page.records.length), parallelPages(wanted, page));
			requestUpTo(pages, page.last);
		}
	} finally {
		isEnded = true;
		await Promise.allSettled(underWay);
	}
	return records.slice(0, limit);
}
