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
	/** IDs from here on are new. */
	newFrom?: number;
	maxPages?: number;
}

async function read({ pages, newFrom = 0, maxPages = 10 }: Given) {
	const service = stubService(({ qs }) =>
		listReply(
			'urls',
			(pages[Number(qs.page) - 1] ?? []).map((id) => ({ id })),
			{
				maxpage: pages.length,
			},
		),
	);
	pageSizesOf(service, LISTS.links).learnMostGiven(100);
	const limits = { pageSize: 100, maxRequests: maxPages };
	const reader = new PageReader(service, { list: LISTS.links, query: {} }, limits);
	const isNew = ({ id }: IDataObject) => Number(id) >= newFrom;
	const { complete } = await readRecentRecords(reader, () => isNew);
	return { asked: service.requests.map(({ qs }) => qs.page), complete };
}

/** IDs from one to another, rising or falling. */
const ids = (from: number, to: number) =>
	Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => from + Math.sign(to - from) * n);

describe('A list that begins with the newest', () => {
	test('is read until a page holds an older record', async () => {
		const pages = [ids(60, 51), ids(50, 41), ids(40, 31), ids(30, 21)];
		expect(await read({ pages, newFrom: 51 })).toEqual({ asked: [1, 2], complete: true });
		expect(await read({ pages, newFrom: 52 })).toEqual({ asked: [1], complete: true });
	});

	test('counts as incomplete when so many pages hold new records only', async () => {
		const pages = [ids(60, 51), ids(50, 41), ids(40, 31)];
		expect(await read({ pages, maxPages: 2 })).toEqual({ asked: [1, 2], complete: false });
		expect(await read({ pages, maxPages: 3 })).toEqual({ asked: [1, 2, 3], complete: true });
	});

	test('is read on where only records without an ID are old', async () => {
		const pages = [[...ids(60, 51), null], [...ids(50, 41), null], ids(40, 31)];
		expect(await read({ pages, newFrom: 51 })).toEqual({ asked: [1, 2], complete: true });
	});
});

test('a list that begins with the oldest is read backwards until a page holds an older record', async () => {
	const pages = [ids(1, 10), ids(11, 20), ids(21, 30), ids(31, 40)];
	expect(await read({ pages, newFrom: 35 })).toEqual({ asked: [1, 4], complete: true });
	expect(await read({ pages, newFrom: 31 })).toEqual({ asked: [1, 4, 3], complete: true });
});
