/** When a count of clicks or scans starts a workflow. */
import type { IDataObject } from 'n8n-workflow';

import {
	changeOf,
	countOf,
	type CountState,
	increasedBy,
	isCountState,
	MAX_COUNTED,
	pollCounts,
	reached,
	startCounts,
} from '../../../nodes/LinkManagement/trigger/counts';
import { after, poll } from '../../support/countPolls';
import { listPoll } from '../../support/listPoll';

test.each([
	[7, 7],
	['1,234', 1_234],
	[undefined, undefined],
	[-1, undefined],
])('a count of %p is %p', (sent, count) => {
	expect(countOf({ clicks: sent as string }, 'clicks')).toBe(count);
});

test('a change of a count comes out with both counts', () => {
	expect(changeOf(3, 10)).toEqual({ previous: 3, difference: 7 });
});

describe('A count that increased', () => {
	test('starts a workflow from the minimum increase on', async () => {
		const state = await after(['1:10'], increasedBy(5));
		expect((await poll('1:14', state, increasedBy(5))).fired).toEqual([]);
		expect((await poll('1:15', state, increasedBy(5))).fired).toEqual([
			{ id: 1, clicks: 15, previous: 10, difference: 5 },
		]);
	});

	test('adds up over polls until it starts a workflow, and begins anew then', async () => {
		const rule = increasedBy(5);
		const state = await after(['1:10', '1:13'], rule);
		const third = await poll('1:16', state, rule);
		expect(third.fired).toMatchObject([{ previous: 10 }]);
		expect((await poll('1:20', third.state, rule)).fired).toEqual([]);
		expect((await poll('1:21', third.state, rule)).fired).toMatchObject([{ previous: 16 }]);
	});

	test('begins at a lower count after the service was reset', async () => {
		const rule = increasedBy(5);
		const state = await after(['1:100', '1:2', '1:2'], rule);
		expect((await poll('1:7', state, rule)).fired).toMatchObject([{ previous: 2 }]);
	});

	test('that falls for a single poll starts nothing', async () => {
		const state = await after(['1:505', '1:0']);
		const back = await poll('1:505', state);
		expect(back.fired).toEqual([]);
		expect((await poll('1:507', back.state)).fired).toMatchObject([{ previous: 505 }]);
		const moved = await after(['1:505', '1:0 2:0 1:0']);
		expect((await poll('1:505', moved)).fired).toEqual([]);
	});

	test('of a record that the user does not ask for starts nothing, also when it is asked for later', async () => {
		const given = { matches: ({ id }: IDataObject) => id !== 1 };
		const state = await after(['1:1 2:1']);
		const { firedIds, state: next } = await poll('1:5 2:5', state, undefined, given);
		expect(firedIds).toEqual([2]);
		expect(next.counts).toEqual({ 1: 1, 2: 5 });
	});
});

describe('A count that reached a threshold', () => {
	const rule = reached(10);

	test('starts a workflow once', async () => {
		const state = await after(['1:9'], rule);
		const second = await poll('1:10', state, rule);
		expect(second.fired).toMatchObject([{ previous: 9, difference: 1 }]);
		expect((await poll('1:11', second.state, rule)).fired).toEqual([]);
	});

	test.each([10, 12])(
		'starts none again when it falls from %i below the threshold and reaches it again',
		async (highest) => {
			const state = await after(['1:9', [[1, highest]], '1:8'], rule);
			expect((await poll('1:12', state, rule)).fired).toEqual([]);
		},
	);

	test('starts none when it had reached the threshold before the first poll', async () => {
		const { fired } = await poll('1:10', startCounts(), rule);
		expect(fired).toEqual([]);
	});
});

describe('The first look at the counts', () => {
	test('starts no workflow', async () => {
		const { fired, state } = await poll('1:100 2:0', startCounts());
		expect(fired).toEqual([]);
		expect(state).toMatchObject({ counts: { 1: 100, 2: 0 }, complete: true, newestId: 2, page: 1 });
	});

	test('at one page shows all records, so that a later one is new and began at 0', async () => {
		const state = await after(['1:5']);
		const { fired } = await poll('2:3 1:5', state);
		expect(fired).toEqual([{ id: 2, clicks: 3, previous: 0, difference: 3 }]);
	});

	test('at several pages is repeated, as a deletion moves records to a page that was read', async () => {
		// 2 is on none of the pages: it moves from page 2 to page 1 when page 1 was read
		const first = await poll('1:5 3:5 3:5', startCounts());
		expect(first.state).toMatchObject({ complete: false, newestId: 3, counts: { 1: 5, 3: 5 } });
		const second = await poll('1:5 2:9 3:5', first.state);
		expect(second.fired).toEqual([]);
		expect(second.state).toMatchObject({ complete: true, counts: { 2: 9 } });
		expect((await poll('1:5 2:10 3:5', second.state)).firedIds).toEqual([2]);
	});

	test('is repeated also where a budget ends', async () => {
		const state = { ...startCounts(), counts: { 1: 5, 3: 5 }, newestId: 3 };
		const counts = '1:5 2:9 3:5';
		const first = await poll(counts, state, undefined, { budget: 1 });
		expect(first.state).toMatchObject({ complete: false, page: 2, newestId: 3 });
		const second = await poll(counts, first.state);
		expect(second).toMatchObject({ read: [2], fired: [], state: { complete: true } });
	});

	test('gives a record above the newest ID at once, while lower ones may have been missed', async () => {
		const first = await poll('1:5 2:5 3:5', startCounts());
		const { firedIds } = await poll('4:1 1:5 2:5 3:5', first.state);
		expect(firedIds).toEqual([4]);
	});
});

