/** What a poll gives out as new: each record once, oldest first, whatever happens to the list meanwhile. */
import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/api/lists';
import { pageSizesOf } from '../../../nodes/LinkManagement/lists/pageSizes';
import {
	isNewState,
	type NewState,
	pollNew,
	startNew,
} from '../../../nodes/LinkManagement/trigger/newRecords';
import type { PollReader } from '../../../nodes/LinkManagement/trigger/pollReader';
import { type ListPoll, listPoll } from '../../support/listPoll';
import { seededRandom } from '../../support/seededRandom';
import { newKey } from '../../support/stubService';

/** A list as the service has it, newest first, and how much of it one poll may read. */
class List {
	/** Pages that were read. */
	read: number[] = [];
	constructor(
		public ids: number[],
		private readonly given: Omit<ListPoll, 'records' | 'source'> & {
			isOrdered?: boolean;
			dateOf?: (id: number) => string;
			/** Happens before this page is read. */
			before?: (page: number, list: List) => void;
		} = {},
	) {}

	/** The reader of one poll. */
	reader(): PollReader {
		const { isOrdered: isSortedByDate = true, dateOf = () => '', before } = this.given;
		this.read = [];
		const records = (page: number) => {
			before?.(page, this);
			return this.ids.map((id) => ({ id, date: dateOf(id) }));
		};
		const source = isSortedByDate ? ({ isSortedByDate } as const) : {};
		return listPoll({ ...this.given, source, records }, ({ page }) => this.read.push(page));
	}

	async poll(from: NewState) {
		const { records, state: next } = await pollNew(this.reader(), from);
		return { ids: records.map(({ id }) => id), state: next };
	}
}

/** IDs from one down to another. */
const down = (from: number, to: number) =>
	Array.from({ length: from - to + 1 }, (_, n) => from - n);
const state = (more: Partial<NewState> = {}): NewState => ({
	...{ floor: 0, newestDate: '', seen: [], pending: [], page: 1, pageSize: 100 },
	...more,
});
const idsOf = (records: IDataObject[]) => records.map(({ id }) => id);
const dayOf = (id: number) => `2030-01-01 00:00:${String(id).padStart(2, '0')}`;

describe('The first look at a list', () => {
	test('marks all records as seen by the highest ID of the newest page', async () => {
		const list = new List([9, 12, 8, 7], { dateOf: dayOf });
		expect(await startNew(list.reader())).toEqual(state({ floor: 12, newestDate: dayOf(12) }));
		expect(list.read).toEqual([1]);
	});

	test.each([
		['of 40 characters', '2030-01-31'.padEnd(40, 'x'), '2030-01-31'.padEnd(40, 'x')],
		['of 41 characters', '2030-01-31'.padEnd(41, 'x'), ''],
		['that cannot be compared', '2 days ago', ''],
	])('a date %s', async (_, date, kept) => {
		const list = new List([7], { dateOf: () => date });
		expect(await startNew(list.reader())).toMatchObject({ newestDate: kept });
	});

	test('reads a list without an order to its end', async () => {
		const list = new List([1, 2, 3, 4, 99, 5, 6], { isOrdered: false, dateOf: dayOf });
		expect(await startNew(list.reader())).toEqual(state({ floor: 99, newestDate: dayOf(99) }));
		expect(list.read).toEqual([1, 2, 3]);
	});

	test('goes on in the next poll where the budget ended', async () => {
		const list = new List([1, 50, 3, 4, 9, 5, 6], { isOrdered: false, budget: 2, dateOf: dayOf });
		const first = await startNew(list.reader());
		expect(first).toEqual(state({ floor: 50, newestDate: dayOf(50), startPage: 3 }));
		expect(await startNew(list.reader(), first)).toEqual(
			state({ floor: 50, newestDate: dayOf(50) }),
		);
		// Page 1 shows at which end the newest records are
		expect(list.read).toEqual([1, 3]);
	});

	test('reads a second page where the newest one has a single record with a high ID', async () => {
		const list = new List([250_001, 250_002, 250_003, 250_004]);
		const first = await startNew(list.reader());
		expect(first).toEqual(state({ floor: 250_004 }));
		// The oldest come first, so the newest page is the last one
		expect(list.read).toEqual([1, 2]);
		list.ids.push(250_005);
		expect((await list.poll(first!)).ids).toEqual([250_005]);
	});

	test('tells nothing when not a single page could be read', async () => {
		expect(await startNew(new List([1], { budget: 0 }).reader())).toBeUndefined();
	});

	test('takes an empty list for one whose first record is new', async () => {
		expect(await startNew(new List([]).reader())).toEqual(state());
	});
});

