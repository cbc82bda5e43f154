import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../values/json';
import type { Reader } from './pollReader';

/** What is kept between polls. Plain JSON, as n8n stores it. */
export interface CountState {
	/** By ID: the figure that the next one is compared with. */
	counts: Record<string, number>;
	/** All records were seen once: one that is not known then is new, and began at 0. */
	complete: boolean;
	/** The rest of the list was too low to matter and was not read: a record that is not known need not be new. */
	cut?: boolean;
	/** The page to go on with. */
	page: number;
}

/** The test of an event. */
export interface CountRule {
	/** Whether going from one figure to another is what the user waits for. */
	crosses: (previous: number, current: number) => boolean;
	/** The figure to compare the next one with. */
	keeps: (previous: number, current: number, told: boolean) => number;
	/** The lowest figure that can matter. */
	minRelevant: number;
}

export const increasedBy = (least: number): CountRule => ({
	crosses: (previous, current) => current - previous >= least,
	// A figure that falls, as the service was set back, begins anew
	keeps: (previous, current, told) => (told || current < previous ? current : previous),
	minRelevant: 0,
});

/** Once per record: the figure kept stays beyond the threshold then. */
export const reached = (threshold: number): CountRule => ({
	crosses: (previous, current) => previous < threshold && current >= threshold,
	keeps: (previous, current) => (previous < threshold ? current : previous),
	minRelevant: threshold,
});

/** api.md does not show which way `order` sorts: only a page that falls shows that nothing higher follows. */
const falls = (figures: number[]) =>
	figures[0]! > figures.at(-1)! &&
	figures.every((figure, place) => place === 0 || figure <= figures[place - 1]!);

/** What comes out beside the record. */
export const grown = (previous: number, current: number) => ({
	previous,
	current,
	difference: current - previous,
});

export const startCounts = (): CountState => ({ counts: {}, complete: false, page: 1 });

/**
 * The records whose figure has crossed since they last came out, with what changed. The list is gone through page by
 * page, as far as figures can matter; where the budget of a poll ends, the next one goes on.
 */
export async function pollCounts(
	reader: Reader,
	state: CountState,
	rule: CountRule,
): Promise<{ records: IDataObject[]; state: CountState }> {
	const { complete, cut } = state;
	const counts = { ...state.counts };
	const records: IDataObject[] = [];
	const { count, highestFirst } = reader.source;
	const figureOf = (record: IDataObject) => Number(record[count]) || 0;
	const isEnough = (page: IDataObject[]) => {
		const figures = page.map(figureOf);
		return highestFirst === true && figures.at(-1)! < rule.minRelevant && falls(figures);
	};
	const x2 = (record: IDataObject) => {
		const id = textOf(record.id);
		const current = figureOf(record);
		const previous = counts[id] ?? (complete ? 0 : current);
		const crossed = reader.matches(record) && rule.crosses(previous, current);
		const isKnown = id in counts || !cut;
		counts[id] = rule.keeps(previous, current, crossed);
		if (crossed) records.push({ ...record, ...(isKnown ? grown(previous, current) : { current }) });
	};
	for (let { page } = state; ; page++) {
		const read = await reader.page(page);
		if (!read) return { records, state: { counts, complete, cut, page } };
		read.records.forEach(x2);
		const isEnd = read.records.length === 0 || page >= (read.last ?? Infinity);
		if (isEnd || isEnough(read.records))
			return { records, state: { counts, complete: true, cut: !isEnd, page: 1 } };
	}
}
