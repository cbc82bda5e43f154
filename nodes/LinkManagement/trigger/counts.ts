import type { IDataObject } from 'n8n-workflow';

import type { Page } from '../lists/page';
import { isObject, textOf } from '../values/json';
import { numberFrom } from '../values/numbers';
import { FIRST_PAGE_SIZE, LARGE_PAGE, pageSizeOf, type PollReader } from './pollReader';
import { highestOf, idOf } from './recordIds';

/** The state between polls. Plain JSON, as n8n stores it. */
export interface CountState {
	/** By ID: the count with which the next one is compared. */
	counts: Record<string, number>;
	/** Whether all records were seen at least once. */
	complete: boolean;
	/** The highest ID of the earlier passes. Records above it are new and began at 0. Unset in the first pass. */
	newestId?: number;
	/** Whether this pass found a record that an earlier one should have found. */
	missedSome?: boolean;
	/** Whether the rest of the list was not read, because its counts are too low. An unknown record need not be new then. */
	cut?: boolean;
	/** The page to continue with. */
	page: number;
	/** Records per page, which `page` counts in; 0: the service's own size. With page 1, the size to begin with. */
	pageSize?: number;
}

/** The condition of an event. */
export interface CountRule {
	/** Whether the change from one count to another meets the condition. */
	crosses: (previous: number, current: number) => boolean;
	/** The count with which to compare the next one. */
	keeps: (previous: number, current: number, fired: boolean) => number;
	/** The lowest count that can matter. */
	minRelevant: number;
}

export const increasedBy = (minIncrease: number): CountRule => ({
	crosses: (previous, current) => current - previous >= minIncrease,
	// A count that falls, because the service was reset, is the new starting point
	keeps: (previous, current, fired) => (fired || current < previous ? current : previous),
	minRelevant: 0,
});

/** Fires once per record, because the stored count then stays at or above the threshold. */
export const reached = (threshold: number): CountRule => ({
	crosses: (previous, current) => previous < threshold && current >= threshold,
	keeps: (previous, current) => (previous < threshold ? current : previous),
	minRelevant: threshold,
});

/** Most records whose counts are stored, about 1.5 MB. The rest of a longer list is not watched. */
export const MAX_COUNTED = 100_000;

/** The fields that are added to the record. */
export const changeOf = (previous: number, current: number) => ({
	previous,
	current,
	difference: current - previous,
});

/** A count of a record (`clicks` or `scans`), which some services send as text. */
export const countOf = (record: IDataObject, name: string): number => numberFrom(record[name]) ?? 0;

export const startCounts = (): CountState => ({ counts: {}, complete: false, page: 1 });

/** Whether n8n returned a state that this version can use. */
export const isCountState = (state: IDataObject | undefined): state is IDataObject & CountState =>
	isObject(state?.counts) && Number.isSafeInteger(state.page);

/** Only a page with descending counts shows that no higher count follows. api.md does not define how `order` sorts. */
const falls = (counts: number[]) =>
	(counts[0] ?? 0) > (counts.at(-1) ?? 0) &&
	counts.every((count, place) => place === 0 || count <= (counts[place - 1] ?? 0));

/** The counts that are known, and the records that fired, while pages are read. */
class Counter {
	readonly counts: Record<string, number>;
	readonly fired: IDataObject[] = [];
	missedSome: boolean;
	private size: number;

	constructor(
		private readonly reader: PollReader,
		private readonly state: CountState,
		private readonly rule: CountRule,
	) {
		this.counts = { ...state.counts };
		this.size = Object.keys(this.counts).length;
		this.missedSome = state.missedSome === true;
	}

	get isFull(): boolean {
		return this.size >= MAX_COUNTED;
	}

