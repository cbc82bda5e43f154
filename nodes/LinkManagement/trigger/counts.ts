import type { IDataObject } from 'n8n-workflow';

import { inSlices } from '../client/wait';
import { LARGE_PAGE, USUAL_PAGE } from '../lists/pageSizes';
import { isObject } from '../text/json';
import { numberFrom } from '../text/sentences';
import { MAX_REQUESTS, pageSizeOf, type PollReader } from './pollReader';
import { type Baseline, idOf, isNewer, NO_BASELINE, raised } from './records';
import { isChosen, type Watch } from './watch';

/**
 * By the ID of the record, with which the next counts are compared. A negative one is a count from which the record fell once: a
 * service may leave out its clicks in a single poll, and all of them would be new ones in the next.
 */
type Counts = Record<string, number>;

/** Plain JSON, as n8n stores it: 1.5 MB for 100,000 records with usual IDs, twice as much during a pass, 8 MB at most. */
export interface CountState {
	/** Of the records that the pass under way has found. */
	found: Counts;
	/** Of the records that the last pass found. */
	counts: Counts;
	/** Of the records that the last pass did not find, though they may still exist. */
	missing: Counts;
	/** Of all records that the first pass has read, chosen or not. Unknown ones that are newer began at 0. */
	baseline: Baseline;
	/** The first pass is done. */
	hasBaseline: boolean;
	/** Whether all records were seen at least once. */
	complete: boolean;
	/** The last pass left out the rest of the list, because its counts are too low. An unknown record need not be new then. */
	isPartial?: boolean;
	page: number;
	/** Of the last pass. */
	pages?: number;
	/** The service does not give each chosen link alone. */
	needsList?: boolean;
	/** Records per page, which `page` counts in; 0: the service's own size. With page 1, the size to begin with. */
	pageSize?: number;
}

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

/** Some services send it as text. Undefined for what is not a whole number. */
export function countOf(record: IDataObject, name: string): number | undefined {
	const count = numberFrom(record[name]);
	return Number.isSafeInteger(count) && Number(count) >= 0 ? count : undefined;
}

export const startCounts = (): CountState => ({
	...{ found: {}, counts: {}, missing: {}, baseline: NO_BASELINE },
	...{ hasBaseline: false, complete: false, page: 1 },
});

export const isCountState = (state: IDataObject): state is IDataObject & CountState =>
	[state.found, state.counts, state.missing, state.baseline].every(isObject) &&
	Number.isSafeInteger(state.page);

/** Only a page with descending counts shows that no higher count follows. api.md does not define how `order` sorts. */
const areDescending = (counts: number[]) =>
	(counts[0] ?? 0) > (counts.at(-1) ?? 0) &&
	counts.every((count, place) => place === 0 || count <= (counts[place - 1] ?? 0));

/** A copy in slices: at once, one of 100,000 counts takes up to a fifth of a second in n8n's stored state. */
async function copyOf(all: Counts[], isKept: (id: string) => boolean): Promise<Counts> {
	const copy: Counts = {};
	for (const counts of all)
		await inSlices(Object.keys(counts), (id) => {
			if (isKept(id)) copy[id] = counts[id]!;
		});
	return copy;
}

class Counter {
	readonly changed: IDataObject[] = [];
	/** The chosen links that are looked for; none where all are known by their IDs. */
	private readonly wanted: ReadonlySet<string>;
	private size: number;
	private baseline: Baseline;

	constructor(
		private readonly reader: PollReader,
		private readonly state: CountState,
		private readonly rule: CountRule,
		private readonly links: Watch['links'],
		private readonly found: Counts,
	) {
		const areKnown = links.length === 0 || Object.keys(state.counts).length >= links.length;
		this.wanted = new Set(areKnown ? [] : links);
		this.size = Object.keys(found).length;
		this.baseline = state.baseline;
	}

	get isFull(): boolean {
		return this.size >= (this.links.length || MAX_COUNTED);
	}

	add(records: IDataObject[]): void {
		if (!this.state.hasBaseline) this.baseline = raised(this.baseline, records);
		for (const record of records) if (this.isWatched(record)) this.addCount(record);
	}

	/** A chosen link stays watched by its ID when it gets another alias, even if another link gets the old one. */
	private isWatched(record: IDataObject): boolean {
		return (
			this.links.length === 0 ||
			this.knownCount(String(idOf(record))) !== undefined ||
			(this.wanted.size > 0 && isChosen(this.wanted, record))
		);
	}

	private addCount(record: IDataObject): void {
		const id = String(idOf(record));
		const isFound = id in this.found;
		if (this.isFull && !isFound) return;
		const known = this.knownCount(id);
		const current = this.currentCount(record, known);
		const previous = known ?? this.firstCount(record, current);
		const starts = this.rule.isMet(previous, current) && this.reader.matches(record);
		const hasFallen = (this.state.counts[id] ?? 0) < 0;
		this.found[id] = starts ? current : this.rule.baseline(previous, current, hasFallen);
		if (!isFound) this.size++;
		if (!starts) return;
		const isExact = known !== undefined || (this.isNew(record) && !this.state.isPartial);
		this.changed.push({ ...record, ...(isExact && changeOf(previous, current)) });
	}

