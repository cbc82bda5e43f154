/** Which pages a poll of counts reads. */
import type { IDataObject } from 'n8n-workflow';

import {
	increasedBy,
	MAX_COUNTED,
	reached,
	startCounts,
} from '../../../nodes/LinkManagement/trigger/counts';
import { after, type Count, type Counts, poll } from '../../support/countPolls';

describe('A list of several pages', () => {
	const counts = '1:1 2:1 3:1 4:1 5:1';

	test('is read to its end, and goes on in the next poll where the budget ended', async () => {
		const first = await poll(counts, startCounts(), undefined, { budget: 2 });
		expect(first).toMatchObject({ read: [1, 2], state: { page: 3, complete: false } });
		const second = await poll(counts, first.state, undefined, { budget: 2 });
		expect(second).toMatchObject({ read: [3], state: { page: 1, newestId: 5 } });
		expect(second.state.counts).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 });
	});

	test('keeps what fired before its budget ended', async () => {
		const state = await after([counts, counts]);
		const higher = '1:2 2:2 3:2 4:2 5:2';
		const first = await poll(higher, state, undefined, { budget: 1 });
		expect(first.firedIds).toEqual([1, 2]);
		const second = await poll(higher, first.state);
		expect(second.firedIds).toEqual([3, 4, 5]);
	});

	test('ends with an empty page where the service does not tell the last one', async () => {
		const { read } = await poll('1:1 2:1 3:1 4:1', startCounts(), undefined, { tellsLast: false });
		expect(read).toEqual([1, 2, 3]);
	});
});

describe('A list that begins with the highest counts', () => {
	const rule = reached(10);
	const given = { highestFirst: true } as const;
	const falling = '1:30 2:12 3:11 4:3 5:2 6:1';

	test('is read as far as counts can matter', async () => {
		const { read, state } = await poll(falling, startCounts(), rule, given);
		expect(read).toEqual([1, 2]);
		expect(state).toMatchObject({ isPartial: true, counts: { 1: 30, 2: 12, 3: 11, 4: 3 } });
		expect(state.counts).not.toHaveProperty('5');
	});

	test('is read on while the last count of a page is the threshold', async () => {
		const counts = '1:30 2:10 3:9 4:3 5:2';
		expect((await poll(counts, startCounts(), rule, given)).read).toEqual([1, 2]);
	});

	test.each([
		['are all equal', '1:3 2:3 3:12'],
		['rise', '1:3 2:5 3:12'],
		['rise within a page', '1:3 2:9 3:2 4:12', 3],
	] as Array<[string, Counts, number?]>)(
		'is read to its end where the counts %s, as the order may be another',
		async (_, counts, pageSize = 2) => {
			expect((await poll(counts, startCounts(), rule, { ...given, pageSize })).read).toEqual([
				1, 2,
			]);
		},
	);

	test('is read to its end where every increase matters', async () => {
		expect((await poll(falling, startCounts(), increasedBy(1), given)).read).toEqual([1, 2, 3]);
	});

	test('is read to its end where it was not asked for in this order', async () => {
		expect((await poll(falling, startCounts(), rule, {})).read).toEqual([1, 2, 3]);
	});

	test('shows a record from the part that was not read when it reaches the threshold', async () => {
		let { state } = await poll(falling, startCounts(), rule, given);
		({ state } = await poll(falling, state, rule, given));
		expect(state).toMatchObject({ complete: true, isPartial: true });
		const risen = '1:30 5:15 2:12 3:11 4:3 6:1';
		// Its earlier count is not known
		expect((await poll(risen, state, rule, given)).fired).toEqual([{ id: 5, clicks: 15 }]);
	});
});

