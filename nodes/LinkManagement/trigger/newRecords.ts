import type { IDataObject } from 'n8n-workflow';

import { USUAL_PAGE } from '../lists/pageSizes';
import { isObject } from '../text/json';
import { pageSizeOf, type PollReader } from './pollReader';
import { type Baseline, comparableDate, idOf, isNewer, NO_BASELINE, raised } from './records';

/** The state between polls. Plain JSON, as n8n stores it, of about 2 MB at most. */
export interface NewState {
	baseline: Baseline;
	/** The baseline with all that came out since, until a second pass over several pages finds nothing older. */
	nextBaseline?: Baseline;
	/** The last IDs that were seen. */
	seen: number[];
	/** New records that wait for older ones on pages that are not read yet. */
	pending: IDataObject[];
	/** The page to continue with, counted from the newest. */
	page: number;
	/** Records per page, which the numbers of pages count in; 0: the service's own size. */
	pageSize: number;
	/** New records came out before all of them were read: there are too many for a second pass. */
	isTooLong?: boolean;
	/** Set while the list is read for the first time: the page to continue with. */
	startPage?: number;
}

/** Most text of records that wait in the stored state, in characters. With more, they are returned at once. */
const MAX_PENDING_LENGTH = 2_000_000;
/** Most IDs in the stored state. */
const MAX_SEEN = 5_000;

export const isNewState = (state: IDataObject): state is IDataObject & NewState =>
	isObject(state.baseline) &&
	Number.isSafeInteger(state.baseline.highestId) &&
	Number.isSafeInteger(state.page) &&
	Array.isArray(state.seen) &&
	Array.isArray(state.pending) &&
	state.pending.every(isObject);

/** Those of these IDs that were seen before count as the last ones again. */
function lastSeen(seen: number[], ids: number[]): number[] {
	const last = new Set(ids);
	return [...seen.filter((id) => !last.has(id)), ...last].slice(-MAX_SEEN);
}

/** Only later records are new. A list that is not newest first is read to its end, in several polls if necessary. */
export async function startNew(reader: PollReader, from?: NewState): Promise<NewState | undefined> {
	let { baseline, seen } = from ?? { baseline: NO_BASELINE, seen: [] };
	let hasRead = false;
	const stateAt = (startPage?: number): NewState => ({
		...{ baseline, seen, pending: [], page: 1, pageSize: reader.pageSize },
		...(startPage !== undefined && { startPage }),
	});
	reader.pageSize = pageSizeOf(from);
	for await (const { records, isEnd } of reader.newestPages(from?.startPage ?? 1)) {
		hasRead = true;
		baseline = raised(baseline, records);
		seen = lastSeen(seen, records.map(idOf));
		const { newestDate, highestId } = baseline;
		const isDateRead = isEnd || records.some((record) => comparableDate(record) < newestDate);
		baseline.isDateComplete = isDateRead && seen.length < MAX_SEEN;
		// A single record without a date shows nothing about the older ones, which may have far lower IDs
		if (isEnd || (reader.isOrdered && (newestDate !== '' || highestId > 0))) return stateAt();
	}
	return hasRead ? stateAt(reader.next) : from;
}

interface Pass {
	/** The records that are not older than the baseline, whether they were seen or not. */
	found: Map<number, IDataObject>;
	/** Undefined when the pass is done. */
	next: number | undefined;
	/** A single page shows the list at one moment. */
	isOnePage: boolean;
}

