/** The links of the account that a run knows: which pages it reads, and which links it finds there. Virtual time. */
import type { IDataObject } from 'n8n-workflow';

import { LinkIndex, linkIndexOf } from '../../../nodes/LinkManagement/references/links/index';
import { findMeantLink } from '../../../nodes/LinkManagement/references/links/prove';
import { failed, listReply, pageOf, type StubReply, stubService } from '../../support/stubService';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';
import { itemCall } from '../behaviors/itemCall';

useVirtualClock('2030-01-31T10:00:00Z');

const pass = (ms: number) => jest.setSystemTime(Date.now() + ms);
const HOST = 'sho.rt';
const link = (id: number, more: IDataObject = {}): IDataObject => {
	const shown = { id, alias: `a${id}`, shorturl: `https://${HOST}/a${id}` };
	return { ...shown, longurl: `https://x.example/${id}`, ...more };
};
/** Links with IDs from one down to another. */
const down = (from: number, to: number) =>
	Array.from({ length: from - to + 1 }, (_, n) => link(from - n));

interface Given {
	/** The links of the account, as the service lists them. Called for each page. */
	links: () => IDataObject[];
	size?: number;
	tellsLast?: () => undefined;
	instead?: (page: number) => StubReply | undefined;
}

function indexOf({ links, size = 10, tellsLast, instead }: Given) {
	const pages: unknown[] = [];
	const service = stubService(({ qs }) => {
		pages.push(qs.page);
		return (
			instead?.(Number(qs.page)) ?? pageOf('urls', links(), { qs }, { maxSize: size, tellsLast })
		);
	});
	const index = new LinkIndex();
	/** A row whose link exists, and the next one. */
	const rowExists = async (id: number) => {
		index.noteExisting(link(id));
		await index.readForMissing(itemCall(service));
	};
	return { index, pages, rowExists, service };
}

const SEVEN = [1, 2, 3, 4, 5, 6, 7];

describe('Pages', () => {
	test('are not read while no link of a row exists', async () => {
		const { index, pages, service } = indexOf({ links: () => down(50, 1) });
		await index.readForMissing(itemCall(service));
		expect(pages).toEqual([]);
		expect(index.hasBegun).toBe(false);
		expect(index.isComplete).toBe(false);
	});

	test('are asked for as large as possible, the newest links first', async () => {
		const { rowExists, service } = indexOf({ links: () => down(20, 1) });
		await rowExists(5);
		expect(service.requests[0]).toMatchObject({
			...{ url: '/api/urls', qs: { order: 'date', limit: 1_000 }, options: { item: 3 } },
		});
	});

	const tellsLast = () => undefined;
	const SEVENTY: Given = { links: () => down(70, 1) };
	const HUGE = [50_000, 50_000, 1];
	const huge = (page: number) => {
		const last = 1_000_000 - page * 50_000;
		return listReply('urls', down(last, last - (HUGE[page - 1] ?? 1) + 1), { maxpage: 20 });
	};
	const reversed = () => down(100, 1).reverse();
	test.each<[string, Given, rows: number[], expected: number[], isComplete: boolean]>([
		['one for each row that was not on those before', SEVENTY, [5, 65, 5], [1, 2], false],
		// The order by date was asked for, so that few links show its direction, too
		['from the newest on', { links: reversed, size: 5 }, [15], [1, 20], false],
		['none when all were read', SEVENTY, [5, 5, 5, 5, 999], SEVEN, true],
		[
			'up to an empty one',
			{ links: () => down(15, 1), tellsLast },
			[0, 0, 0, 0, 0],
			[1, 2, 3],
			true,
		],
		[
			'none after one that repeats another',
			{ links: () => [], tellsLast, instead: () => listReply('urls', down(9, 6)) },
			[5, 5, 5, 5],
			[1, 2],
			false,
		],
		['up to 100,000 links', { links: () => [], instead: huge }, [5, 5, 5, 5], [1, 2, 3], false],
	])('are read: %s', async (_, given, rows, expected, isComplete) => {
		const { index, pages, rowExists } = indexOf(given);
		for (const row of rows) await rowExists(row);
		expect([pages, index.isComplete]).toEqual([expected, isComplete]);
		if (given.links === reversed) expect(index.findById('100')).toBeDefined();
	});

	test('begin with the first for an item that needs it, while another one misses no link', async () => {
		const { index, pages, service } = indexOf({ links: () => down(15, 1) });
		const call = itemCall(service);
		await Promise.all([index.readForMissing(call), index.readFirstPage(call)]);
		expect(pages).toEqual([1]);
	});

	test('are read one for several rows at once whose links are all on it', async () => {
		const { index, pages, service } = indexOf({ links: () => down(200, 1) });
		for (const id of [199, 198, 197]) index.noteExisting(link(id));
		const call = itemCall(service);
		await Promise.all([index.readForMissing(call), index.readForMissing(call)]);
		expect(pages).toEqual([1]);
	});

	test('are read for a link without an ID', async () => {
		const { index, pages, rowExists, service } = indexOf({ links: () => down(200, 1) });
		await rowExists(5);
		index.noteExisting({ ...link(5), id: undefined });
		await index.readForMissing(itemCall(service));
		expect(pages).toEqual([1, 2]);
	});

	test('are read to the end even if that takes longer than links are remembered', async () => {
		const given: Given = {
			links: () => down(40, 1),
			instead: (page) => {
				if (page !== 3) return undefined;
				pass(5 * 60_000);
				expect(index.findById('40')).toBeDefined();
				return undefined;
			},
		};
		const { index, pages, rowExists } = indexOf(given);
		for (let n = 0; n < 2; n++) await rowExists(5);
		expect(pages).toEqual([1, 2, 3, 4]);
	});

	test('are not read any more after one that could not be read', async () => {
		const { index, pages, rowExists } = indexOf({
			links: () => down(200, 1),
			instead: (page) => (page === 2 ? failed('refused') : undefined),
		});
		for (let n = 0; n < 4; n++) await rowExists(5);
		expect(pages).toEqual([1, 2]);
		expect(index.findById('200')).toBeDefined();
		expect(index.findById('')).toBeUndefined();
		expect(index.isComplete).toBe(false);
		pass(5 * 60_000);
		await rowExists(5);
		expect(pages).toEqual([1, 2]);
	});
});