	add(record: IDataObject): void {
		const { crosses, keeps } = this.rule;
		const id = textOf(record.id);
		const current = countOf(record, this.reader.source.count);
		const known = this.counts[id];
		const previous = known ?? this.firstCount(record, current);
		const fires = this.reader.matches(record) && crosses(previous, current);
		if (known === undefined) {
			if (this.isFull) return;
			this.size++;
		}
		this.counts[id] = keeps(previous, current, fires);
		const isExact = known !== undefined || (this.isNew(record) && !this.state.cut);
		if (fires)
			this.fired.push({ ...record, ...(isExact ? changeOf(previous, current) : { current }) });
	}

	/** Whether all counts after this page are too low to matter. */
	restIsIrrelevant(records: IDataObject[]): boolean {
		const { highestFirst } = this.reader.source;
		const counts = this.countsOf(records);
		return highestFirst === true && (counts.at(-1) ?? 0) < this.rule.minRelevant && falls(counts);
	}

	/** The state when the budget is spent before this page. */
	interruptedAt(page: number): CountState {
		const { counts, missedSome, reader, state } = this;
		return { ...state, counts, missedSome, page, pageSize: reader.pageSize };
	}

	/** The state when a pass ended with this page. */
	passEnded(page: number, records: IDataObject[], cut: boolean): CountState {
		const relevant = this.countsOf(records).filter((count) => count >= this.rule.minRelevant);
		const isSmall = page === 1 && relevant.length < FIRST_PAGE_SIZE;
		const { complete, newestId } = this.state;
		// A single page shows all records at one moment. For several pages, the state is complete after a pass that missed no record
		const isConfirmed = newestId !== undefined && !this.missedSome;
		return {
			counts: this.counts,
			complete: complete || page === 1 || isConfirmed,
			newestId: highestOf(Object.keys(this.counts).map(Number)),
			cut,
			page: 1,
			pageSize: isSmall ? FIRST_PAGE_SIZE : LARGE_PAGE,
		};
	}

	private countsOf(records: IDataObject[]): number[] {
		const { count } = this.reader.source;
		return records.map((record) => countOf(record, count));
	}

	private isNew(record: IDataObject): boolean {
		const { newestId } = this.state;
		return newestId !== undefined && idOf(record) > newestId;
	}

	/** The count to compare with when a record is seen for the first time. */
	private firstCount(record: IDataObject, current: number): number {
		// Until now it was in the part of the list that is not read, so it was below the threshold
		if (this.isNew(record) || (this.state.complete && this.state.cut)) return 0;
		// It existed before, but it moved to a page that was already read when another record was deleted
		this.missedSome = true;
		return current;
	}
}

/**
 * The records whose count met the condition since they last fired, with the change. The list is read page by page, as long
 * as counts can matter. When the budget of a poll is spent, the next poll continues.
 *
 * The first pass over several pages is repeated until it finds no record that an earlier one missed, because a deletion
 * meanwhile moves records to a page that was read already.
 */
export async function pollCounts(
	reader: PollReader,
	state: CountState,
	rule: CountRule,
): Promise<{ records: IDataObject[]; state: CountState }> {
	const counter = new Counter(reader, state, rule);
	// Where every record must be looked at, large pages take fewest requests
	const readsAll = state.page === 1 && reader.source.highestFirst !== true;
	reader.pageSize = readsAll ? LARGE_PAGE : pageSizeOf(state);
	let lastIds = '';
	for (let { page } = state; ;) {
		const read = await reader.page(page);
		if (!read) return { records: counter.fired, state: counter.interruptedAt(page) };
		for (const record of read.records) counter.add(record);
		const ids = read.records.map(idOf).join();
		// The same records again: the service ignores the page number
		const isRepeated = page > 1 && ids === lastIds;
		const isEnd = isLastPage(read, page) || isRepeated || counter.isFull;
		const isCut = !isEnd && counter.restIsIrrelevant(read.records);
		if (isEnd || isCut) {
			return { records: counter.fired, state: counter.passEnded(page, read.records, isCut) };
		}
		page = reader.pageAfter(page, read);
		lastIds = ids;
	}
}

const isLastPage = ({ records, last = Infinity }: Page, page: number) =>
	records.length === 0 || page >= last;
