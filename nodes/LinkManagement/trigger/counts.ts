import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../transport/json';
import type { Reader } from './reader';

/** What is kept between polls. Plain JSON, as n8n stores it. */
export interface CountState {
	/** By ID: the figure when the record last came out, or when it was first seen. */
	counts: Record<string, number>;
	/** All records were seen once: one that is not known then is new, and began at 0. */
	complete: boolean;
	/** The page to go on with. */
	page: number;
}

/** The test of an event. */
export interface Rule {
	/** Whether going from one figure to another is what the user waits for. */
	crosses: (previous: number, current: number) => boolean;
	/** Whether a figure that falls, as the service was set back, begins anew. */
	follows: boolean;
	/** The lowest figure that can matter; lower ones are not told and not kept. */
	least: number;
}

export const increasedBy = (least: number): Rule => ({
	crosses: (previous, current) => current - previous >= least,
	follows: true,
	least: 0,
});

/** Once per record: the figure kept is beyond the threshold then. */
export const reached = (threshold: number): Rule => ({
	crosses: (previous, current) => previous < threshold && current >= threshold,
	follows: false,
	least: threshold,
});

/** api.md does not show which way `order` sorts: only a page that falls shows that nothing higher follows. */
const falls = (figures: number[]) =>
	figures[0]! > figures.at(-1)! && figures.every((figure, place) => place === 0 || figure <= figures[place - 1]!);

export const startCounts = (): CountState => ({ counts: {}, complete: false, page: 1 });

/**
 * The records whose figure has crossed since they last came out, with what changed. The list is gone through page by
 * page, as far as figures can matter; where the budget of a poll ends, the next one goes on.
 */
export async function pollCounts(
	reader: Reader,
	state: CountState,
	rule: Rule,
): Promise<{ records: IDataObject[]; state: CountState }> {
	const { complete } = state;
	const counts = { ...state.counts };
	const records: IDataObject[] = [];
	const { count, highestFirst } = reader.source;
	const figureOf = (record: IDataObject) => Number(record[count]) || 0;
	const isEnough = (page: IDataObject[]) => {
		const figures = page.map(figureOf);
		return highestFirst === true && figures.at(-1)! < rule.least && falls(figures);
	};
	const note = (record: IDataObject) => {
		const id = textOf(record.id);
		const current = figureOf(record);
		const previous = counts[id] ?? (complete ? 0 : current);
		const crossed = reader.matches(record) && rule.crosses(previous, current);
		const fell = rule.follows && current < previous;
		if (current >= rule.least) counts[id] = crossed || fell ? current : previous;
		if (crossed) records.push({ ...record, previous, current, difference: current - previous });
	};
	for (let { page } = state; ; page++) {
		const read = await reader.page(page);
		if (!read) return { records, state: { counts, complete, page } };
		read.records.forEach(note);
		if (read.records.length === 0 || page >= (read.last ?? Infinity) || isEnough(read.records)) {
			return { records, state: { counts, complete: true, page: 1 } };
		}
	}
}
