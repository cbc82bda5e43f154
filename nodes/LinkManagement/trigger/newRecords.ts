import type { IDataObject } from 'n8n-workflow';

import type { Page } from '../lists/page';
import { textOf } from '../values/json';
import { FIRST_PAGE_SIZE, pageSizeOf, type PollReader } from './pollReader';
import { highestId, highestOf, idOf } from './recordIds';

/** The state between polls. Plain JSON, as n8n stores it. */
export interface NewState {
	/** All records up to this ID were seen. */
	floor: number;
	/** The latest date of the records that were seen, in the service's format. It shows whether the service was reset. */
	newestDate?: string;
	/** IDs above the floor that were returned already, while a list of several pages is read again. */
	seen: number[];
	/** Those of `seen` that the last pass did not find, for example because they were deleted. */
	missing?: number[];
	/** Passes in a row that found nothing older, but showed that a new record was deleted. */
	passesInDoubt?: number;
	/** Records above the floor that wait for older ones on pages that are not read yet. */
	pending: IDataObject[];
	/** The page to continue with, counted from the newest. */
	page: number;
	/** Records per page, which the numbers of pages count in; 0: the service's own size. */
	pageSize?: number;
	/** Set while the list is read for the first time: the page to continue with. */
	startPage?: number;
}

/** Most records that wait in the stored state. With more, they are returned at once, and the older ones after them. */
const MAX_PENDING = 10_000;
/** Most IDs in the stored state. A list with more new records is treated as endless. */
const MAX_SEEN = 100_000;

/** With more passes in doubt, the account deletes new records all the time. Its list must not be read again forever. */
const MAX_PASSES_IN_DOUBT = 3;

/** Whether n8n returned a state that this version can use. */
export const isNewState = (state: IDataObject | undefined): state is IDataObject & NewState =>
	Number.isFinite(state?.floor) &&
	Number.isSafeInteger(state?.page) &&
	Array.isArray(state?.seen) &&
	Array.isArray(state?.pending);

/** The parts of a state in which nothing above the floor was found yet. */
const NOTHING_SEEN = {
	newestDate: '',
	seen: [],
	missing: [],
	passesInDoubt: 0,
	pending: [],
	page: 1,
} satisfies Partial<NewState>;

const latestDate = (records: IDataObject[], earlier = ''): string =>
	records
		.map(({ date }) => textOf(date))
		.reduce((late, date) => (date > late ? date : late), earlier);

/**
 * Marks all present records as seen, so that only later records are new. A list without an order is read to its end, in
 * several polls if necessary.
 *
 * @param from the state of a poll that did not reach the end
 * @returns undefined when the budget did not allow a single page
 */
export async function startNew(reader: PollReader, from?: NewState): Promise<NewState | undefined> {
	let state: NewState | undefined = from;
	reader.pageSize = pageSizeOf(from);
	for (let page = from?.startPage ?? 1; ;) {
		const read = await reader.newest(page);
		if (!read) return state && { ...state, startPage: page, pageSize: reader.pageSize };
		state = seenUpTo(read, reader, state);
		const isEnd = read.records.length === 0 || page >= (read.last ?? 1);
		if (reader.isOrdered || isEnd) return state;
		page = reader.pageAfter(page, read);
	}
}

/** The state after one more page of records that were there before. */
const seenUpTo = ({ records }: Page, { pageSize }: PollReader, before?: NewState): NewState => ({
	...NOTHING_SEEN,
	floor: Math.max(before?.floor ?? 0, highestId(records)),
	newestDate: latestDate(records, before?.newestDate),
	pageSize,
});

/**
 * The floor to compare with. After a reset of the service, IDs start again: the newest record has a later date than all that
 * were seen, but an ID below the floor. After a deletion, no record has a later date.
 */
function floorAfterReset({ floor, newestDate }: NewState, records: IDataObject[]): number {
	if (!newestDate || records.length === 0 || highestId(records) >= floor) return floor;
	const isLater = (record: IDataObject) => textOf(record.date) > newestDate;
	if (!records.some(isLater)) return floor;
	return highestId(records.filter((record) => !isLater(record)));
}

/** The result of one pass over the pages above the floor. */
interface Pass {
	floor: number;
	found: Map<number, IDataObject>;
	/** The page to continue with; undefined when the pass is done. */
	next: number | undefined;
	wholeListOnOnePage: boolean;
}

