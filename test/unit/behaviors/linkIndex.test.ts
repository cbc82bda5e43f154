/** The links of the account that a run knows: which pages it reads, and which links it finds there. Virtual time. */
import type { IDataObject } from 'n8n-workflow';

import { LinkIndex } from '../../../nodes/LinkManagement/operations/links/linkIndex';
import { failed, listReply, type StubReply, stubService } from '../../support/stubService';
import { startClock, stopClock } from '../../support/virtual/clock';
import { itemCall } from './itemCall';

const START = Date.parse('2030-01-31T10:00:00Z');
beforeEach(() => startClock(START));
afterEach(stopClock);

const pass = (ms: number) => jest.setSystemTime(Date.now() + ms);
const HOST = 'sho.rt';
const link = (id: number, more: IDataObject = {}): IDataObject => ({
	...{
		id,
		alias: `a${id}`,
		shorturl: `https://${HOST}/a${id}`,
		longurl: `https://x.example/${id}`,
	},
	...more,
});
/** Links with IDs from one down to another. */
const down = (from: number, to: number) =>
	Array.from({ length: from - to + 1 }, (_, n) => link(from - n));

interface Given {
	/** The links of the account, as the service lists them. Called for each page. */
	links: () => IDataObject[];
	size?: number;
	tellsLast?: boolean;
	instead?: (page: number) => StubReply | undefined;
}

