import type { IDataObject } from 'n8n-workflow';

import { inSlices } from '../client/wait';
import { LARGE_PAGE, USUAL_PAGE } from '../lists/pageReader';
import { numberFrom } from '../text/sentences';
import { MAX_REQUESTS, type PollReader } from './pollReader';
import { type Baseline, idOf, isNewer, NO_BASELINE, raised } from './records';
import { isChosen, type Watch } from './watch';

/** By the ID of the record. A negative one is a count from which it fell once, as where a service leaves its clicks out in one poll. */
type Counts = Record<string, number>;

/** Plain JSON, as n8n stores it: 1.5 MB for 100,000 records with usual IDs, twice as much during a pass. */
export interface CountState {
	/** Of all known records. */
	counts: Counts;
	/** Of the records that the pass under way has found. */
	found: Counts;
	/** Passes that have reached their end: 2 means two or more. A single page counts as two, because it shows the list at one moment. */
	passes: number;
	/** Of all records of the first pass, and of passes of one page, chosen or not. Unknown ones that are newer began at 0. */
	baseline: Baseline;
	/** A pass left out the rest of the list, because its counts are too low. Until one page shows all, an unknown record need not be new. */
	isPartial: boolean;
	/** The last pass found all chosen links, and `counts` holds no others. */
	hasAllChosen: boolean;
	/** How many pages the last pass took. */
	pages: number;
	/** The page to continue with. */
	page: number;
	/** Records per page, which `page` counts in; 0: the service's own size. With page 1, the size to begin with. */
	pageSize: number;
}

export const FIRST_COUNTS: CountState = {
	counts: {},
	found: {},
	passes: 0,
	baseline: NO_BASELINE,
	isPartial: false,
	hasAllChosen: false,
	pages: 0,
	page: 1,
	pageSize: USUAL_PAGE,
};

interface CountRule {
	/** Whether the change from one count to another starts the workflow. The next count is compared with the current one then. */
	isMet: (previous: number, current: number) => boolean;
	/** The count with which the next one is compared when the workflow was not started. @param hasFallen before, in the last pass */
	baseline: (previous: number, current: number, hasFallen: boolean) => number;
	minRelevant: number;
}

export const increasedBy = (minIncrease: number): CountRule => ({
	isMet: (previous, current) => current - previous >= minIncrease,
	// A count that stays lower, because the service was reset, is the new starting point
	baseline: (previous, current, hasFallen) => {
		if (current >= previous) return previous;
		return hasFallen ? current : -previous;
	},
	minRelevant: 0,
});

/** Starts the workflow once per record, because the stored count then stays at or above the threshold. */
export const reached = (threshold: number): CountRule => ({
	isMet: (previous, current) => previous < threshold && current >= threshold,
	baseline: (previous, current) => (previous < threshold ? current : previous),
	minRelevant: threshold,
});

/** The rest of a longer list is not watched. */
export const MAX_COUNTED = 100_000;

export const changeOf = (previous: number, current: number) => ({
	previous,
	difference: current - previous,
});

/** Some services send it as text. @param ifMissing also where it is not a whole number */
export function countOf(record: IDataObject, name: string, ifMissing = 0): number {
	const count = numberFrom(record[name]) ?? NaN;
	return Number.isSafeInteger(count) && count >= 0 ? count : ifMissing;
}

/** Only a page with descending counts shows that no higher count follows. api.md does not define how `order` sorts. */
const areDescending = (counts: number[]) =>
	(counts[0] ?? 0) > (counts.at(-1) ?? 0) &&
	counts.every((count, place) => place === 0 || count <= (counts[place - 1] ?? 0));

/** In slices: at once, 100,000 counts take up to a fifth of a second in n8n's stored state. */
async function copyCounts(from: Counts, to: Counts, ids: string[]): Promise<void> {
	await inSlices(ids, (id) => {
		to[id] = from[id]!;
	});
}

class Counter {
	readonly changed: IDataObject[] = [];
	baseline: Baseline;
	private readonly chosen: ReadonlySet<string>;
	private size: number;
	/** Of the page before: equal counts show the order only together with higher ones. */
	private countsBefore: number[] = [];

	constructor(
		private readonly reader: PollReader,
		private readonly state: CountState,
		private readonly rule: CountRule,
		links: Watch['links'],
		private readonly found: Counts,
	) {
		this.chosen = new Set(links);
		this.size = Object.keys(found).length;
		this.baseline = state.baseline;
	}

	get isFull(): boolean {
		return this.size >= (this.chosen.size || MAX_COUNTED);
	}

	add(records: IDataObject[]): void {
		if (this.state.passes === 0) this.baseline = this.raisedBy(records);
		for (const record of records) if (this.isWatched(record)) this.addCount(record);
	}

	private raisedBy(records: IDataObject[]): Baseline {
		return raised(this.baseline, records, this.reader.present);
	}

	/** A chosen link stays watched by its ID when it gets another alias, even if another link gets the old one. */
	private isWatched(record: IDataObject): boolean {
		if (this.knownCount(String(idOf(record))) !== undefined) return true;
		return !this.state.hasAllChosen && isChosen(this.chosen, record);
	}

