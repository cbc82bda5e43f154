/** When a count of clicks or scans starts a workflow, and which pages a poll of counts reads. */
import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import { RateLimitBusy } from '../../../nodes/LinkManagement/errors';
import { PageSizes } from '../../../nodes/LinkManagement/lists/pageReader';
import {
	countOf,
	type CountState,
	FIRST_COUNTS,
	increasedBy,
	MAX_COUNTED,
	pollCounts,
	reached,
} from '../../../nodes/LinkManagement/trigger/counts';
import { PollReader } from '../../../nodes/LinkManagement/trigger/pollReader';
import { events } from '../../../nodes/LinkManagement/trigger/watch';
import { failed, pageOf, type SentRequest, stubService } from '../../support/stubService';

interface Given {
	/** Records per page, whatever size is requested; the node knows that already. Infinity: as many as are requested. */
	pageSize?: number;
	/** Pages that this poll may read. */
	budget?: number;
	highestFirst?: true;
	/** The only links to watch. */
	links?: string[];
	/** The reply to the reading of a single record; default: it is refused. */
	single?: (id: number) => IDataObject | undefined;
	/** The only record that the user asks for. Default: all */
	wanted?: number;
}

type Rule = ReturnType<typeof reached>;
type Count = [id: number, clicks: number];

/** Records with their counts in the order in which the service lists them: pairs, or a text such as `3:10 1:7`. */
type Counts = string | Count[];

const recordsOf = (counts: Counts): IDataObject[] =>
	(typeof counts === 'string'
		? counts.split(' ').map((pair) => pair.split(':').map(Number) as Count)
		: counts
	).map(([id, clicks]) => ({ id, clicks }));

const KEYWORD = 'wanted';

/** One poll over these records. `read` has the pages that were read; that of a single record is its ID, below 0. */
async function pollOf(records: IDataObject[], state: CountState, rule: Rule, given: Given = {}) {
	const { pageSize = 2, budget = Infinity, highestFirst, links, single, wanted } = given;
	const shown = records.map((one) => (one.id === wanted ? { ...one, name: KEYWORD } : one));
	const read: number[] = [];
	const sizes: number[] = [];
	const answer = ({ url, qs }: SentRequest, count: number) => {
		const { page, limit = 0 } = qs as { page?: number; limit?: number };
		if (page === undefined) {
			const id = Number(url.split('/').at(-1));
			read.push(-id);
			const body = single?.(id);
			return body ? { body } : failed('refused');
		}
		if (count > budget) throw new RateLimitBusy(1_000);
		read.push(page);
		sizes.push(limit);
		const size = Number.isFinite(pageSize) ? pageSize : limit;
		return pageOf('urls', shown, { qs: { page, limit: size } }, { maxSize: size });
	};
	const service = stubService(answer);
	if (Number.isFinite(pageSize)) new PageSizes(service, LISTS.links).learn(100, true);
	const { source } = events.linkClicksIncreased;
	const watched = { ...source, highestFirst, ...(wanted !== undefined && { search: undefined }) };
	const reader = new PollReader(service, watched, KEYWORD);
	const { records: fired, state: next } = await pollCounts(reader, state, rule, links);
	return {
		// n8n stores the state as JSON
		state: JSON.parse(JSON.stringify(next)) as CountState,
		...{ read, sizes, fired },
		firedIds: fired.map(({ id }) => id),
	};
}

const poll = async (counts: Counts, state: CountState, rule = increasedBy(1), given: Given = {}) =>
	await pollOf(recordsOf(counts), state, rule, given);

/** The state after these polls. */
async function after(polls: Counts[], rule = increasedBy(1), given: Given = {}) {
	let state = FIRST_COUNTS;
	for (const counts of polls) ({ state } = await poll(counts, state, rule, given));
	return state;
}