describe('A poll', () => {
	test('gives the new records, oldest first, and raises the floor', async () => {
		const list = new List([12, 11, 10, 9, 8], { dateOf: dayOf });
		const { ids, state: next } = await list.poll(state({ floor: 10 }));
		expect(ids).toEqual([11, 12]);
		expect(next).toEqual(state({ floor: 12, newestDate: dayOf(12) }));
		expect(list.read).toEqual([1]);
	});

	test('leaves out what the user does not ask for, and does not give it later', async () => {
		const list = new List([12, 11, 10], { matches: ({ id }) => id !== 12 });
		const { ids, state: next } = await list.poll(state({ floor: 10 }));
		expect(ids).toEqual([11]);
		expect(next.floor).toBe(12);
	});

	test('reads several pages once more before the floor rises', async () => {
		const list = new List(down(8, 1));
		const first = await list.poll(state({ floor: 3 }));
		expect(first.ids).toEqual([4, 5, 6, 7, 8]);
		expect(first.state).toMatchObject({ floor: 3, page: 1, pending: [] });
		expect([...first.state.seen].sort()).toEqual([4, 5, 6, 7, 8]);
		const second = await list.poll(first.state);
		expect(second.ids).toEqual([]);
		expect(second.state).toEqual(state({ floor: 8 }));
	});

	test('finds a record that moved to a page that was already read', async () => {
		// 8 is deleted when page 1 was read, so that 5 moves from page 2 to page 1
		const given = {
			before: (place: number, { ids }: List) => {
				if (place === 2 && ids[0] === 8) ids.shift();
			},
		};
		const list = new List(down(8, 1), given);
		const first = await list.poll(state({ floor: 2 }));
		expect(first.ids).toEqual([3, 4, 6, 7, 8]);
		const second = await list.poll(first.state);
		expect(second.ids).toEqual([5]);
		const third = await list.poll(second.state);
		expect(third).toEqual({ ids: [], state: state({ floor: 8 }) });
	});

	test('lets records wait for older ones that its budget did not reach', async () => {
		const list = new List(down(12, 1), { budget: 3 });
		const first = await list.poll(state({ floor: 1 }));
		expect(first.ids).toHaveLength(0);
		expect(first.state).toMatchObject({ floor: 1, seen: [], page: 4 });
		expect(idsOf(first.state.pending)).toEqual(down(12, 4).reverse());
		const second = await list.poll(first.state);
		// Page 1 shows at which end the newest are. The page before is read again: a deletion may have moved records there
		expect(list.read).toEqual([1, 3, 4]);
		expect(second.ids).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
		expect(second.state).toMatchObject({ floor: 1, pending: [], page: 1 });
	});

	test('goes on to read several pages once more where its budget ended', async () => {
		const given = { budget: Infinity };
		const list = new List(down(8, 1), given);
		const first = await list.poll(state({ floor: 2 }));
		given.budget = 1;
		const second = await list.poll(first.state);
		expect(second).toMatchObject({
			ids: [],
			state: { floor: 2, seen: [3, 4, 5, 6, 7, 8], page: 2 },
		});
		given.budget = Infinity;
		expect((await list.poll(second.state)).state).toEqual(state({ floor: 8 }));
	});

	test('reads once more when an older record appears late', async () => {
		const list = new List([8, 7, 6, 4, 3, 2, 1]);
		const first = await list.poll(state({ floor: 2 }));
		list.ids.splice(3, 0, 5);
		const second = await list.poll(first.state);
		expect(second.ids).toEqual([5]);
		expect(second.state.floor).toBe(2);
		expect((await list.poll(second.state)).state).toEqual(state({ floor: 8 }));
	});

	test('gives a record that comes after several pages at once, as the second reading confirms them', async () => {
		const list = new List(down(8, 1));
		const first = await list.poll(state({ floor: 3 }));
		list.ids.unshift(9);
		const second = await list.poll(first.state);
		expect(second.ids).toEqual([9]);
		// The second pass confirms what the first one found
		expect(second.state).toEqual(state({ floor: 8, seen: [9] }));
		const third = await list.poll(second.state);
		expect(third).toEqual({ ids: [], state: state({ floor: 9 }) });
		expect(list.read).toEqual([1]);
	});

	test('reads a list without an order to its end', async () => {
		const list = new List([1, 20, 3, 4, 21, 5, 6], { isOrdered: false });
		const { ids } = await list.poll(state({ floor: 6 }));
		expect(ids).toEqual([20, 21]);
		expect(list.read).toEqual([1, 2, 3]);
	});

	test('takes IDs that come as text for numbers', async () => {
		const texts = [{ id: '10' }, { id: '9' }];
		const reader = listPoll({ records: () => texts }, () => undefined);
		const { records, state: next } = await pollNew(reader, state({ floor: 9 }));
		expect(records).toEqual([{ id: '10' }]);
		expect(next.floor).toBe(10);
	});
});

test('large pages are read, also in the next polls, until a small page is enough', async () => {
	const list = new List(down(2_500, 1), { pageSize: Infinity });
	const first = await list.poll(state({ floor: 500 }));
	expect(first.ids).toHaveLength(2_000);
	expect(first.state).toMatchObject({ floor: 500, page: 1, pageSize: 1_000 });
	const second = await list.poll(first.state);
	expect(second).toEqual({ ids: [], state: state({ floor: 2_500 }) });
});