describe('A service that gives pages as large as requested', () => {
	const given = { pageSize: Infinity };
	const falling = (length: number) => Array.from({ length }, (_, n): Count => [n + 1, 3_000 - n]);

	test('is asked for a small page, and for a large one only where counts that matter may follow', async () => {
		const highest = { ...given, highestFirst: true } as const;
		const few = await poll(falling(1_500), startCounts(), reached(2_950), highest);
		expect(few).toMatchObject({
			read: [1],
			sizes: [100],
			state: { isPartial: true, pageSize: 100 },
		});
		const many = await poll(falling(1_500), startCounts(), reached(2_500), highest);
		expect(many).toMatchObject({
			...{ read: [1, 1], sizes: [100, 1_000] },
			state: { complete: true, isPartial: true, pageSize: 1_000 },
		});
		const next = await poll(falling(1_500), many.state, reached(2_500), highest);
		expect(next).toMatchObject({ read: [1], sizes: [1_000], state: { pageSize: 1_000 } });
		const fewer = await poll(falling(1_500), next.state, reached(2_950), highest);
		expect(fewer.state).toMatchObject({ pageSize: 100 });
	});

	test.each([
		[2_901, 1_000],
		[2_902, 100],
	])(
		'is asked for small pages again if the counts from %i on fill less than one: %i',
		async (threshold, pageSize) => {
			const highest = { ...given, highestFirst: true } as const;
			const state = { ...startCounts(), pageSize: 1_000 };
			const { sizes, state: next } = await poll(falling(1_500), state, reached(threshold), highest);
			expect(sizes).toEqual([1_000]);
			expect(next).toMatchObject({ page: 1, pageSize });
		},
	);

	test('goes on in small pages where large ones were refused', async () => {
		const counts = falling(250);
		// The first request is the one that is refused
		const first = await poll(counts, startCounts(), undefined, {
			...given,
			maxSize: 100,
			budget: 3,
		});
		expect(first.state).toMatchObject({ page: 3, pageSize: 100 });
		const second = await poll(counts, first.state, undefined, given);
		expect(second).toMatchObject({ read: [3], sizes: [100] });
	});
});

test.each<[string, true | undefined, number[]]>([
	['sorted by ID', undefined, [1, 2]],
	// The large page is refused after the small one
	['with the highest counts first', true, [1, 1, 2]],
])(
	'a list of unknown length, %s, is read to its end where the service refuses large pages',
	async (_, highestFirst, pages) => {
		const given = { pageSize: Infinity, maxSize: 100, tellsLast: false, budget: 10 };
		const counts = '1:5 2:5';
		const polled = await poll(counts, startCounts(), reached(3), { ...given, highestFirst });
		expect(polled.read).toEqual(pages);
		expect(polled.state).toMatchObject({ counts: { 1: 5, 2: 5 }, newestId: 2, page: 1 });
	},
);

describe('Chosen links far down in the list', () => {
	const links = ['1', '3'];
	const deep = Array.from({ length: 20 }, (_, n): Count => [20 - n, 5]);
	const single = (id: number) => ({
		...{ error: 0, id, data: { clicks: id + 5, uniqueClicks: 1 } },
		details: {
			id,
			shorturl: `https://sho.rt/a${id}`,
			longurl: 'https://example.com',
			title: 'T',
		},
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
		['gives no statistics', (id) => ({ ...single(id), data: undefined })],
		['gives only statistics', (id) => ({ ...single(id), details: undefined })],
	])('are read in the list of a service that %s', async (_, given) => {
		let state = await after([deep], undefined, { links });
		for (const asked of [true, false]) {
			const next = await poll(deep, state, undefined, { links, single: given });
			expect(next.read.some((page) => page < 0)).toBe(asked);
			expect(next.read.at(-1)).toBe(10);
			({ state } = next);
		}
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

describe('A very long list', () => {
	const ids = (last: number, first = 1) =>
		Array.from({ length: last - first + 1 }, (_, n): Count => [first + n, 1]);
	const clicked = (counts: Count[], ...clicks: number[]) =>
		counts.map(([id, count]): Count => [id, clicks.includes(id) ? 2 : count]);
	// The last record that is watched is on the middle of a page
	const given = { pageSize: 30_000 };

	test('is watched in its first 100,000 records, on every page', async () => {
		const many = ids(MAX_COUNTED + 2);
		const first = await poll(many, startCounts(), undefined, given);
		expect(first.read).toHaveLength(4);
		const { state } = await poll(many, first.state, undefined, given);
		expect(Object.keys(state.counts)).toHaveLength(MAX_COUNTED);
		const later = clicked(many, 2_501, 20_001, MAX_COUNTED, MAX_COUNTED + 1);
		const { firedIds } = await poll(later, state, undefined, given);
		expect(firedIds).toEqual([2_501, 20_001, MAX_COUNTED]);
	});
});