test.each([
	[0, 0],
	['1,234', 1_234],
	[undefined, 7],
	[-1, 7],
])('a count of %p is %p, where the one of before was 7', (sent, count) => {
	expect(countOf({ clicks: sent as string }, 'clicks', 7)).toBe(count);
});

const CHOSEN = ['1', '3'];
const FALLING = '6:30 5:12 4:11 3:3 2:2 1:1';
const HIGHEST = { highestFirst: true } as const;
const [BY_1, BY_5] = [increasedBy(1), increasedBy(5)];
const [TO_5, TO_10] = [reached(5), reached(10)];
const WITH_2 = '1:30 2:9 3:8';
const WITHOUT_2 = '1:30 3:8 4:7';

/** Each poll, with the records that start the workflow and their counts of before; `?`: that is not known. */
test.each<[string, Rule, polls: string[], Given?]>([
	['increases adds up', BY_5, ['1:10', '1:13', '1:16 → 1:10', '1:20', '1:21 → 1:16']],
	['stays lower, as after a reset, begins there', BY_5, ['1:100', '1:2', '1:2', '1:7 → 1:2']],
	['is lower once has not fallen', BY_1, ['1:505', '1:0', '1:505', '1:507 → 1:505']],
	['is lower twice in one poll has not fallen', BY_1, ['1:505', '1:0 2:0 1:0', '1:505']],
	['is missing has not fallen', BY_1, ['1:505', '1:?', '1:?', '1:506 → 1:505']],
	['reaches a threshold does so once', TO_10, ['1:9', '1:10 → 1:9', '1:10', '1:8', '1:12']],
	['nobody asks for starts nothing', BY_1, ['1:1 2:1', '1:5 2:5 → 2:1'], { wanted: 2 }],
	['comes after one page with all records began at 0', BY_1, ['1:5', '2:3 1:5 → 2:0']],
	// When page 1 was read, a deletion moved it there from page 2
	['is overlooked at first', BY_1, ['1:5 3:5 3:5', '1:5 2:9 3:5', '1:5 2:10 3:5 → 2:9']],
	['is above the newest ID is new', BY_1, ['1:5 2:5 3:5', '4:1 1:5 2:5 3:5 → 4:0']],
	['a reply left out is not new', BY_1, ['1:5', '2:9 1:5 → 2:0', '1:5', '2:9 1:5']],
	[
		'a chosen link has that is created later began at 0',
		TO_5,
		['2:5 1:5', '2:5 1:5', '5:5 4:5 3:5 2:5 1:5 → 3:0'],
		{ links: CHOSEN },
	],
	[
		'is left out where the rest of the list is not read is known',
		TO_10,
		[WITH_2, WITH_2, WITHOUT_2, WITHOUT_2, `2:12 ${WITHOUT_2} → 2:9`],
		HIGHEST,
	],
	// The newest ID is read, so that it does not show a new record
	...[2, 7].map((id): [string, Rule, string[], Given] => [
		`comes from the part that was not read has none of before: ${id}`,
		TO_10,
		[FALLING, `6:30 ${id}:15 5:12 4:11 3:3 1:1 → ${id}:?`],
		HIGHEST,
	]),
	[
		'a later reading to the end missed has none of before',
		TO_10,
		[FALLING, '6:30 5:12 4:11 3:11 1:1 → 3:3', '6:30 2:15 5:12 4:11 3:11 1:1 → 2:?'],
		HIGHEST,
	],
	[
		'a single page left out has not just reached it',
		TO_10,
		[FALLING, '6:30 5:12', FALLING],
		HIGHEST,
	],
])('a count that %s', async (_, rule, polls, given = {}) => {
	let state = FIRST_COUNTS;
	for (const one of polls) {
		const [counts = '', started = ''] = one.split(' → ');
		const polled = await poll(counts, state, rule, given);
		const fired = polled.fired.map(({ id, previous = '?' }) => `${String(id)}:${String(previous)}`);
		expect([counts, fired.join(' ')]).toEqual([counts, started]);
		({ state } = polled);
	}
});