/** Reads pages from the newest on, until the rest is known or no more pages can be read. */
async function pass(reader: PollReader, state: NewState): Promise<Pass> {
	let { floor } = state;
	const found = new Map(state.pending.map((record) => [idOf(record), record]));
	reader.pageSize = pageSizeOf(state);
	// The previous page is read again, because a deletion may have moved records there
	const start = Math.max(1, state.page - 1);
	for (let page = start; ;) {
		const read = await reader.newest(page);
		if (!read) return { floor, found, next: page, wholeListOnOnePage: false };
		if (page === 1) floor = floorAfterReset(state, read.records);
		for (const record of read.records) if (idOf(record) > floor) found.set(idOf(record), record);
		const isEnd = read.records.length === 0 || (read.last !== undefined && page >= read.last);
		const isKnown = reader.isOrdered && read.records.some((record) => idOf(record) <= floor);
		if (isEnd || isKnown || found.size > MAX_SEEN) {
			return { floor, found, next: undefined, wholeListOnOnePage: page === 1 };
		}
		page = reader.pageAfter(page, read);
	}
}

/**
 * The records that are new since the last state, oldest first, each once. When a poll can read no more pages, the records
 * that it found wait for the next poll, so that no record is returned before an older one.
 *
 * A single page shows the list at one moment. Several pages do not: when a new record is deleted after its page was read,
 * the older ones move up, and one of them can move to a page that was already read. A later pass shows such a deletion,
 * because it does not find the deleted record. So several pages are read again. The floor rises to the newest record of
 * the previous pass, and only when all records of that pass are still there, or after several passes that found nothing
 * older. What stays hidden is a record that moved because of another one that was created and deleted during the same
 * pass, if this happens in two passes in a row.
 */
export async function pollNew(
	reader: PollReader,
	state: NewState,
): Promise<{ records: IDataObject[]; state: NewState }> {
	const { floor, found, next, wholeListOnOnePage } = await pass(reader, state);
	const before = floor < state.floor ? { ...state, ...NOTHING_SEEN } : state;
	const { seen, missing, passesInDoubt } = before;
	const wereSeen = new Set(seen);
	const unseen = [...found.values()]
		.filter((record) => !wereSeen.has(idOf(record)))
		.sort((a, b) => idOf(a) - idOf(b));
	const records = unseen.filter((record) => reader.matches(record));
	const newestDate = latestDate(unseen, before.newestDate);
	const { pageSize } = reader;
	const kept = { floor, newestDate, seen, missing, passesInDoubt, pageSize };

	if (next !== undefined) {
		if (found.size <= MAX_PENDING) {
			return { records: [], state: { ...kept, pending: [...found.values()], page: next } };
		}
		const seenNow = [...seen, ...unseen.map(idOf)];
		return { records, state: { ...kept, seen: seenNow, pending: [], page: next } };
	}
	// If the newest records are on the first page, a small page is enough again
	const sizeOfFirstPage = reader.isOrdered ? FIRST_PAGE_SIZE : pageSize;
	const settled = { ...NOTHING_SEEN, newestDate, pageSize: sizeOfFirstPage };
	if (wholeListOnOnePage || found.size > MAX_SEEN) {
		return { records, state: { ...settled, floor: Math.max(floor, highestOf(found.keys())) } };
	}
	const compared = comparePasses(before, found, unseen);
	if (compared.isComplete) {
		const newFloor = Math.max(floor, highestOf(seen));
		return { records, state: { ...settled, floor: newFloor, seen: unseen.map(idOf) } };
	}
	return { records, state: { ...kept, ...compared.state, pending: [], page: 1 } };
}

/**
 * Compares a pass over several pages with the passes before it.
 *
 * @param unseen what only this pass found
 * @returns whether the earlier passes found all records up to the newest of theirs; otherwise what to remember
 */
function comparePasses(
	{ seen, missing = [], passesInDoubt = 0 }: NewState,
	found: Map<number, IDataObject>,
	unseen: IDataObject[],
): { isComplete: boolean; state: Pick<NewState, 'seen' | 'missing' | 'passesInDoubt'> } {
	const highestSeen = highestOf(seen);
	const foundNothingOlder = seen.length > 0 && unseen.every((record) => idOf(record) > highestSeen);
	const wereMissing = new Set(missing);
	const previousAreThere = seen.every((id) => wereMissing.has(id) || found.has(id));
	const seenNow = [...new Set([...seen, ...found.keys()])];
	return {
		isComplete: foundNothingOlder && (previousAreThere || passesInDoubt >= MAX_PASSES_IN_DOUBT),
		state: {
			seen: seenNow,
			missing: seenNow.filter((id) => !found.has(id)),
			passesInDoubt: foundNothingOlder ? passesInDoubt + 1 : 0,
		},
	};
}