describe('A link', () => {
	const read = async (...links: IDataObject[]) => {
		const { index, rowExists } = indexOf({ links: () => links });
		await rowExists(0);
		return index;
	};

	test('is found by its alias on a host, its short URL and its ID', async () => {
		const index = await read(
			link(1),
			link(2, { shorturl: 'https://other.example/a1', alias: 'a1' }),
		);
		expect(index.findByAlias(HOST, 'a1')?.id).toBe(1);
		expect(index.findByAlias('other.example', 'a1')?.id).toBe(2);
		expect(index.findByAlias(HOST, 'A1')).toBeUndefined();
		expect(index.findByShortUrl('http://SHO.rt/a1/')?.id).toBe(1);
		expect(index.findByShortUrl('https://sho.rt/a1?x=1')?.id).toBe(1);
		expect(index.findByShortUrl('https://sho.rt/go/a1')).toBeUndefined();
		expect(index.findByShortUrl('https://sho.rt/a2')).toBeUndefined();
		expect(index.findById('2')?.id).toBe(2);
		expect(index.findById('3')).toBeUndefined();
	});

	test('is the first of those with the same short URL', async () => {
		const index = await read(link(2, { alias: 'a', shorturl: 'https://sho.rt/a' }), {
			...link(1, { alias: 'a', shorturl: 'https://sho.rt/a' }),
		});
		expect(index.findByAlias(HOST, 'a')?.id).toBe(2);
	});

	test('is found by its rewritten alias, and by its alias on whichever host', async () => {
		const slug = link(300, { alias: 'summer-sale' });
		const index = await read(
			slug,
			link(2),
			link(3, { shorturl: 'https://b.example/a2', alias: 'a2' }),
		);
		expect(index.rewrittenAs(HOST, 'Summer Sale')).toEqual([slug]);
		expect(index.rewrittenAs(HOST, 'Winter Sale')).toEqual([]);
		expect(index.rewrittenAs('b.example', 'Summer Sale')).toEqual([]);
		expect(index.withAlias('a2').map(({ id }) => id)).toEqual([2, 3]);
		expect(index.newestHosts).toEqual([HOST, 'b.example']);
		expect([index.areAllOn(HOST), (await read(link(1), link(2))).areAllOn(HOST)]).toEqual([
			false,
			true,
		]);
		expect((await read(link(1))).areAllOn(HOST)).toBe(false);
		expect((await read(link(1), link(2))).areAllOn('b.example')).toBe(false);
		expect([index.newestOn('b.example')?.id, index.newestOn('c.example')]).toEqual([3, undefined]);
	});

	test('of a later page is found by its rewritten alias, too, and is none of the newest', async () => {
		const later = link(1, { alias: 'summer-sale', shorturl: 'https://b.example/summer-sale' });
		const links = [link(4), link(3), later, link(3), link(2)];
		const { index, pages, rowExists, service } = indexOf({ links: () => links, size: 2 });
		for (let n = 0; n < 2; n++) await index.readFirstPage(itemCall(service));
		expect([pages, index.hasBegun]).toEqual([[1], true]);
		expect(index.rewrittenAs('b.example', 'Summer Sale')).toEqual([]);
		await rowExists(0);
		expect(index.rewrittenAs('b.example', 'Summer Sale')).toEqual([later]);
		expect(index.withAlias('a3')).toHaveLength(1);
		expect(index.newestHosts).toEqual([HOST]);
	});

	test('has an alias of digits after zeros', async () => {
		const aliases = ['007', '0012', '05x', 'a09', '00'];
		const index = await read(...aliases.map((alias, id) => link(id, { alias })));
		const digits = ['7', '12', '5', '9', '0', '4'];
		expect(digits.filter((text) => index.hasAfterZeros(text))).toEqual(['7', '12']);
	});

	test('is older than a creation only if it was read before, whatever its ID', async () => {
		const { index, rowExists } = indexOf({ links: () => [link(2), link(900)] });
		expect(index.linksRead).toBe(0);
		const before = index.linksRead;
		await rowExists(0);
		expect([index.isOlder(link(2), before), index.isOlder(link(900), index.linksRead)]).toEqual([
			false,
			true,
		]);
		expect([index.isOlder(link(1), index.linksRead), index.isOlder({}, index.linksRead)]).toEqual([
			false,
			false,
		]);
	});

	test('has the closest alias, for 50 texts at most', async () => {
		const index = await read(link(1, { alias: 'spring' }), link(2));
		const closest = async (alias: string) => await advanceUntil(index.closestAlias(alias));
		expect(await closest('sprin')).toBe('spring');
		expect(await closest('unlike-all')).toBeUndefined();
		for (let n = 0; n < 48; n++) await closest(`other ${n}`);
		expect(await closest('sprng')).toBeUndefined();
	});
});

