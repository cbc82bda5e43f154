import type { IDataObject } from 'n8n-workflow';

import type { Page } from '../lists/page';
import { numberFrom } from '../values/numbers';
import { createdAt } from './recordAge';

/** How to read the part of a list that can contain new records. */
export interface Reading {
	/** Reads a page, counted from 1. */
	read: (page: number) => Promise<Page>;
	/** Reads page 1 again, as a large one, and later pages too; undefined when no more records fit on a page. */
	readLargePage: (first: Page) => Promise<Page | undefined>;
	/** Determines which records are new, given all that were read so far. */
	newAmong: (records: IDataObject[]) => (record: IDataObject) => boolean;
	/** Whether the list was requested in the order of its dates. api.md does not define the order of other lists. */
	isSorted: boolean;
	maxPages: number;
}

export interface RecentRecords {
	records: IDataObject[];
	/** Whether all pages were read that can contain a new record. */
	complete: boolean;
}

/** A list without a requested order can have so many records in a row by chance. */
const MIN_RECORDS_IN_ORDER = 8;

type Order = 'newestFirst' | 'oldestFirst' | 'unknown';

/** Domains that all users share have no ID and are at the end of every page (services.md section 3). */
const idsOf = (records: IDataObject[]): number[] =>
	records.map(({ id }) => numberFrom(id)).filter((id) => id !== undefined);

/** @returns the order of consecutive numbers; equal ones are ignored */
function directionOf(numbers: number[]): Order {
	const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? NaN));
	if (steps.every((step) => step === 0)) return 'unknown';
	if (steps.every((step) => step <= 0)) return 'newestFirst';
	return steps.every((step) => step >= 0) ? 'oldestFirst' : 'unknown';
}

function orderOf(records: IDataObject[], isSorted: boolean): Order {
	const ids = idsOf(records);
	const byId = directionOf(ids);
	if (!isSorted) return ids.length < MIN_RECORDS_IN_ORDER ? 'unknown' : byId;
	const byDate = directionOf(records.map(createdAt));
	// The requested order counts unless the records contradict it
	return byId === 'oldestFirst' && byDate !== 'newestFirst' ? 'oldestFirst' : 'newestFirst';
}

/** The number of the last page, if the service reports a plausible one. */
const lastPageOf = ({ last }: Page): number | undefined =>
	last !== undefined && Number.isSafeInteger(last) && last > 0 ? last : undefined;

/** All records read so far, each once, because a list may change while it is read. */
class Collected {
	readonly records: IDataObject[] = [];
	private readonly ids = new Set<unknown>();

	/** @returns whether the page contained a record that was not read before */
	add(page: Page): boolean {
		const before = this.records.length;
		for (const record of page.records) {
			if (record.id !== undefined && record.id !== null) {
				if (this.ids.has(record.id)) continue;
				this.ids.add(record.id);
			}
			this.records.push(record);
		}
		return this.records.length > before;
	}
}

/** How far a list was read. */
interface Position {
	page: Page;
	/** Of the page, counted from 1. */
	number: number;
	lastPage: number | undefined;
	pagesRead: number;
	/** The page is page 1 once more, with more records. */
	isReadAgain: boolean;
}

/** A service that does not report the last page may repeat it. */
const isAtEnd = ({ page, number, lastPage, isReadAgain }: Position, hasNews: boolean): boolean =>
	page.records.length === 0 ||
	number === lastPage ||
	(lastPage === undefined && !hasNews && !isReadAgain);

/** Reads on; with large pages where one small page was not enough. Two small ones take as many requests. */
async function readOn({ read, readLargePage }: Reading, at: Position): Promise<Position> {
	const { page, number, lastPage } = at;
	const pagesRead = at.pagesRead + 1;
	const large = pagesRead === 2 && lastPage !== 2 ? await readLargePage(page) : undefined;
	return large
		? { page: large, number, lastPage: lastPageOf(large), pagesRead, isReadAgain: true }
		: { page: await read(number + 1), number: number + 1, lastPage, pagesRead, isReadAgain: false };
}

/**
 * Reads the newest records of a list. A list that begins with the newest is read until a page contains an older record; a
 * list that begins with the oldest is read from its end. A list without an order is read completely. Numbers that the service
 * reports are only compared, and the pages are counted here.
 */
export async function readRecentRecords(reading: Reading): Promise<RecentRecords> {
	const { read, newAmong, isSorted, maxPages } = reading;
	const collected = new Collected();
	const { records } = collected;
	const first = await read(1);
	const start = { page: first, number: 1, lastPage: lastPageOf(first), pagesRead: 1 };
	for (let at: Position = { ...start, isReadAgain: false }; ; at = await readOn(reading, at)) {
		const hasNews = collected.add(at.page);
		if (isAtEnd(at, hasNews)) return { records, complete: true };
		const order = orderOf(records, isSorted);
		if (order === 'newestFirst' && !hasOnlyNew(at.page, newAmong(records)))
			return { records, complete: true };
		if (order === 'oldestFirst' && at.lastPage !== undefined)
			return await readBackwards(reading, collected, { ...at, lastPage: at.lastPage });
		if (at.pagesRead >= maxPages) return { records, complete: false };
	}
}

/** Whether the next page may contain new records, too. */
const hasOnlyNew = ({ records }: Page, isNew: (record: IDataObject) => boolean): boolean =>
	records.filter(({ id }) => id !== null).every(isNew);

/** Reads from the last page backwards until one contains an older record. Pages up to this one were read before. */
async function readBackwards(
	{ read, newAmong, maxPages }: Reading,
	collected: Collected,
	{ number, lastPage, pagesRead }: Position & { lastPage: number },
): Promise<RecentRecords> {
	const { records } = collected;
	for (let last = lastPage, count = pagesRead; last > number; last--, count++) {
		if (count >= maxPages) return { records, complete: false };
		const page = await read(last);
		collected.add(page);
		if (page.records.length > 0 && !hasOnlyNew(page, newAmong(records))) break;
	}
	return { records, complete: true };
}
