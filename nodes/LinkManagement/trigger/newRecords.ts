import type { IDataObject } from 'n8n-workflow';

import { USUAL_PAGE } from '../lists/pageReader';
import type { PollReader } from './pollReader';
import {
	type Baseline,
	comparableDate,
	idOf,
	isNewer,
	NO_BASELINE,
	oldestFirst,
	raised,
} from './records';

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
	/** The list is still read for the first time. */
	isFirstReading?: boolean;
}

const START: NewState = {
	baseline: NO_BASELINE,
	seen: [],
	pending: [],
	page: 1,
	pageSize: USUAL_PAGE,
};

/** Most text of records that wait in the stored state, in characters. With more, they are returned at once. */
const MAX_PENDING_LENGTH = 2_000_000;
/** Most IDs in the stored state. */
const MAX_SEEN = 5_000;

/** Those of these IDs that were seen before count as the last ones again. */
function lastSeen(seen: number[], ids: number[]): number[] {
	const last = new Set(ids);
	return [...seen.filter((id) => !last.has(id)), ...last].slice(-MAX_SEEN);
}

/** The previous page is read again, because a deletion may have moved records there. */
function readFrom(reader: PollReader, { page, pageSize }: NewState) {
	reader.pageSize = pageSize;
	return reader.pages(Math.max(1, page - 1), true);
}

/** Only later records are new. A list that is not newest first is read to its end, in several polls if necessary. */
export async function startNew(reader: PollReader, from = START): Promise<NewState> {
	let { baseline, seen } = from;
	for await (const { records, isEnd } of readFrom(reader, from)) {
		baseline = raised(baseline, records, reader.present);
		seen = lastSeen(seen, records.map(idOf));
		const { newestDate, highestId } = baseline;
		const dates = records.map(comparableDate).filter((date) => date !== '');
		const isDateRead = isEnd || dates.some((date) => date < newestDate);
		baseline.isDateComplete = isDateRead && seen.length < MAX_SEEN;
		// A single record shows nothing about the older ones, which may have far lower IDs
		if (isEnd || (reader.isOrdered && (baseline.isDateComplete || highestId > 0)))
			return { ...START, baseline, seen, pageSize: reader.pageSize };
	}
	const { next: page, pageSize } = reader;
	return { ...START, baseline, seen, page, pageSize, isFirstReading: true };
}

/**
 * The records that are not older than the baseline, seen or not, and the last page, unless the next poll has to go on.
 * `knownDate`: all records of the list that are older than that were there before.
 */
async function pass(
	reader: PollReader,
	state: NewState,
	wereSeen: Set<number>,
): Promise<{ found: Map<number, IDataObject>; last?: number; knownDate?: string }> {
	const { baseline, nextBaseline, pending } = state;
	const found = new Map(pending.map((record) => [idOf(record), record]));
	for await (const { records, place, isEnd } of readFrom(reader, state)) {
		for (const record of records) if (isNewer(baseline, record)) found.set(idOf(record), record);
		const oldest = records.at(-1);
		const isKnown =
			oldest !== undefined &&
			(!isNewer(baseline, oldest) || (nextBaseline === undefined && wereSeen.has(idOf(oldest))));
		if (isEnd) return { found, last: place };
		if (reader.isOrdered && isKnown)
			return { found, last: place, knownDate: comparableDate(oldest) };
	}
	return { found };
}

function mayWait(records: IDataObject[]): boolean {
	let left = MAX_PENDING_LENGTH;
	for (const record of records) {
		left -= JSON.stringify(record).length;
		if (left < 0) return false;
	}
	return true;
}

/** With the records that come out. */
function baselineWith(
	unseen: IDataObject[],
	{ baseline, nextBaseline: before = baseline }: NewState,
	isTooLong: boolean,
	present: string,
	knownDate = '',
): Baseline {
	const after = raised(before, unseen, present);
	// Where the clock of the service is ahead, no record that comes out raises the date
	if (knownDate > after.newestDate) return { ...after, newestDate: knownDate };
	const isComplete = after.newestDate > before.newestDate || before.isDateComplete === true;
	return { ...after, isDateComplete: isComplete && !isTooLong };
}

/**
 * The new records, oldest first, each once. When a poll can read no more pages, those that it found wait for the next one.
 *
 * When a record is deleted, an older one can move to a page that was read already. So several pages are read again, until a pass
 * finds nothing older: only then the baseline rises. A record that moves in this way in two passes in a row stays hidden.
 */
export async function pollNew(
	reader: PollReader,
	state: NewState,
): Promise<{ records: IDataObject[]; state: NewState }> {
	const { baseline, nextBaseline, seen } = state;
	const wereSeen = new Set(seen);
	const { found, last, knownDate } = await pass(reader, state, wereSeen);
	const { next, pageSize } = reader;
	const isEnded = last !== undefined;
	const unseen = [...found.values()].filter((record) => !wereSeen.has(idOf(record)));
	if (!isEnded && mayWait(unseen))
		return { records: [], state: { ...state, pending: unseen, page: next, pageSize } };

	// The IDs that are kept would not tell the next pass what has come out in this one
	const isTooLong = state.isTooLong === true || !isEnded || found.size > MAX_SEEN;
	const after = baselineWith(unseen, state, isTooLong, reader.present, knownDate);
	const records = oldestFirst(unseen.filter((record) => reader.matches(record)));
	const read = { ...START, seen: lastSeen(seen, [...found.keys()]), pageSize };
	if (!isEnded) {
		const from = { ...baseline, isDateComplete: false };
		const more = { baseline: from, nextBaseline: after, page: next, isTooLong };
		return { records, state: { ...read, ...more } };
	}
	// If the newest records are on the first page, a small page is enough again
	const certain = reader.isOrdered ? { ...read, pageSize: USUAL_PAGE } : read;
	// A single page shows the list at one moment
	if (last === 1 || isTooLong) return { records, state: { ...certain, baseline: after } };
	if (!nextBaseline || !unseen.every((record) => isNewer(nextBaseline, record)))
		return { records, state: { ...read, baseline, nextBaseline: after } };
	if (unseen.length === 0) return { records, state: { ...certain, baseline: after } };
	return { records, state: { ...certain, baseline: nextBaseline, nextBaseline: after } };
}
