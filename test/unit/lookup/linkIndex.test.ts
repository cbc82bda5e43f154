/** The links of the account that a run knows: which pages it reads, and which links it finds there. Virtual time. */
import type { IDataObject } from 'n8n-workflow';

import { LinkIndex } from '../../../nodes/LinkManagement/lookup/linkIndex';
import { failed, listReply, pageOf, type StubReply, stubService } from '../../support/stubService';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';
import { itemCall, newRun } from '../actions/itemCall';

useVirtualClock('2030-01-31T10:00:00Z');

const pass = (ms: number) => jest.setSystemTime(Date.now() + ms);
const HOST = 'sho.rt';
const link = (id: number, more: IDataObject = {}): IDataObject => {
	const alias = String(more.alias ?? `a${id}`);
	const shown = { id, alias, shorturl: `https://${HOST}/${alias}` };
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

describe('Pages', () => {
	test('are asked for as large as possible, the newest links first', async () => {
		const { rowExists, service } = indexOf({ links: () => down(20, 1) });
		await rowExists(5);
		expect(service.requests[0]).toMatchObject({
			// They are for all items
			...{ url: '/api/urls', qs: { order: 'date', limit: 1_000 }, options: { item: undefined } },
		});
	});

	const tellsLast = () => undefined;
	const SEVENTY: Given = { links: () => down(70, 1) };
	const FIFTEEN: Given = { links: () => down(15, 1), tellsLast };
	const SAME: Given = { links: () => [], tellsLast, instead: () => listReply('urls', down(9, 6)) };
	const HUGE = [50_000, 50_000, 1];
	const huge = (page: number) => {
		const last = 1_000_000 - page * 50_000;
		return listReply('urls', down(last, last - (HUGE[page - 1] ?? 1) + 1), { maxpage: 20 });
	};
	test.each<[string, Given, rows: number[], expected: number[], isComplete: boolean]>([
		['one for each row that was not on those before', SEVENTY, [5, 65, 5], [1, 2], false],
		['up to an empty one', FIFTEEN, [0, 0, 0, 0, 0], [1, 2, 3], true],
		['none after one that repeats another', SAME, [5, 5, 5, 5], [1, 2], false],
		['up to 100,000 links', { links: () => [], instead: huge }, [5, 5, 5, 5], [1, 2, 3], false],
	])('are read: %s', async (_, given, rows, expected, isComplete) => {
		const { index, pages, rowExists } = indexOf(given);
		for (const row of rows) await rowExists(row);
		expect([pages, index.isComplete]).toEqual([expected, isComplete]);
	});

	test('begin with the first for an item that needs it, while another one misses no link', async () => {
		const { index, pages, service } = indexOf({ links: () => down(15, 1) });
		const call = itemCall(service);
		await Promise.all([index.readForMissing(call), index.readFirstPage(call)]);
		expect(pages).toEqual([1]);
	});

	test('are read to the end even if that takes longer than links are remembered', async () => {
		const given: Given = {
			links: () => down(40, 1),
			instead: (page) => {
				if (page !== 3) return undefined;
				pass(5 * 60_000);
				expect(index.listedById('40')).toBeDefined();
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
		expect(index.listedById('200')).toBeDefined();
		expect(index.listedById('')).toBeUndefined();
		expect([index.isComplete, index.failedReading]).toEqual([false, undefined]);
		pass(5 * 60_000);
		await rowExists(5);
		expect(pages).toEqual([1, 2]);
	});
});

describe('A link', () => {
	const read = async (...links: IDataObject[]) => {
		const { index, rowExists } = indexOf({ links: () => links, size: 200 });
		await rowExists(0);
		return index;
	};
	const on = (domain: string, id: number, alias: string) =>
		link(id, { alias, shorturl: `https://${domain}/${alias}` });

	test('is the first of those with the same short URL', async () => {
		const index = await read(on(HOST, 2, 'a'), on(HOST, 1, 'a'));
		expect(index.findAt(HOST, 'a')?.id).toBe(2);
	});

	test('in a folder is found in it, and an alias with a slash is another one', async () => {
		const inFolder = [on('sho.rt/s', 1, 'a'), on('sho.rt/s', 2, 'b')];
		const index = await read(...inFolder, on('b.example/t', 4, 'z'), on('b.example', 3, 'x/y'));
		expect(index.domainWithFolder('sho.rt')).toBe('sho.rt/s');
		// Its links are in no folder and in one
		expect(index.domainWithFolder('b.example')).toBe('b.example');
		expect(index.domainWithFolder('c.example')).toBe('c.example');
		expect(index.findAt('sho.rt/s', 'a')?.id).toBe(1);
		expect(index.findAt('sho.rt', 'a')).toBeUndefined();
		expect(index.findAt('b.example', 'x/y')?.id).toBe(3);
		expect(index.findAt('b.example', 'y')).toBeUndefined();
		expect(index.withAlias('y')).toEqual([]);
		expect(index.findByShortUrl('https://sho.rt/s/a')?.id).toBe(1);
	});

	test('is found by its alias on whichever host, and similar ones are for errors', async () => {
		const spellings = [on(HOST, 300, 'summer-sale'), on(HOST, 4, 'Ab'), on(HOST, 5, 'a-b')];
		const index = await read(...spellings, on(HOST, 2, 'a2'), on('b.example', 3, 'a2'));
		const similarTo = (alias: string) => index.similarTo(alias).map((one) => one.link.id);
		expect(index.withAlias('a2').map(({ id }) => id)).toEqual([2, 3]);
		expect(index.withAlias('A2')).toEqual([]);
		const hasInAnotherCase = (alias: string) => index.hasInAnotherCase(alias);
		expect(['A2', 'a2', 'ab'].map(hasInAnotherCase)).toEqual([true, false, true]);
		expect([...index.hosts.keys()]).toEqual([HOST, 'b.example']);
		const texts = ['Summer Sale', 'a2', 'Winter Sale', '!'];
		expect(texts.map(similarTo)).toEqual([[300], [2, 3], [], []]);
		const aliases = Array.from({ length: 102 }, (_, id) => `a${'-'.repeat(id)}`);
		const alike = await read(...aliases.map((alias, id) => link(id, { alias })));
		expect(alike.similarTo('a')).toHaveLength(100);
	});

	test('shows what short URLs on its host begin with', async () => {
		const shown = ['http://b.example/a', ' https://c.example/a', 'd.example/a', ''];
		const index = await read(...shown.map((shorturl, id) => link(id, { shorturl })));
		const origins = [...index.hosts].map(([host, { origin }]) => `${host}: ${origin}`);
		expect(origins).toEqual([
			'b.example: http://b.example',
			'c.example: https://c.example',
			'd.example: ',
		]);
	});

	test('that is listed twice counts once, and the first page is read once', async () => {
		const links = [link(4), link(3), link(1), link(3), link(2)];
		const { index, pages, rowExists, service } = indexOf({ links: () => links, size: 2 });
		for (let n = 0; n < 2; n++) await index.readFirstPage(itemCall(service));
		expect([pages, index.hasBegun]).toEqual([[1], true]);
		await rowExists(0);
		expect([pages, index.withAlias('a3').length]).toEqual([[1, 2, 3], 1]);
	});

	test('is older than a creation only if it was read before, whatever its ID', async () => {
		const { index, rowExists } = indexOf({ links: () => [link(2), link(900)] });
		expect(index.linksRead).toBe(0);
		await rowExists(0);
		expect(index.isOlder(link(2), 0)).toBe(false);
		const isOlder = (shown: IDataObject) => index.isOlder(shown, index.linksRead);
		expect([link(900), link(1), {}].map(isOlder)).toEqual([true, false, false]);
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
	expect(index.listedById('15')).toBeDefined();
	expect(index.isComplete).toBe(true);
	links = down(14, 1);
	pass(1);
	expect(index.isComplete).toBe(false);
	expect(index.findAt(HOST, 'a15')).toBeUndefined();
	expect(index.similarTo('a15')).toEqual([]);
	expect([...index.hosts]).toEqual([]);
	expect(index.isOlder(link(15), index.linksRead)).toBe(true);
	await index.readForMissing(itemCall(service));
	expect(pages).toEqual([1, 2]);
	await rowExists(0);
	expect(pages).toEqual([1, 2, 1, 2]);
	expect(index.listedById('15')).toBeUndefined();
	expect(index.listedById('14')).toBeDefined();
	expect(index.isOlder(link(14), 15)).toBe(true);
});

test.each([
	['3 items', 3, false, []],
	['few items: a short list', 4, false, [1]],
	['a plan: as many pages as items', 4, true, [1, 2, 3]],
	['many items', 60, false, [1, 2, 3]],
])('before links are looked for, %s', async (_, items, looksForEach, expected) => {
	const { index, pages, service } = indexOf({ links: () => down(25, 1) });
	const call = itemCall(service, { run: newRun(items) });
	await index.prepare(call, looksForEach);
	await index.prepare(call, looksForEach);
	expect(pages).toEqual(expected);
	expect(index.isComplete).toBe(expected.length === 3);
});

test.each([
	['half of them do', 1, 1, 1],
	['two thirds of them do', 2, 1, 2],
	['nine tenths of them do', 9, 1, 20],
])('when %s, the rest is read if it has a tenth of the expected rows', async (...row) => {
	const [, existing, created, read] = row;
	const { index, pages, service } = indexOf({ links: () => down(200, 1) });
	const call = itemCall(service, { run: newRun(200) });
	for (let n = 0; n < created; n++) index.noteCreated({ id: 1_000_000 + n });
	for (let n = 0; n < existing; n++) index.noteExisting(link(5));
	await index.readForMissing(call);
	expect(pages).toHaveLength(read);
});