describe('Chosen links', () => {
	const links = CHOSEN;
	const list = '5:5 4:5 3:5 2:5 1:5';

	test('are counted alone, and the pass ends when all are found', async () => {
		const first = await poll(list, FIRST_COUNTS, undefined, { links });
		expect(first).toMatchObject({ read: [1, 2, 3], state: { counts: { 1: 5, 3: 5 } } });
		expect(Object.keys(first.state.counts)).toEqual(links);
		const grown = '5:6 4:6 3:6 2:6 1:6';
		const second = await poll(grown, first.state, undefined, { links });
		expect(second.firedIds).toEqual([3, 1]);
		const third = await poll(grown, FIRST_COUNTS, undefined, { links: ['4', '5'] });
		expect(third.read).toEqual([1]);
	});

	test('stay watched by their IDs when they get another alias, even if another link gets the old one', async () => {
		const link = (id: number, alias: string, clicks: number) => ({
			...{ id, clicks, shorturl: `https://go.example.com/${alias}` },
		});
		const chosen = { pageSize: 9, links: ['go.example.com/a'] };
		const polled = async (state: CountState, ...records: IDataObject[]) =>
			await pollOf(records, state, increasedBy(1), chosen);
		const first = await polled(FIRST_COUNTS, link(1, 'a', 5), link(2, 'b', 5));
		const renamed = await polled(first.state, link(3, 'a', 9), link(2, 'b', 9), link(1, 'c', 6));
		expect(renamed.fired).toMatchObject([{ id: 1, previous: 5 }]);
		let { state } = await polled(renamed.state, link(3, 'a', 10));
		({ state } = await polled(state, link(3, 'a', 11)));
		const { fired } = await polled(state, link(3, 'a', 12));
		expect(fired).toMatchObject([{ id: 3, previous: 11 }]);
	});

	test('are counted once, even if one moves to a page that is read later', async () => {
		const moved = '1:5 5:5 1:5 4:5 3:5';
		const { read, state } = await poll(moved, FIRST_COUNTS, undefined, { links });
		expect(read).toEqual([1, 2, 3]);
		expect(state.counts).toEqual({ 1: 5, 3: 5 });
	});
});

describe('Deleted records', () => {
	test('are forgotten at once where one page shows the whole list', async () => {
		expect((await after(['1:5 2:5', '2:5'])).counts).toEqual({ 2: 5 });
	});

	test('of several pages are kept, as they may only be overlooked', async () => {
		const [all, without2] = ['1:5 2:5 3:5 4:5', '1:5 3:5 4:5'];
		const { counts } = await after([all, all, without2, without2]);
		expect(counts).toEqual({ 1: 5, 2: 5, 3: 5, 4: 5 });
	});

	test.each([
		[MAX_COUNTED - 2, MAX_COUNTED - 2],
		[MAX_COUNTED - 1, 0],
	])('make room for two others: of %i, %i are kept', async (length, kept) => {
		const counts = Object.fromEntries(Array.from({ length }, (_, n) => [n + 10, 9]));
		const state = { ...FIRST_COUNTS, counts, passes: 2, isPartial: true };
		const shown = '300000:12 300001:1 1:0';
		const { fired, state: next } = await poll(shown, state, TO_10, HIGHEST);
		expect(fired).toMatchObject([{ id: 300_000 }]);
		expect(next.counts).toMatchObject({ 300000: 12, 300001: 1 });
		expect(Object.keys(next.counts)).toHaveLength(kept + 2);
	});
});