test('an empty page does not show that the service gives small pages only', async () => {
	const key = newKey();
	// Records were deleted since the last poll, so that the list has three pages
	const list = new List(down(250, 1), { pageSize: Infinity, key });
	await list.poll(state({ page: 5, pending: [{ id: 250 }] }));
	expect(list.read).toEqual([1, 4]);
	expect(pageSizesOf({ key }, LISTS.links).canGiveMoreThan(999)).toBe(true);
});

describe('More new records than the state holds', () => {
	test.each([
		[2_000_000, true],
		[2_000_001, false],
	])(
		'%i characters of records wait for older ones, or come out before them: %p',
		async (length, wait) => {
			const others = JSON.stringify({ id: 9, date: '' }).length;
			const dateOf = () => 'x'.repeat(length - others);
			const list = new List([9, 8], { pageSize: 1, budget: 1, tellsLast: false, dateOf });
			const { ids, state: next } = await list.poll(state());
			expect([ids, idsOf(next.pending)]).toEqual(wait ? [[], [9]] : [[9], []]);
			expect(next).toMatchObject({ floor: 0, seen: ids, page: 2 });
		},
	);

	test.each([
		[99_997, [1, 2]],
		[99_998, [1]],
	])('end the reading also if %i of the 100,000 were seen before', async (count, pages) => {
		const list = new List(down(200_006, 200_001), { budget: 2, tellsLast: false });
		await list.poll(state({ seen: down(count, 1) }));
		expect(list.read).toEqual(pages);
	});
});

describe('A service that was reset and counts its IDs anew', () => {
	const before = state({ floor: 50, newestDate: dayOf(30), seen: [51] });
	const laterDates = (id: number) => (id >= 3 ? dayOf(30 + id) : dayOf(id));

	test('gives its records that are later than any that was seen', async () => {
		const list = new List([4, 3, 2, 1], { pageSize: 9, dateOf: laterDates });
		const { ids, state: next } = await list.poll(before);
		expect(ids).toEqual([3, 4]);
		expect(next).toEqual(state({ floor: 4, newestDate: dayOf(34) }));
	});

	test('forgets what was seen before, also where its new records take several pages', async () => {
		const list = new List(down(6, 1), { dateOf: laterDates });
		const { ids, state: next } = await list.poll(before);
		expect(ids).toEqual([1, 2, 3, 4, 5, 6]);
		expect(next).toMatchObject({ floor: 0, newestDate: dayOf(36) });
		expect([...next.seen].sort()).toEqual([1, 2, 3, 4, 5, 6]);
		const part = new List(down(6, 1), { dateOf: laterDates, budget: 1 });
		expect((await part.poll(before)).state).toMatchObject({ floor: 0, seen: [], page: 2 });
	});

	test.each<[string, number[], number, Partial<NewState>?]>([
		['after a deletion no record is later', [49, 48], 30],
		['a record at the floor is there', [50, 4, 3], 59],
		['no date is known', [4, 3], 59, { newestDate: '' }],
		['no record is there', [], 59],
	])('is not assumed where %s', async (_, existing, day, more = {}) => {
		const list = new List(existing, { dateOf: () => dayOf(day) });
		const { ids, state: next } = await list.poll({ ...before, seen: [], ...more });
		expect([ids, next.floor]).toEqual([[], 50]);
	});
});

test.each<[string, unknown, boolean]>([
	['a complete one', state({ startPage: 3 }), true],
	['one with an endless floor', { ...state(), floor: Infinity }, false],
	['one without a page', { ...state(), page: undefined }, false],
])('a state that n8n gives back is used only if it has all values: %s', (_, kept, goesOn) => {
	expect(isNewState(kept as IDataObject)).toBe(goesOn);
});

test('while records are created and deleted, each new one comes out once, and none is lost', async () => {
	for (let seed = 1; seed <= 100; seed++) {
		const random = seededRandom(seed);
		const next = (max: number) => Math.floor(random() * max);
		let isQuiet = false;
		let newestBefore = 20;
		const before = (_: number, { ids }: List) => {
			if (isQuiet) return;
			for (let count = next(4); count > 0; count--) ids.unshift(Math.max(...ids) + 1);
			const place = next(24);
			// Not the newest of all: services do not use an ID again
			const isOld = (ids[place] ?? Infinity) <= newestBefore;
			if (place > 0 && isOld && ids.length > 9) ids.splice(place, 1);
		};
		const list = new List(down(20, 1), { pageSize: 8, before });
		let kept = (await startNew(list.reader()))!;
		const { floor: startedAt } = kept;
		const out: unknown[] = [];
		for (let poll = 0; poll < 50; poll++) {
			isQuiet = poll >= 20;
			newestBefore = Math.max(...list.ids);
			const polled = await list.poll(kept);
			// n8n stores the state as JSON
			kept = JSON.parse(JSON.stringify(polled.state)) as NewState;
			out.push(...polled.ids);
		}
		const lost = list.ids.filter((id) => id > startedAt && !out.includes(id));
		expect([seed, lost, out.length]).toEqual([seed, [], new Set(out).size]);
		expect(kept).toMatchObject({ floor: Math.max(...list.ids), seen: [] });
	}
});