test('a record with the newest known ID is not taken for a new one if it was overlooked', async () => {
	const state = { ...startCounts(), counts: { 1: 5 }, complete: true, newestId: 3 };
	const counts = '3:5 1:5';
	expect((await poll(counts, state)).fired).toEqual([]);
});

describe('Chosen links', () => {
	const links = ['1', '3'];
	const list = '5:5 4:5 3:5 2:5 1:5';

	test('are counted alone, and the pass ends when all are found', async () => {
		const first = await poll(list, startCounts(), undefined, { links });
		expect(first).toMatchObject({ read: [1, 2, 3], state: { counts: { 1: 5, 3: 5 } } });
		expect(Object.keys(first.state.counts)).toEqual(links);
		const grown = '5:6 4:6 3:6 2:6 1:6';
		const second = await poll(grown, first.state, undefined, { links });
		expect(second.firedIds).toEqual([3, 1]);
		const third = await poll(grown, startCounts(), undefined, { links: ['4', '5'] });
		expect(third.read).toEqual([1]);
	});

	test('stay watched by their IDs when they get another alias, even if another link gets the old one', async () => {
		const chosen = { links: ['go.example.com/a'] };
		const link = (id: number, alias: string, clicks: number) => ({
			...{ id, clicks, shorturl: `https://go.example.com/${alias}` },
		});
		const polled = async (state: CountState, ...records: IDataObject[]) => {
			const reader = listPoll({ pageSize: 9, source: {}, records: () => records }, () => {});
			return await pollCounts(reader, state, increasedBy(1), chosen.links);
		};
		const first = await polled(startCounts(), link(1, 'a', 5), link(2, 'b', 5));
		const renamed = await polled(first.state, link(3, 'a', 9), link(2, 'b', 9), link(1, 'c', 6));
		expect(renamed.records).toMatchObject([{ id: 1, previous: 5 }]);
		let { state } = await polled(renamed.state, link(3, 'a', 10));
		({ state } = await polled(state, link(3, 'a', 11)));
		expect((await polled(state, link(3, 'a', 12))).records).toMatchObject([
			{ id: 3, previous: 11 },
		]);
	});

	test('are counted once, even if one moves to a page that is read later', async () => {
		const moved = '1:5 5:5 1:5 4:5 3:5';
		const { read, state } = await poll(moved, startCounts(), undefined, { links });
		expect(read).toEqual([1, 2, 3]);
		expect(state.counts).toEqual({ 1: 5, 3: 5 });
	});

	test('of which one is created later begin at 0', async () => {
		const older = '2:5 1:5';
		const state = await after([older, older], reached(5), { links });
		expect((await poll(list, state, reached(5), { links })).fired).toEqual([
			{ id: 3, clicks: 5, previous: 0, difference: 5 },
		]);
	});
});

describe('Deleted records', () => {
	test('are forgotten at once where one page shows the whole list', async () => {
		const { counts, missing } = await after(['1:5 2:5', '2:5']);
		expect({ counts, missing }).toEqual({ counts: { 2: 5 }, missing: {} });
	});

	test('of several pages are kept, as they may only be overlooked', async () => {
		const [all, without2] = ['1:5 2:5 3:5 4:5', '1:5 3:5 4:5'];
		const once = await after([all, all, without2]);
		expect([once.counts, once.missing]).toEqual([{ 1: 5, 3: 5, 4: 5 }, { 2: 5 }]);
		const twice = await after([all, all, without2, without2]);
		expect([twice.counts, twice.missing]).toEqual([{ 1: 5, 3: 5, 4: 5 }, { 2: 5 }]);
	});

	test('are not forgotten where the rest of the list is not read, as long as there is room', async () => {
		const given = { highestFirst: true } as const;
		const high = '1:30 2:9 3:8';
		const without = '1:30 3:8 4:7';
		const passes = [high, high, without, without, without];
		const state = await after(passes, reached(10), given);
		expect(state).toMatchObject({ isPartial: true, missing: { 2: 9 } });
		const { fired } = await poll(`2:12 ${without}`, state, reached(10), given);
		expect(fired).toMatchObject([{ id: 2, previous: 9 }]);
	});

	test.each([
		[MAX_COUNTED - 2, MAX_COUNTED - 2],
		[MAX_COUNTED - 1, 0],
	])('make room for two others: of %i, %i are kept', async (length, kept) => {
		const given = { pageSize: MAX_COUNTED, highestFirst: true } as const;
		const counts = Object.fromEntries(Array.from({ length }, (_, n) => [n + 10, 9]));
		const state = { ...startCounts(), counts, complete: true, isPartial: true, newestId: 2e5 };
		const { fired, state: next } = await poll('300000:12 300001:1', state, reached(10), {
			...given,
			tellsLast: false,
		});
		expect(fired).toMatchObject([{ id: 300_000 }]);
		expect(next.counts).toEqual({ 300000: 12, 300001: 1 });
		expect(Object.keys(next.missing)).toHaveLength(kept);
	});
});

describe('A state that n8n gives back', () => {
	test.each<[string, unknown, boolean]>([
		['a complete one', startCounts(), true],
		['nothing', {}, false],
		['one without counts', { ...startCounts(), counts: undefined }, false],
		['one whose counts are a list', { ...startCounts(), counts: [] }, false],
	])('%s (%#)', (_, kept, goesOn) => {
		expect(isCountState(kept as IDataObject)).toBe(goesOn);
	});
});
