import type { IDataObject } from 'n8n-workflow';

import type { Reader } from './pollReader';

/** What is kept between polls. Plain JSON, as n8n stores it. */
export interface NewState {
	/** All records up to this ID were seen. */
	floor: number;
	/** Records above it that came out already, while a list of several pages is gone through once more. */
	seen: number[];
	/** Records above it that wait for older ones: these lie on pages that the budget did not reach yet. */
	pending: IDataObject[];
	/** The page to go on with, counted from the newest. */
	page: number;
}

const idOf = ({ id }: IDataObject) => Number(id);
const highest = (ids: number[]) => ids.reduce((high, id) => Math.max(high, id), 0);

/** @returns the state from which only later records are new; undefined when the budget is spent */
export async function startNew(reader: Reader): Promise<NewState | undefined> {
	const newest = await reader.newest(1);
	return newest && { floor: highest(newest.records.map(idOf)), seen: [], pending: [], page: 1 };
}

/**
 * The records that are new since the state, oldest first, each once. What the budget of a poll does not reach waits
 * for the next one: nothing comes out before all that is older has.
 *
 * One page is a picture of one moment. Several are not: a link deleted meanwhile moves others past the reader. So
 * they are gone through once more before the floor rises.
 */
export async function pollNew(
	reader: Reader,
	state: NewState,
): Promise<{ records: IDataObject[]; state: NewState }> {
	const { floor } = state;
	const seen = new Set(state.seen);
	const found = new Map(state.pending.map((record) => [idOf(record), record]));
	// The page before is read again: a deletion may have moved records there
	const start = Math.max(1, state.page - 1);
	let page = start;
	for (let reached = false; !reached; page++) {
		const read = await reader.newest(page);
		if (!read) return { records: [], state: { ...state, pending: [...found.values()], page } };
		for (const record of read.records) if (idOf(record) > floor) found.set(idOf(record), record);
		reached =
			read.records.length === 0 ||
			read.records.some((record) => idOf(record) <= floor) ||
			(read.last !== undefined && page >= read.last);
	}

	const fresh = [...found.values()]
		.filter((record) => !seen.has(idOf(record)))
		.sort((a, b) => idOf(a) - idOf(b));
	const ids = [...found.keys()];
	const onePage = start === 1 && page === 2;
	const before = highest(state.seen);
	const confirmed = seen.size > 0 && fresh.every((record) => idOf(record) > before);
	return {
		records: fresh.filter((record) => reader.matches(record)),
		state:
			onePage || confirmed
				? { floor: Math.max(floor, highest(ids)), seen: [], pending: [], page: 1 }
				: { floor, seen: [...new Set([...seen, ...ids])], pending: [], page: 1 },
	};
}