	/** A count that is missing once has not fallen to 0: all clicks would be new ones in the next poll. */
	private currentCount(record: IDataObject, known = 0): number {
		return countOf(record, this.reader.watched.count) ?? known;
	}

	private knownCount(id: string): number | undefined {
		const { counts, missing } = this.state;
		const count = this.found[id] ?? counts[id] ?? missing[id];
		return count === undefined ? undefined : Math.abs(count);
	}

	restIsIrrelevant(records: IDataObject[]): boolean {
		const { highestFirst } = this.reader.watched;
		const counts = this.countsOf(records);
		const isLow = (counts.at(-1) ?? 0) < this.rule.minRelevant;
		return highestFirst === true && isLow && areDescending(counts);
	}

	interrupted(): CountState {
		const { found, baseline, reader } = this;
		return { ...this.state, found, baseline, page: reader.next, pageSize: reader.pageSize };
	}

	readSingly(): CountState {
		return { ...this.state, counts: { ...this.state.counts, ...this.found } };
	}

	async passEnded(page: number, records: IDataObject[], isPartial: boolean): Promise<CountState> {
		const relevant = this.countsOf(records).filter((count) => count >= this.rule.minRelevant);
		const isSmall = page === 1 && relevant.length < USUAL_PAGE;
		const { hasBaseline, complete, needsList } = this.state;
		return {
			found: {},
			counts: this.found,
			missing: await this.missingAfter(page, isPartial),
			// A single page shows all records at one moment. Several pages may miss some, which the second pass finds
			complete: complete || page === 1 || hasBaseline,
			baseline: this.baseline,
			hasBaseline: true,
			isPartial,
			page: 1,
			pages: page,
			needsList,
			pageSize: isSmall ? USUAL_PAGE : LARGE_PAGE,
		};
	}

	/** One page with the whole list shows what was deleted. On several, records move: those not found are kept while there is room. */
	private async missingAfter(page: number, isPartial: boolean): Promise<Counts> {
		if (page === 1 && !isPartial) return {};
		const { counts, missing } = this.state;
		const notFound = await copyOf([missing, counts], (id) => !(id in this.found));
		return Object.keys(notFound).length + this.size > MAX_COUNTED ? {} : notFound;
	}

	private countsOf(records: IDataObject[]): number[] {
		const { count } = this.reader.watched;
		return records.map((record) => countOf(record, count) ?? 0);
	}

	private isNew(record: IDataObject): boolean {
		const { hasBaseline, baseline } = this.state;
		return hasBaseline && isNewer(baseline, record);
	}

	private firstCount(record: IDataObject, current: number): number {
		const { complete, isPartial } = this.state;
		// Until now it was in the part of the list that is not read, so it was below the threshold
		if (this.isNew(record) || (complete && isPartial)) return 0;
		// It existed before, but it moved to a page that was already read when another record was deleted
		return current;
	}
}

/** The IDs of the chosen links, where a reading of each takes fewer requests than the list. */
function idsToRead({ counts, page, pages = 0, needsList }: CountState, links: Watch['links']) {
	if (links.length === 0) return [];
	const ids = Object.keys(counts);
	const areKnown = ids.length === links.length && page === 1 && !needsList;
	return areKnown && ids.length < Math.min(pages, MAX_REQUESTS) ? ids : [];
}

/**
 * The records whose count met the condition since they last did, with the change. When the budget of a poll is spent, the next poll
 * continues.
 *
 * A pass over several pages can miss records, because a deletion meanwhile moves records to a page that was read already.
 * So the first pass is repeated once, and the counts of records that a pass does not find are kept.
 */
export async function pollCounts(
	reader: PollReader,
	state: CountState,
	rule: CountRule,
	links: Watch['links'] = [],
): Promise<{ records: IDataObject[]; state: CountState }> {
	const found = await copyOf([state.found], () => true);
	const counter = new Counter(reader, state, rule, links, found);
	const ids = idsToRead(state, links);
	if (ids.length > 0) {
		const read = await reader.links(ids);
		if (!read) return await pollCounts(reader, { ...state, needsList: true }, rule, links);
		counter.add(read);
		return { records: counter.changed, state: counter.readSingly() };
	}
	// Where every record must be looked at, large pages take fewest requests
	const readsAll = state.page === 1 && reader.watched.highestFirst !== true;
	reader.pageSize = readsAll ? LARGE_PAGE : pageSizeOf(state);
	for await (const { records, place, isEnd } of reader.pages(state.page)) {
		counter.add(records);
		const isWhole = isEnd || counter.isFull;
		if (isWhole || counter.restIsIrrelevant(records)) {
			const next = await counter.passEnded(place, records, !isWhole);
			return { records: counter.changed, state: next };
		}
	}
	return { records: counter.changed, state: counter.interrupted() };
}
