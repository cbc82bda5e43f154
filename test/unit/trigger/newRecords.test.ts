/** What a poll gives out as new: each record once, oldest first, whatever happens to the list meanwhile. Whole polls in virtual time. */
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../../support/virtual/clock';
import { listing, virtualTrigger } from '../../support/virtual/polls';
import { newHost, type VirtualScript } from '../../support/virtual/scriptedRun';

useVirtualClock('2030-01-31T10:00:00Z');

/** So many seconds after a moment in the past. */
const at = (seconds: number) =>
	new Date(Date.UTC(2030, 0, 1) + seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');
const link = (id: number, seconds = id): IDataObject => ({ id, date: at(seconds) });
const undated = (...ids: number[]): IDataObject[] => ids.map((id) => ({ id }));
/** From one number down to another. */
const down = (from: number, to: number) =>
	Array.from({ length: from - to + 1 }, (_, n) => from - n);
const up = (from: number, to: number) => down(to, from).reverse();
const linksDown = (from: number, to: number) => down(from, to).map((id) => link(id));
const newestFirst = (records: IDataObject[]) =>
	[...records].sort((a, b) => (String(a.date) < String(b.date) ? 1 : -1));

interface Given {
	event?: string;
	maxSize?: number;
	q?: string;
	/** Happens before this page is read. */
	before?: (page: number) => void;
}

/** A trigger on a list that holds these records, in this order, when it is published. */
function triggerOn(records: IDataObject[], { event = 'newLink', maxSize, q, before }: Given = {}) {
	const list = { records };
	const state: IDataObject = {};
	const lists = listing(() => list.records, maxSize);
	const script: VirtualScript = (request, count) => {
		if (request.query.page !== undefined) before?.(Number(request.query.page));
		return lists(request, count);
	};
	const parameters = { event, filters: { q } };
	const pollOnce = virtualTrigger(parameters, script, newHost(), state);
	const poll = async () => {
		const { ids, pages, error } = await pollOnce();
		expect(error).toBeUndefined();
		return { ids, pages };
	};
	const idsAfter = async (changed: IDataObject[]) => {
		list.records = changed;
		return (await poll()).ids;
	};
	return { list, state, poll, idsAfter };
}

/** The same after its first poll, which gives nothing. */
async function published(records: IDataObject[], given?: Given) {
	const trigger = triggerOn(records, given);
	expect((await trigger.poll()).ids).toEqual([]);
	return trigger;
}

describe('New is what was not seen and is not older', () => {
	test('by its date, whatever its ID', async () => {
		const { idsAfter } = await published(linksDown(300, 1));
		const later = [303, 301, 306, 305, 309].map((id, n) => link(id, 1_000 + n));
		const all = newestFirst([...later, ...linksDown(300, 1)]);
		expect(await idsAfter(all)).toEqual([303, 301, 306, 305, 309]);
		expect(await idsAfter(all)).toEqual([]);
	});

	test.each([[1_000], [300]])(
		'also beside two imported records with IDs far above: from second %i',
		async (second) => {
			let records = linksDown(300, 1);
			const { idsAfter } = await published(records);
			records = [link(9_000_001, second), link(9_000_000, second), ...records];
			expect(await idsAfter(records)).toEqual([9_000_000, 9_000_001]);
			for (let id = 301; id < 304; id++) {
				records = [link(id, second), ...records];
				expect(await idsAfter(records)).toEqual([id]);
			}
			expect(await idsAfter(records)).toEqual([]);
		},
	);

	test('by an ID above the highest, where there are no dates', async () => {
		const { idsAfter } = await published(undated(12, 9, 8));
		expect(await idsAfter(undated(14, 13, 12, 11, 10, 9, 8))).toEqual([13, 14]);
		expect(await idsAfter(undated(15, 14, 13, 12, 11))).toEqual([15]);
	});

	test('by the ID where the date is that of a long page of older ones', async () => {
		const records = down(1_000, 1).map((id) => link(id, 0));
		const { idsAfter } = await published(records);
		expect(await idsAfter(records.slice(50))).toEqual([]);
		const more = [1_003, 1_001].map((id) => link(id, 0));
		expect(await idsAfter([...more, ...records])).toEqual([1_001, 1_003]);
	});

	test.each([
		...['2 days ago', '2030-01-31'.padEnd(41, 'x'), '2030-02-03 10:00:00'],
		...['0000-00-00 00:00:00', null],
	])('by the ID where the date is %p', async (date) => {
		const { idsAfter } = await published([{ id: 2, date }, link(1)]);
		expect(await idsAfter([link(3, 9), { id: 2, date }, link(1)])).toEqual([3]);
		expect(await idsAfter([{ id: 5, date }, link(3, 9), { id: 4, date }])).toEqual([4, 5]);
	});

	test('by a date of a service whose zone is ahead of ours', async () => {
		const tomorrow = 31 * 86_400 + 10 * 3_600;
		const { idsAfter } = await published([link(5, tomorrow), link(4)]);
		const later = link(3, tomorrow + 60);
		expect(await idsAfter([later, link(5, tomorrow), link(4)])).toEqual([3]);
	});

	test.each([1, 24, 45])('also beside one that is dated %i hours ahead', async (hours) => {
		const ahead = (id: number) => link(id, 30 * 86_400 + (10 + hours) * 3_600);
		const old = linksDown(300, 1);
		const { idsAfter } = await published([ahead(400), ...old]);
		const first = link(401, 1_000);
		expect(await idsAfter([ahead(400), first, ...old])).toEqual([401]);
		expect(await idsAfter([ahead(402), ahead(400), first, ...old])).toEqual([402]);
		const all = [ahead(402), ahead(400), link(403, 1_001), first, ...old];
		expect(await idsAfter(all)).toEqual([403]);
		expect(await idsAfter(all)).toEqual([]);
	});

	test('once each, also where the clock of the service is hours ahead for thousands of links', async () => {
		const ahead = (id: number) => link(id, 30 * 86_400 + 19 * 3_600 + id);
		const of = (last: number) => [...down(last, 2).map(ahead), link(1)];
		const { list, idsAfter } = await published(of(1));
		for (let last = 91; last <= 6_301; last += 90)
			expect(await idsAfter(of(last))).toHaveLength(90);
		expect(await idsAfter(of(7_801))).toEqual(up(6_302, 7_801));
		for (let polls = 0; polls < 3; polls++) {
			jest.advanceTimersByTime(60_000);
			expect(await idsAfter(list.records)).toEqual([]);
		}
	});

	test('and not a link that was seen, when its date changes', async () => {
		const { idsAfter } = await published(linksDown(300, 1));
		expect(await idsAfter([link(290, 1_000), ...linksDown(300, 291)])).toEqual([]);
	});

	test('and not a single older one after many were deleted', async () => {
		const records = linksDown(300, 1);
		const { idsAfter } = await published(records);
		expect(await idsAfter(records.filter((_, n) => n >= 100 || n % 2 === 1))).toEqual([]);
		expect(await idsAfter(linksDown(150, 1))).toEqual([]);
		expect(await idsAfter([link(302), ...linksDown(150, 1)])).toEqual([302]);
	});

	test('also after the service was reset and counts its IDs anew', async () => {
		const { idsAfter } = await published(linksDown(5_000, 4_900));
		expect(await idsAfter([link(2, 9_001), link(1, 9_000)])).toEqual([1, 2]);
		expect(await idsAfter([link(3, 9_002), link(2, 9_001), link(1, 9_000)])).toEqual([3]);
	});

	test('and every record of a list that was empty', async () => {
		const { idsAfter } = await published([]);
		expect(await idsAfter([link(2), link(1)])).toEqual([1, 2]);
	});

	test('and what the user asks for, now and not later', async () => {
		const code = (id: number, name: string) => ({ ...link(id), name });
		const { idsAfter } = await published([code(1, 'x')], {
			event: 'newQrCode',
			q: 'SPRing & Café',
		});
		const all = [code(3, 'In spRING &amp; cafe\u0301'), code(2, 'x'), code(1, 'x')];
		expect(await idsAfter(all)).toEqual([3]);
		expect(await idsAfter([all[0]!, code(2, 'spring & café'), all[2]!])).toEqual([]);
	});
});

describe('A list that is not newest first is read to its end', () => {
	/** In an order that has nothing to do with the age, as by alias. */
	const mixed = (records: IDataObject[]) =>
		[...records].sort(
			(a, b) => ((Number(a.id) * 7_919) % 10_007) - ((Number(b.id) * 7_919) % 10_007),
		);

	test('also in a later poll, where its first page alone looks oldest first', async () => {
		const old = linksDown(40, 2);
		const { list, poll } = await published([link(1), ...old], { maxSize: 10 });
		const added = down(220, 41).map((id) => link(id, 2_000));
		list.records = [link(1), ...added, ...old];
		const out: unknown[] = [];
		for (let polls = 0; polls < 4; polls++) out.push(...(await poll()).ids);
		expect(out).toEqual(up(41, 220));
	});

	test('in several polls, the first one, too', async () => {
		const of = (last: number) => mixed(linksDown(last, 1));
		const { idsAfter, poll } = triggerOn(of(150), { maxSize: 10 });
		for (let polls = 0; polls < 2; polls++) expect((await poll()).ids).toEqual([]);
		expect(await idsAfter(of(160))).toEqual([]);
		expect((await poll()).ids).toEqual(up(151, 160));
		for (let polls = 0; polls < 4; polls++) expect((await poll()).ids).toEqual([]);
		await idsAfter(of(161));
		expect((await poll()).ids).toEqual([161]);
	});

	test('also where a deletion moves a record while the first reading waits for its second poll', async () => {
		const { list, poll } = triggerOn(mixed(up(1, 150).map((id) => link(id, 7))), { maxSize: 10 });
		await poll();
		list.records.shift();
		for (let polls = 0; polls < 4; polls++) expect((await poll()).ids).toEqual([]);
	});
});

test.each([
	['newLink', undefined, { order: 'date' }],
	['newLink', 'spring', { order: 'date', q: 'spring' }],
	['newQrCode', 'spring', {}],
])(
	'%s with the keyword %s asks for what the service can sort and search',
	async (event, q, asked) => {
		const poll = virtualTrigger(
			{ event, filters: { q } },
			listing(() => []),
		);
		const { requests } = await poll();
		const [{ query } = {}] = requests.filter(({ path }) => path !== '/api/account');
		expect(query).toEqual({ ...asked, limit: 100, page: 1 });
	},
);

describe('A list that is newest first', () => {
	test('is read no further where all of a page was created in one second', async () => {
		const { list, poll } = await published(linksDown(1_000, 1));
		list.records = [...down(1_150, 1_001).map((id) => link(id, 2_000)), ...linksDown(1_000, 1)];
		expect((await poll()).ids).toEqual(up(1_001, 1_150));
		await poll();
		expect(await poll()).toEqual({ ids: [], pages: ['1 of 100'] });
	});

	test('may hold a record from the future at its beginning, from the publication or later', async () => {
		const id = 9_000_000;
		const odd = { id, date: '9999-12-31 23:59:59' };
		const { idsAfter } = await published([odd, ...linksDown(300, 1)]);
		expect(await idsAfter([odd, ...linksDown(450, 1)])).toEqual(up(301, 450));
		const later = await published(linksDown(300, 1));
		expect(await later.idsAfter([odd, ...linksDown(300, 1)])).toEqual([id]);
		expect(await later.idsAfter([odd, ...linksDown(301, 1)])).toEqual([301]);
		expect(await later.idsAfter([odd, ...linksDown(301, 1)])).toEqual([]);
	});

	test('shows its age only on the second page, where the newest one has a single record without a date', async () => {
		const of = (last: number) => undated(...up(250_001, last));
		const { idsAfter } = await published(of(250_101), { event: 'newQrCode', maxSize: 100 });
		expect(await idsAfter(of(250_102))).toEqual([250_102]);
	});

	test('lets records wait for older ones that one poll does not reach', async () => {
		const { list, poll } = await published(linksDown(20, 1), { maxSize: 10 });
		list.records = linksDown(140, 1);
		expect((await poll()).ids).toEqual([]);
		expect((await poll()).ids).toEqual(up(21, 140));
		expect((await poll()).ids).toEqual([]);
	});
});

test('while a list of several pages is read, a record that moves comes out with the second reading', async () => {
	let deletes = false;
	const before = (page: number) => {
		if (page === 2 && deletes) trigger.list.records.splice(4, 1);
		if (page === 2) deletes = false;
	};
	const trigger = await published(linksDown(20, 1), { maxSize: 10, before });
	trigger.list.records = linksDown(55, 1);
	deletes = true;
	const { ids } = await trigger.poll();
	const lost = up(21, 55).filter((id) => !ids.includes(id));
	expect(lost).toEqual([45]);
	expect((await trigger.poll()).ids).toEqual(lost);
	for (let polls = 0; polls < 3; polls++) expect((await trigger.poll()).ids).toEqual([]);
});

test.each([
	[7_000, 300],
	[7_000, 3_000],
	[30_000, 300],
])(
	'more new links than the state holds come out once each: %i links of %i characters',
	async (count, length) => {
		const title = 'x'.repeat(length);
		const long = (last: number) => linksDown(last, 1).map((one) => ({ ...one, title }));
		const { list, state, poll } = await published(long(20));
		list.records = long(count + 20);
		const out: unknown[] = [];
		for (let polls = 0; polls < 6; polls++) out.push(...(await poll()).ids);
		expect([out.length, new Set(out).size]).toEqual([count, count]);
		expect(JSON.stringify(state).length).toBeLessThan(100_000);
		list.records = long(count + 21);
		expect((await poll()).ids).toEqual([count + 21]);
	},
);

test('a deletion makes no old record of a single newest page new', async () => {
	const name = (n: number) => ({
		id: 3_000_000 + n,
		name: `Table ${n}`,
		date: at(Math.floor((n + 1) / 3)),
	});
	const codes = up(0, 100).map(name);
	const { idsAfter } = await published(codes, { event: 'newQrCode', maxSize: 100 });
	expect(await idsAfter(codes)).toEqual([]);
	expect(await idsAfter(codes.slice(1))).toEqual([]);
});

test('without dates, one ID far above the others hides none of the next ones', async () => {
	// A page may show a record twice
	const { idsAfter } = await published(undated(9_000_000, 9_000_000, 3, 7, 5));
	expect(await idsAfter(undated(9_000_000, 9_000_000, 3, 7, 5, 6, 8))).toEqual([8]);
});