function indexOf({ links, size = 10, tellsLast = true, instead }: Given) {
	const pages: unknown[] = [];
	const service = stubService(({ qs }) => {
		pages.push(qs.page);
		const page = Number(qs.page);
		const shown = links().slice((page - 1) * size, page * size);
		const maxpage = tellsLast ? Math.ceil(links().length / size) : undefined;
		return instead?.(page) ?? listReply('urls', shown, { maxpage });
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
	test('are not read while no link of a row exists', async () => {
		const { index, pages, service } = indexOf({ links: () => down(50, 1) });
		await index.readForMissing(itemCall(service));
		expect(pages).toEqual([]);
		expect(index.readAt).toBeUndefined();
		expect(index.isComplete).toBe(false);
	});

	test('are read one for each row whose link exists and was not on the pages before', async () => {
		const { index, pages, rowExists, service } = indexOf({ links: () => down(200, 1) });
		await rowExists(5);
		expect(pages).toEqual([1]);
		expect(service.requests[0]).toMatchObject({
			...{ url: '/api/urls', qs: { order: 'date', limit: 1_000 }, options: { item: 3 } },
		});
		await rowExists(195);
		expect(pages).toEqual([1]);
		await rowExists(5);
		expect(pages).toEqual([1, 2]);
		expect(index.isComplete).toBe(false);
	});

	test('are read one for several rows at once whose links are all on it', async () => {
		const { index, pages, service } = indexOf({ links: () => down(200, 1) });
		for (const id of [199, 198, 197]) index.noteExisting(link(id));
		const call = itemCall(service);
		await Promise.all([index.readForMissing(call), index.readForMissing(call)]);
		expect(pages).toEqual([1]);
	});

	test('are not read for a link that is newer than the list, such as one that this run created', async () => {
		const { pages, rowExists } = indexOf({ links: () => down(200, 1) });
		await rowExists(300);
		expect(pages).toEqual([1]);
		await rowExists(300);
		expect(pages).toEqual([1]);
	});

	test('are all read as soon as the rest is no more than what was read', async () => {
		const { index, pages, rowExists } = indexOf({ links: () => down(70, 1) });
		for (let n = 0; n < 3; n++) await rowExists(5);
		expect(pages).toEqual([1, 2, 3]);
		await rowExists(5);
		expect(pages).toEqual([1, 2, 3, 4, 5, 6, 7]);
		expect(index.isComplete).toBe(true);
		await rowExists(999);
		expect(pages).toHaveLength(7);
	});

	// The order by date was asked for, so that few links show its direction, too
	test.each([10, 5])(
		'of %i links go from the newest to the oldest where the service begins with the oldest',
		async (size) => {
			const { index, pages, rowExists } = indexOf({ links: () => down(100, 1).reverse(), size });
			await rowExists(15);
			expect(pages).toEqual([1, 100 / size]);
			expect(index.findById('100')).toBeDefined();
		},
	);

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

	test('are not read any more after one that could not be read, or that repeats another', async () => {
		const failing = indexOf({
			links: () => down(200, 1),
			instead: (page) => (page === 2 ? failed('refused') : undefined),
		});
		for (let n = 0; n < 4; n++) await failing.rowExists(5);
		expect(failing.pages).toEqual([1, 2]);
		expect(failing.index.findById('200')).toBeDefined();
		expect(failing.index.findById('')).toBeUndefined();
		expect(failing.index.isComplete).toBe(false);
		pass(5 * 60_000);
		await failing.rowExists(5);
		expect(failing.pages).toEqual([1, 2]);
		const repeating = indexOf({
			links: () => down(200, 1),
			tellsLast: false,
			instead: () => listReply('urls', down(9, 6)),
		});
		for (let n = 0; n < 4; n++) await repeating.rowExists(5);
		expect(repeating.pages).toEqual([1, 2]);
		expect(repeating.index.isComplete).toBe(false);
	});

	test('end with an empty one where the service does not name the last', async () => {
		const { index, pages, rowExists } = indexOf({ links: () => down(15, 1), tellsLast: false });
		for (let n = 0; n < 5; n++) await rowExists(0);
		expect(pages).toEqual([1, 2, 3]);
		expect(index.isComplete).toBe(true);
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

	test('is found by the slug of its alias once the whole list was read', async () => {
		const slug = link(300, { alias: 'summer-sale' });
		const complete = await read(slug, link(2));
		expect(complete.spellingsOf('Summer Sale')).toEqual([slug]);
		expect(complete.spellingsOf('Winter Sale')).toEqual([]);
		const { index, rowExists } = indexOf({ links: () => [slug, ...down(200, 1)] });
		await rowExists(5);
		expect(index.findById('300')).toEqual(slug);
		expect(index.spellingsOf('Summer Sale')).toEqual([]);
	});
});

test('after five minutes everything is forgotten, and read again when a link exists', async () => {
	let links = down(15, 1);
	const { index, pages, rowExists, service } = indexOf({ links: () => links });
	await rowExists(0);
	expect(index.readAt).toBe(START);
	pass(5 * 60_000 - 1);
	expect(index.findById('15')).toBeDefined();
	expect(index.isComplete).toBe(true);
	links = down(14, 1);
	pass(1);
	expect(index.isComplete).toBe(false);
	expect(index.findByAlias(HOST, 'a15')).toBeUndefined();
	expect(index.spellingsOf('a15')).toEqual([]);
	expect(index.isOlder(link(1))).toBe(false);
	await index.readForMissing(itemCall(service));
	expect(pages).toEqual([1, 2]);
	await rowExists(0);
	expect(pages).toEqual([1, 2, 1, 2]);
	expect(index.readAt).toBe(START + 5 * 60_000);
	expect(index.findById('15')).toBeUndefined();
	expect(index.findById('14')).toBeDefined();
});

describe('Before a link is looked for', () => {
	const read = async (maxPages: number) => {
		const given = indexOf({ links: () => down(25, 1) });
		await given.index.readIfShort(itemCall(given.service), maxPages);
		return given;
	};

	test('a short list is read to its end, once', async () => {
		const { index, pages, service } = await read(3);
		await index.readIfShort(itemCall(service), 3);
		expect(pages).toEqual([1, 2, 3]);
		expect(index.isComplete).toBe(true);
		expect(index.findById('1')).toBeDefined();
	});

	test('only the first page of a longer list is read, and more when rows have links', async () => {
		const { index, pages, rowExists, service } = await read(2);
		await index.readIfShort(itemCall(service), 2);
		expect(pages).toEqual([1]);
		expect(index.isComplete).toBe(false);
		expect(index.spellingsOf('a25')).toStrictEqual([]);
		await rowExists(5);
		expect(pages).toEqual([1, 2, 3]);
	});

	test('the links that were read are older than those to come', async () => {
		const { index } = await read(3);
		expect(index.isOlder(link(25))).toBe(true);
		expect(index.isOlder(link(26))).toBe(false);
		expect(index.isOlder({})).toBe(false);
	});

	test('a link without an ID does not make all others older', async () => {
		const { index, service } = indexOf({ links: () => [link(2), { ...link(1), id: undefined }] });
		await index.readIfShort(itemCall(service), 1);
		expect(index.isOlder(link(2))).toBe(true);
		expect(index.isOlder(link(3))).toBe(false);
	});
});

test('no more pages are read once 100,000 links are known', async () => {
	const sizes = [50_000, 50_000, 1];
	const { pages, rowExists } = indexOf({
		links: () => [],
		instead: (page) => {
			const last = 1_000_000 - page * 50_000;
			return listReply('urls', down(last, last - (sizes[page - 1] ?? 1) + 1), { maxpage: 20 });
		},
	});
	for (let n = 0; n < 4; n++) await rowExists(5);
	expect(pages).toEqual([1, 2, 3]);
});