async function pass(reader: PollReader, state: NewState, wereSeen: Set<number>): Promise<Pass> {
	const { baseline, nextBaseline, pending, page } = state;
	const found = new Map(pending.map((record) => [idOf(record), record]));
	const isKnown = (record: IDataObject | undefined) =>
		record !== undefined &&
		(!isNewer(baseline, record) || (nextBaseline === undefined && wereSeen.has(idOf(record))));
	reader.pageSize = pageSizeOf(state);
	// The previous page is read again, because a deletion may have moved records there
	for await (const { records, place, isEnd } of reader.newestPages(Math.max(1, page - 1))) {
		for (const record of records) if (isNewer(baseline, record)) found.set(idOf(record), record);
		const isRestKnown = reader.isOrdered && isKnown(records.at(reader.isOldestFirst ? 0 : -1));
		if (isEnd || isRestKnown) return { found, next: undefined, isOnePage: place === 1 };
	}
	return { found, next: reader.next, isOnePage: false };
}

function mayWait(records: IDataObject[]): boolean {
	let left = MAX_PENDING_LENGTH;
	for (const record of records) {
		left -= JSON.stringify(record).length;
		if (left < 0) return false;
	}
	return true;
}

function oldestFirst(records: IDataObject[]): IDataObject[] {
	return records
		.map((record) => ({ record, date: comparableDate(record), id: idOf(record) }))
		.sort((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1))
		.map(({ record }) => record);
}

/** With the records that came out. */
function baselineWith(before: Baseline, unseen: IDataObject[], isTooLong: boolean): Baseline {
	const baseline = raised(before, unseen);
	const isRaised = baseline.newestDate > before.newestDate;
	return { ...baseline, isDateComplete: !isTooLong && (isRaised || before.isDateComplete) };
}

/** After a pass that is done, which the next one may have to confirm. */
function baselinesAfter(
	{ baseline, nextBaseline }: NewState,
	unseen: IDataObject[],
	withAll: Baseline,
): Pick<NewState, 'baseline' | 'nextBaseline'> {
	const isConfirmed = nextBaseline && unseen.every((record) => isNewer(nextBaseline, record));
	if (!isConfirmed) return { baseline, nextBaseline: withAll };
	return { baseline: nextBaseline, ...(unseen.length > 0 && { nextBaseline: withAll }) };
}

/**
 * The records that are new since the last state, oldest first, each once. When a poll can read no more pages, the records
 * that it found wait for the next poll, so that no record is returned before an older one.
 *
 * Several pages do not show the list at one moment: when a record is deleted, one of the older ones can move to a page that was
 * already read. So they are read again, until a pass finds nothing older than those before it: only then the baseline rises.
 * What stays hidden is a record that moved in this way in two passes in a row.
 */
export async function pollNew(
	reader: PollReader,
	state: NewState,
): Promise<{ records: IDataObject[]; state: NewState }> {
	const { baseline, nextBaseline, seen } = state;
	const wereSeen = new Set(seen);
	const { found, next, isOnePage } = await pass(reader, state, wereSeen);
	const { pageSize } = reader;
	const unseen = [...found.values()].filter((record) => !wereSeen.has(idOf(record)));
	if (next !== undefined && mayWait(unseen))
		return { records: [], state: { ...state, pending: unseen, page: next, pageSize } };

	// The IDs that are kept would not tell the next pass what has come out in this one
	const isTooLong = state.isTooLong === true || next !== undefined || found.size > MAX_SEEN;
	const withAll = baselineWith(nextBaseline ?? baseline, unseen, isTooLong);
	const records = oldestFirst(unseen.filter((record) => reader.matches(record)));
	const kept = { seen: lastSeen(seen, [...found.keys()]), pending: [], page: 1, pageSize };
	if (next !== undefined) {
		const from = { ...baseline, isDateComplete: false };
		const more = { baseline: from, nextBaseline: withAll, page: next, isTooLong };
		return { records, state: { ...kept, ...more } };
	}
	const isCertain = isOnePage || isTooLong;
	const after = isCertain ? { baseline: withAll } : baselinesAfter(state, unseen, withAll);
	// If the newest records are on the first page, a small page is enough again
	const isSmall = reader.isOrdered && after.baseline !== baseline;
	return { records, state: { ...kept, ...after, ...(isSmall && { pageSize: USUAL_PAGE }) } };
}
