import type { IDataObject } from 'n8n-workflow';

import { DATE, dateOf } from '../lists/page';
import { USUAL_PAGE } from '../lists/pageSizes';
import { isObject } from '../values/json';
import { pageSizeOf, type PollReader } from './pollReader';
import { idOf, raisedMark } from './recordIds';

/** The state between polls. Plain JSON, as n8n stores it, of about 4 MB at most. */
export interface NewState {
	/** All records up to this ID were seen. */
	floor: number;
	/** The latest date of the records that were seen, in the service's format. It shows whether the service was reset. */
	newestDate: string;
	/** IDs above the floor that were returned already. */
	seen: number[];
	/** Records above the floor that wait for older ones on pages that are not read yet. */
	pending: IDataObject[];
	/** The page to continue with, counted from the newest. */
	page: number;
	/** Records per page, which the numbers of pages count in; 0: the service's own size. */
	pageSize: number;
	/** Set while the list is read for the first time: the page to continue with. */
	startPage?: number;
}

/** Most text of records that wait in the stored state, in characters. With more, they are returned at once. */
const MAX_PENDING_LENGTH = 2_000_000;
/** Most IDs in the stored state. A list with more new records is treated as endless. */
const MAX_SEEN = 100_000;
/** A longer text is not a date, in characters. */
const MAX_DATE_LENGTH = 40;

export const isNewState = (state: IDataObject): state is IDataObject & NewState =>
	Number.isSafeInteger(state.floor) &&
	Number.isSafeInteger(state.page) &&
	Array.isArray(state.seen) &&
	Array.isArray(state.pending) &&
	state.pending.every(isObject);

const NOTHING_SEEN = {
	newestDate: '',
	seen: [],
	pending: [],
	page: 1,
} satisfies Partial<NewState>;

/** The date of a record; '' if it can't be compared, such as "2 days ago", which changes with each poll. */
const comparableDate = (record: IDataObject): string => {
	const date = dateOf(record);
	return date.length <= MAX_DATE_LENGTH && DATE.test(date) ? date : '';
};

/** The latest date of the records up to a mark. A record with a wrong ID above it can have a wrong date, too. */
const latestDate = (records: Iterable<IDataObject>, mark: number, earlier = ''): string =>
	[...records]
		.filter((record) => idOf(record) <= mark)
		.map(comparableDate)
		.reduce((late, date) => (date > late ? date : late), earlier);

/** Only later records are new. A list without an order is read to its end, in several polls if necessary. */
export async function startNew(reader: PollReader, from?: NewState): Promise<NewState | undefined> {
	let state = from;
	reader.pageSize = pageSizeOf(from);
	for await (const { records, isEnd } of reader.newestPages(from?.startPage ?? 1)) {
		state = seenUpTo(records, reader, state);
		// A single record above the floor shows nothing about the older ones, which may have far lower IDs
		if (isEnd || (reader.isOrdered && state.floor > 0)) return state;
	}
	return state && { ...state, startPage: reader.next, pageSize: reader.pageSize };
}

function seenUpTo(records: IDataObject[], { pageSize }: PollReader, before?: NewState): NewState {
	const ids = [...(before?.seen ?? []), ...records.map(idOf)];
	const floor = raisedMark(before?.floor ?? 0, ids);
	return {
		...NOTHING_SEEN,
		floor,
		newestDate: latestDate(records, floor, before?.newestDate),
		seen: [...new Set(ids)].filter((id) => id > floor),
		pageSize,
	};
}

/** After a reset of the service, IDs start again: the newest record is later than all before, with an ID below the floor. */
function floorAfterReset({ floor, newestDate }: NewState, records: IDataObject[]): number {
	if (newestDate === '') return floor;
	if (records.some((record) => idOf(record) >= floor)) return floor;
	const isLater = (record: IDataObject) => comparableDate(record) > newestDate;
	if (!records.some(isLater)) return floor;
	return records
		.filter((record) => !isLater(record))
		.reduce((highest, record) => Math.max(highest, idOf(record)), 0);
}

interface Pass {
	floor: number;
	found: Map<number, IDataObject>;
	/** Undefined when the pass is done. */
	next: number | undefined;
	/** The pass shows all new records for certain, or the list has too many of them for another pass. */
	isCertain: boolean;
}

async function pass(reader: PollReader, state: NewState): Promise<Pass> {
	let { floor } = state;
	const found = new Map(state.pending.map((record) => [idOf(record), record]));
	const known = new Set([...state.seen, ...found.keys()]);
	reader.pageSize = pageSizeOf(state);
	// The previous page is read again, because a deletion may have moved records there
	for await (const { records, place, isEnd } of reader.newestPages(Math.max(1, state.page - 1))) {
		if (place === 1) floor = floorAfterReset(state, records);
		for (const record of records.filter((one) => idOf(one) > floor)) {
			found.set(idOf(record), record);
			known.add(idOf(record));
		}
		const isKnown = reader.isOrdered && records.some((record) => idOf(record) <= floor);
		const isEndless = known.size > MAX_SEEN;
		if (isKnown || isEndless || isEnd)
			return { floor, found, next: undefined, isCertain: place === 1 || isEndless };
	}
	return { floor, found, next: reader.next, isCertain: false };
}

function mayWait(records: Iterable<IDataObject>): boolean {
	let left = MAX_PENDING_LENGTH;
	for (const record of records) {
		left -= JSON.stringify(record).length;
		if (left < 0) return false;
	}
	return true;
}

/**
 * The records that are new since the last state, oldest first, each once. When a poll can read no more pages, the records
 * that it found wait for the next poll, so that no record is returned before an older one.
 *
 * Several pages do not show the list at one moment: when a record is deleted, one of the older ones can move to a page that was
 * already read. So they are read again, until a pass finds nothing older than those before it: only then the floor rises. What
 * stays hidden is a record that moved in this way in two passes in a row.
 */
export async function pollNew(
	reader: PollReader,
	state: NewState,
): Promise<{ records: IDataObject[]; state: NewState }> {
	const { floor, found, next, isCertain } = await pass(reader, state);
	const before = floor < state.floor ? { ...state, ...NOTHING_SEEN } : state;
	const { seen } = before;
	const wereSeen = new Set(seen);
	const unseen = [...found.values()]
		.filter((record) => !wereSeen.has(idOf(record)))
		.sort((a, b) => idOf(a) - idOf(b));
	const allSeen = [...seen, ...unseen.map(idOf)];
	const newestDate = latestDate(found.values(), raisedMark(floor, allSeen), before.newestDate);
	const kept = { floor, newestDate, seen, pending: [], page: 1, pageSize: reader.pageSize };
	if (next !== undefined && mayWait(unseen)) {
		return { records: [], state: { ...kept, pending: unseen, page: next } };
	}
	const records = unseen.filter((record) => reader.matches(record));
	if (next !== undefined) return { records, state: { ...kept, seen: allSeen, page: next } };

	const mark = raisedMark(floor, isCertain ? allSeen : seen);
	const isConfirmed = isCertain || unseen.every((record) => idOf(record) > mark);
	const newFloor = isConfirmed ? mark : floor;
	const isSmall = reader.isOrdered && (isCertain || newFloor > floor);
	return {
		records,
		state: {
			...kept,
			floor: newFloor,
			seen: allSeen.filter((id) => id > newFloor),
			// If the newest records are on the first page, a small page is enough again
			...(isSmall && { pageSize: USUAL_PAGE }),
		},
	};
}
