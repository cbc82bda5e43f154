/** The links of the account that a run knows: which pages it reads, and which links it finds there. Virtual time. */
import type { IDataObject } from 'n8n-workflow';

import { LinkIndex } from '../../../nodes/LinkManagement/lookup/linkIndex';
import { failed, listReply, pageOf, type StubReply, stubService } from '../../support/stubService';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';
import { itemCall } from '../actions/itemCall';

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

const SEVEN = [1, 2, 3, 4, 5, 6, 7];

describe('Pages', () => {
	const tellsLast = () => undefined;
	const SEVENTY: Given = { links: () => down(70, 1) };
	const HUGE = [50_000, 50_000, 1];
	const huge = (page: number) => {
		const last = 1_000_000 - page * 50_000;
		return listReply('urls', down(last, last - (HUGE[page - 1] ?? 1) + 1), { maxpage: 20 });
	};
	const reversed = () => down(100, 1).reverse();
	test.each<[string, Given, rows: number[], expected: number[], isComplete: boolean]>([
		// The order by date was asked for, so that few links show its direction, too
		['from the newest on', { links: reversed, size: 5 }, [15], [1, 20], false],
		['none when all were read', SEVENTY, [5, 5, 5, 5, 999], SEVEN, true],
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
		if (given.links === reversed) expect(index.listedById('100')).toBeDefined();
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

	test('that is listed twice counts once, and the first page is read once', async () => {
		const links = [link(4), link(3), link(1), link(3), link(2)];
		const { index, pages, rowExists, service } = indexOf({ links: () => links, size: 2 });
		for (let n = 0; n < 2; n++) await index.readFirstPage(itemCall(service));
		expect([pages, index.hasBegun]).toEqual([[1], true]);
		await rowExists(0);
		expect(index.withAlias('a3')).toHaveLength(1);
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
});