test('a list of several pages is read on in the next poll where the budget ended', async () => {
	const counts = '5:1 4:1 3:1 2:1 1:1';
	const first = await poll(counts, FIRST_COUNTS, undefined, { budget: 2 });
	expect(first).toMatchObject({ read: [1, 2], state: { page: 3, passes: 0 } });
	const second = await poll(counts, first.state, undefined, { budget: 2 });
	expect(second).toMatchObject({ read: [3], state: { page: 1 } });
	expect(second.state.counts).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 });
	const higher = '5:2 4:2 3:2 2:2 1:2';
	const third = await poll(higher, second.state, undefined, { budget: 1 });
	expect(third.firedIds).toEqual([5, 4]);
	expect((await poll(higher, third.state)).firedIds).toEqual([3, 2, 1]);
});

const FALLEN = '1:30 2:12 3:11 4:3 5:2 6:1';
const PAGES_OF_3 = { ...HIGHEST, pageSize: 3 };
test.each<[string, Counts, Given, read: number[], isPartial: boolean]>([
	// Twice, so that the next poll knows all that was above the threshold
	['as far as counts can matter', FALLEN, HIGHEST, [1, 2, 1, 2], true],
	['on after the threshold', '1:30 2:10 3:9 4:3 5:2', HIGHEST, [1, 2, 1, 2], true],
	['no further after equal ones', '1:30 2:30 3:9 4:3', PAGES_OF_3, [1], true],
	['no further than lower equal ones', '1:30 2:12 3:0 4:0 5:0', HIGHEST, [1, 2, 1, 2], true],
	// The order may be another
	['to its end where they are equal', '1:3 2:3 3:12', HIGHEST, [1, 2], false],
	['to its end where they rise', '1:3 2:5 3:12', HIGHEST, [1, 2], false],
	['to its end where they rise in a page', '1:3 2:9 3:2 4:12', PAGES_OF_3, [1, 2], false],
	['to its end if it was not asked for', FALLEN, {}, [1, 2, 3], false],
])(
	'a list that begins with the highest counts is read %s',
	async (_, counts, given, ...expected) => {
		const { read, sizes, fired, state } = await poll(counts, FIRST_COUNTS, TO_10, given);
		expect([read, state.isPartial]).toEqual(expected);
		expect([new Set(sizes), fired]).toEqual([new Set([100]), []]);
		const shown = Math.max(...read) * (given.pageSize ?? 2);
		expect(state.counts).toEqual(
			Object.fromEntries(
				recordsOf(counts)
					.slice(0, shown)
					.map(({ id, clicks }) => [id, clicks]),
			),
		);
	},
);

test('the second reading of the highest counts goes on in the next poll where the budget ended', async () => {
	const first = await poll(FALLING, FIRST_COUNTS, TO_10, { ...HIGHEST, budget: 3 });
	expect(first).toMatchObject({ read: [1, 2, 1], state: { page: 2, passes: 1 } });
	// Until it has ended, what is above the threshold may have moved there by a deletion
	const second = await poll('6:30 5:12 2:15 4:11 3:3 1:1', first.state, TO_10, HIGHEST);
	expect(second).toMatchObject({ read: [2, 3], fired: [], state: { passes: 2 } });
});

describe('A service that gives pages as large as requested', () => {
	const given = { pageSize: Infinity };
	const highest = { ...given, highestFirst: true } as const;
	const falling = (length: number) => Array.from({ length }, (_, n): Count => [n + 1, 3_000 - n]);

	test('is asked for a small page, and for a large one only where counts that matter may follow', async () => {
		const few = await poll(falling(1_500), FIRST_COUNTS, reached(2_950), highest);
		expect(few).toMatchObject({ sizes: [100], state: { isPartial: true, pageSize: 100 } });
		const many = await poll(falling(1_500), FIRST_COUNTS, reached(2_500), highest);
		expect(many).toMatchObject({
			...{ read: [1, 1], sizes: [100, 1_000] },
			state: { passes: 2, isPartial: true, pageSize: 1_000 },
		});
		const two = await poll(falling(1_500), many.state, reached(1_960), highest);
		expect(two).toMatchObject({ read: [1, 2], state: { pageSize: 1_000 } });
	});

	test.each([
		[2_901, 1_000],
		[2_902, 100],
	])(
		'is asked for small pages again if the counts from %i on fill less than one: %i',
		async (threshold, pageSize) => {
			const state = { ...FIRST_COUNTS, pageSize: 1_000 };
			const { sizes, state: next } = await poll(falling(1_500), state, reached(threshold), highest);
			expect(sizes).toEqual([1_000]);
			expect(next).toMatchObject({ page: 1, pageSize });
		},
	);
});