	private addCount(record: IDataObject): void {
		const id = String(idOf(record));
		const isFound = id in this.found;
		if (this.isFull && !isFound) return;
		const known = this.knownCount(id);
		// A count that is missing once has not fallen to 0: all clicks would be new ones in the next poll
		const current = countOf(record, this.reader.watched.count, known);
		const previous = known ?? this.firstCount(record, current);
		const starts = this.rule.isMet(previous, current) && this.reader.matches(record);
		const hasFallen = (this.state.counts[id] ?? 0) < 0;
		this.found[id] = starts ? current : this.rule.baseline(previous, current, hasFallen);
		if (!isFound) this.size++;
		if (!starts) return;
		const isExact = known !== undefined || (this.isNew(record) && !this.state.isPartial);
		this.changed.push({ ...record, ...(isExact && changeOf(previous, current)) });
	}

	private knownCount(id: string): number | undefined {
		const count = this.found[id] ?? this.state.counts[id];
		return count === undefined ? undefined : Math.abs(count);
	}

	private firstCount(record: IDataObject, current: number): number {
		// Until now it was in the part of the list that is not read, so it was below the threshold
		const wasBelow = this.state.isPartial && this.state.passes > 1;
		if (wasBelow || this.isNew(record)) return 0;
		// It existed before, but it moved to a page that was already read when another record was deleted
		return current;
	}

	private isNew(record: IDataObject): boolean {
		const { passes, baseline } = this.state;
		return passes > 0 && isNewer(baseline, record);
	}

	restIsIrrelevant(records: IDataObject[]): boolean {
		const counts = this.countsOf(records);
		const isInOrder = areDescending(counts) || areDescending([...this.countsBefore, ...counts]);
		this.countsBefore = counts;
		const isLow = (counts.at(-1) ?? 0) < this.rule.minRelevant;
		return this.reader.watched.highestFirst === true && isLow && isInOrder;
	}

	async passEnded(page: number, records: IDataObject[], isPartial: boolean): Promise<CountState> {
		const relevant = this.countsOf(records).filter((count) => count >= this.rule.minRelevant);
		const isSmall = page === 1 && relevant.length < USUAL_PAGE;
		const hasAllChosen = this.chosen.size > 0 && this.isFull;
		if (!hasAllChosen && (page > 1 || isPartial)) await this.keepMissing();
		return {
			counts: this.found,
			found: {},
			// Several pages may miss some records, which the second pass finds
			passes: page === 1 ? 2 : Math.min(2, this.state.passes + 1),
			// A record that a single reply leaves out is forgotten, and would be new when it is back
			baseline: page === 1 ? this.raisedBy(records) : this.baseline,
			// Several pages can miss a record that has risen to one that was read already
			isPartial: isPartial || (page > 1 && this.state.isPartial),
			hasAllChosen,
			pages: page,
			page: 1,
			pageSize: isSmall ? USUAL_PAGE : LARGE_PAGE,
		};
	}

	/** One page with the whole list shows what was deleted. On several, records move: those not found are kept while there is room. */
	private async keepMissing(): Promise<void> {
		const { counts } = this.state;
		const missing = Object.keys(counts).filter((id) => !(id in this.found));
		if (missing.length + this.size > MAX_COUNTED) return;
		await copyCounts(counts, this.found, missing);
	}

	private countsOf(records: IDataObject[]): number[] {
		const { count } = this.reader.watched;
		return records.map((record) => countOf(record, count));
	}
}

/** A pass, or what the budget of a poll allows of it. */
async function countPass(
	reader: PollReader,
	state: CountState,
	rule: CountRule,
	links: Watch['links'],
): Promise<{ records: IDataObject[]; state: CountState }> {
	const found: Counts = {};
	await copyCounts(state.found, found, Object.keys(state.found));
	const counter = new Counter(reader, state, rule, links, found);
	const isSingleFewer = links.length < Math.min(state.pages, MAX_REQUESTS);
	if (state.hasAllChosen && state.page === 1 && isSingleFewer) {
		const read = await reader.links(Object.keys(state.counts));
		if (read) {
			counter.add(read);
			return { records: counter.changed, state: { ...state, counts: found } };
		}
	}
	// Where every record must be looked at, large pages take fewest requests
	const readsAll = state.page === 1 && reader.watched.highestFirst !== true;
	reader.pageSize = readsAll ? LARGE_PAGE : state.pageSize;
	for await (const { records, place, isEnd } of reader.pages(state.page)) {
		counter.add(records);
		const isWhole = isEnd || counter.isFull;
		if (isWhole || counter.restIsIrrelevant(records)) {
			const next = await counter.passEnded(place, records, !isWhole);
			return { records: counter.changed, state: next };
		}
	}
	const { changed, baseline } = counter;
	const { next: page, pageSize } = reader;
	return { records: changed, state: { ...state, found, baseline, page, pageSize } };
}

/**
 * The records whose count met the condition since they last did, with the change. A pass over several pages misses records that a
 * deletion moves to a page that was read already. So the first pass is repeated, and the counts of records not found are kept.
 */
export async function pollCounts(
	reader: PollReader,
	state: CountState,
	rule: CountRule,
	links: Watch['links'] = [],
): ReturnType<typeof countPass> {
	const first = await countPass(reader, state, rule, links);
	const { passes, isPartial } = first.state;
	if (state.passes > 0 || passes !== 1 || !isPartial) return first;
	// Until the second pass has ended, what rises from the rest of the list may only have moved
	const sameSize = { ...first.state, pageSize: reader.pageSize };
	const second = await countPass(reader, sameSize, rule, links);
	return { ...second, records: [...first.records, ...second.records] };
}
