/** How far a list is read to find a record that was just created: far enough, and no further. */
import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/api/lists';
import { PageReader } from '../../../nodes/LinkManagement/lists/pageReader';
import { pageSizesOf } from '../../../nodes/LinkManagement/lists/pageSizes';
import { readRecentRecords } from '../../../nodes/LinkManagement/recovery/lookUp';
import { listReply, stubService } from '../../support/stubService';

interface Given {
	/** The IDs of each page; null for a record without an ID. */
	pages: Array<Array<number | null>>;
	/** The IDs of each large page; default: no more records fit on a page. */
	largePages?: Array<Array<number | null>>;
	/** IDs from here on are new. */
	newFrom?: number;
	/** What the service says of the last page; default: the truth. */
	last?: number;
	isSorted?: boolean;
	maxPages?: number;
	/** Gives each record a date, by its ID. */
	dateOf?: (id: number) => string;
	/** Gives the last page again behind the end. */
	repeats?: boolean;
}

async function read({ pages, newFrom = 0, isSorted = false, maxPages = 10, ...more }: Given) {
	const asked: Array<number | string> = [];
	const service = stubService(({ qs }) => {
		const number = Number(qs.page);
		const isLarge = qs.limit === 1_000;
		asked.push(isLarge ? `large ${number}` : number);
		const served = isLarge ? more.largePages! : pages;
		const ids = served[number - 1] ?? (more.repeats ? served.at(-1)! : []);
		const records: IDataObject[] = ids.map((id) => ({
			id,
			...(id !== null && more.dateOf && { date: more.dateOf(id) }),
		}));
		return listReply('urls', records, { maxpage: 'last' in more ? more.last : served.length });
	});
	if (!more.largePages) pageSizesOf(service, LISTS.links).learnMostGiven(100);
	const reader = new PageReader(
		service,
		{ list: LISTS.links, query: {}, isSortedByDate: isSorted },
		{ pageSize: 100, maxRequests: maxPages },
	);
	const { records, complete } = await readRecentRecords(
		reader,
		() => (record) => Number(record.id) >= newFrom,
	);
	return { asked, ids: records.map(({ id }) => id), complete };
}

/** IDs from one to another, rising or falling. */
const ids = (from: number, to: number) =>
	Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => from + Math.sign(to - from) * n);

describe('A list that begins with the newest', () => {
	test('is read until a page holds an older record', async () => {
		const pages = [ids(60, 51), ids(50, 41), ids(40, 31), ids(30, 21)];
		expect(await read({ pages, newFrom: 45 })).toMatchObject({ asked: [1, 2], complete: true });
		expect(await read({ pages, newFrom: 51 })).toMatchObject({ asked: [1, 2], complete: true });
		expect(await read({ pages, newFrom: 52 })).toMatchObject({ asked: [1], complete: true });
	});

	test('counts as incomplete when so many pages hold new records only', async () => {
		const pages = [ids(60, 51), ids(50, 41), ids(40, 31)];
		expect(await read({ pages, maxPages: 2 })).toMatchObject({ asked: [1, 2], complete: false });
		expect(await read({ pages, maxPages: 3 })).toMatchObject({ asked: [1, 2, 3], complete: true });
	});

	test('is read on where only records without an ID are old', async () => {
		const pages = [[...ids(60, 51), null], [...ids(50, 41), null], ids(40, 31)];
		expect(await read({ pages, newFrom: 51 })).toMatchObject({ asked: [1, 2], complete: true });
	});
});

describe('A list that begins with the oldest', () => {
	const pages = [ids(1, 10), ids(11, 20), ids(21, 30), ids(31, 40)];

	test('is read backwards from its end until a page holds an older record', async () => {
		expect(await read({ pages, newFrom: 35 })).toMatchObject({ asked: [1, 4], complete: true });
		expect(await read({ pages, newFrom: 31 })).toMatchObject({ asked: [1, 4, 3], complete: true });
	});
});

describe('Whatever the service says of the last page', () => {
	test.each([[0], [-1], [undefined]])(
		'%p is not believed: the list ends with an empty page',
		async (last) => {
			const pages = [ids(1, 9), ids(10, 18)];
			expect(await read({ pages, last, newFrom: 99 })).toMatchObject({
				asked: [1, 2, 3],
				complete: true,
			});
		},
	);

	test('a service that gives the last page again and again is not asked forever', async () => {
		const given = { pages: [ids(1, 9)], last: undefined, repeats: true };
		expect(await read(given)).toMatchObject({ asked: [1, 2], ids: ids(1, 9), complete: true });
	});
});