describe('Chosen links far down in the list', () => {
	const links = CHOSEN;
	const deep = Array.from({ length: 20 }, (_, n): Count => [20 - n, 5]);
	const single = (id: number) => ({
		...{ error: 0, id, data: { clicks: id + 5, uniqueClicks: 1 } },
		details: { id, shorturl: `https://sho.rt/a${id}`, longurl: 'https://example.com', title: 'T' },
	});

	test('are read one by one, where that takes fewer requests', async () => {
		const state = await after([deep], undefined, { links });
		const { read, fired, state: next } = await poll(deep, state, undefined, { links, single });
		expect(read).toEqual([-1, -3]);
		expect(fired).toEqual([
			{
				...{ id: 1, alias: 'a1', shorturl: 'https://sho.rt/a1', longurl: 'https://example.com' },
				...{ clicks: 6, title: 'T', previous: 5, difference: 1 },
			},
			expect.objectContaining({ id: 3, previous: 5, difference: 3 }),
		]);
		const again = await poll(deep, next, undefined, { links, single });
		expect([again.read, again.fired]).toEqual([[-1, -3], []]);
	});

	test.each<[string, (id: number) => IDataObject | undefined]>([
		['refuses one of them', (id) => (id === 3 ? undefined : single(id))],
		['gives only statistics', (id) => ({ ...single(id), details: undefined })],
	])('are read in the list of a service that %s', async (_, given) => {
		const state = await after([deep], undefined, { links });
		const { read } = await poll(deep, state, undefined, { links, single: given });
		// One poll sends 10 requests at most
		expect(read).toEqual([-1, -3, 1, 2, 3, 4, 5, 6, 7, 8]);
	});

	test.each<[string, Counts, string[]]>([
		['they are not all known', deep, ['1', '99']],
		['there are as many of them as pages', deep.slice(-4), ['1', '2']],
	])('are read in the list where %s', async (_, counts, chosen) => {
		const given = { links: chosen, single };
		const state = await after([counts, counts], undefined, given);
		const { read } = await poll(counts, state, undefined, given);
		expect(read.every((page) => page > 0)).toBe(true);
	});
});

test('a very long list is watched in its first 100,000 records, on every page, while other work goes on', async () => {
	// The last record that is watched is on the middle of a page
	const given = { pageSize: 30_000 };
	const many = (...clicked: number[]) =>
		Array.from({ length: MAX_COUNTED + 2 }, (_, n): Count => [
			n + 1,
			clicked.includes(n + 1) ? 2 : 1,
		]);
	const first = await poll(many(), FIRST_COUNTS, undefined, given);
	expect(first.read).toHaveLength(4);
	const { state } = await poll(many(), first.state, undefined, given);
	expect(Object.keys(state.counts)).toHaveLength(MAX_COUNTED);
	const clicked = many(2_501, 20_001, MAX_COUNTED, MAX_COUNTED + 1);
	const third = await poll(clicked, state, undefined, { ...given, budget: 3 });
	expect(third.firedIds).toEqual([2_501, 20_001]);
	let turns = 0;
	let next = setImmediate(function doOtherWork() {
		turns++;
		next = setImmediate(doOtherWork);
	});
	const { firedIds } = await poll(clicked, third.state, undefined, given);
	clearImmediate(next);
	expect(turns).toBeGreaterThan(5);
	expect(firedIds).toEqual([MAX_COUNTED]);
});