test('after five minutes all but what is older is forgotten, and read again when a link exists', async () => {
	let links = down(15, 1);
	const { index, pages, rowExists, service } = indexOf({ links: () => links });
	await rowExists(0);
	pass(5 * 60_000 - 1);
	expect(index.findById('15')).toBeDefined();
	expect(index.isComplete).toBe(true);
	links = down(14, 1);
	pass(1);
	expect(index.isComplete).toBe(false);
	expect(index.findByAlias(HOST, 'a15')).toBeUndefined();
	expect(index.rewrittenAs(HOST, 'a15')).toEqual([]);
	expect(index.newestHosts).toEqual([]);
	expect(index.isOlder(link(15), index.linksRead)).toBe(true);
	await index.readForMissing(itemCall(service));
	expect(pages).toEqual([1, 2]);
	await rowExists(0);
	expect(pages).toEqual([1, 2, 1, 2]);
	expect(index.findById('15')).toBeUndefined();
	expect(index.findById('14')).toBeDefined();
});

test.each([
	['3 items', 3, false, []],
	['few items: a short list', 4, false, [1]],
	['a plan: as many pages as items', 4, true, [1, 2, 3]],
	['many items', 60, false, [1, 2, 3]],
])('before links are looked for, %s', async (_, items, looksForEach, expected) => {
	const { index, pages, service } = indexOf({ links: () => down(25, 1) });
	const call = itemCall(service, { run: { items } });
	await index.prepare(call, looksForEach);
	await index.prepare(call, looksForEach);
	expect(pages).toEqual(expected);
	expect(index.isComplete).toBe(expected.length === 3);
});

test.each([
	['all rows exist so far', 0, 20],
	['half of them do', 1, 1],
])('when %s, the rest is read if it has a tenth of the expected rows', async (_, created, read) => {
	const { index, pages, service } = indexOf({ links: () => down(200, 1) });
	const call = itemCall(service, { run: { items: 200 } });
	for (let n = 0; n < created; n++) index.noteCreated();
	index.noteExisting(link(5));
	await index.readForMissing(call);
	expect(pages).toHaveLength(read);
});

test('where only the lists show the default domain, the link that was made for a row counts first', async () => {
	const custom = 'a1';
	const made = { id: 9, alias: custom, shorturl: 'https://go.example.com/a1' };
	const domains = [{ id: 1, domain: 'https://go.example.com' }];
	const service = stubService(({ url }) =>
		url === '/api/urls' ? listReply('urls', [link(1), made]) : listReply('domains', domains),
	);
	const call = itemCall(service);
	await linkIndexOf(call.run).readFirstPage(call);
	const find = async (madeId?: string) =>
		(await findMeantLink(call, { custom }, { asks: 'nothing', madeId })).found?.link.id;
	expect([await find(), await find('9')]).toEqual([1, 9]);
});
