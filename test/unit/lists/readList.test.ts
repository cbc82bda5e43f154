/** How a list of many pages is read: every record once and in order, with no more requests than it needs. */
import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import { type ListRequest, readList } from '../../../nodes/LinkManagement/lists/readList';
import {
	failed,
	listReply,
	pageOf,
	type SentRequest,
	type StubReply,
	stubService,
} from '../../support/stubService';

interface Given extends Partial<ListRequest> {
	/** The records as the service has them. */
	records?: unknown[];
	/** The largest page that the service gives. */
	maxSize?: number;
	/** What the service says of the last page, by the truth. */
	tellsLast?: (last: number) => number | undefined;
	/** Instead of the reply to a page. */
	instead?: (page: number, request: SentRequest) => StubReply | undefined;
	options?: { item?: number; abandoned?: () => boolean };
}

const many = (count: number, from = 1) =>
	Array.from({ length: count }, (_, n) => ({ id: n + from }));

async function read({
	records = [],
	maxSize,
	tellsLast,
	instead = () => undefined,
	options = { item: 3 },
	...wanted
}: Given) {
	let underWay = 0;
	let maxUnderWay = 0;
	const service = stubService(async (request) => {
		maxUnderWay = Math.max(maxUnderWay, ++underWay);
		await new Promise((resolve) => setImmediate(resolve));
		underWay--;
		return (
			instead(Number(request.qs.page), request) ??
			pageOf('urls', records, request, { maxSize, tellsLast })
		);
	});
	const given = { list: LISTS.links, query: {}, limit: Infinity, startPage: 1, ...wanted };
	const result = await readList(service, given, options).then(
		(found) => ({ found, error: undefined }),
		(error: Error) => ({ found: [], error }),
	);
	return {
		...result,
		ids: result.found.map(({ id }) => id),
		pages: service.requests.map(({ qs }) => qs.page),
		requests: service.requests,
		maxUnderWay,
	};
}

const idsOf = (records: Array<{ id: unknown }>) => records.map(({ id }) => id);

describe('A list', () => {
	test('is read to its last page in pages of 1,000, up to eight side by side, in order', async () => {
		const records = many(11_500);
		const { ids, pages, maxUnderWay, requests } = await read({ records, query: { q: 'x' } });
		expect(ids).toEqual(idsOf(records));
		expect(pages).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
		expect(maxUnderWay).toBe(8);
		expect(requests[4]).toMatchObject({
			...{ method: 'GET', url: '/api/urls', qs: { q: 'x', limit: 1_000, page: 5 } },
			options: { item: 3, maxWait: undefined },
		});
	});

	test('ends with an empty page before the last one, and starts no more', async () => {
		const given = { records: many(30), pageSize: 15, tellsLast: () => 40 };
		const { ids, pages } = await read(given);
		expect(ids).toHaveLength(30);
		expect(pages.length).toBeLessThanOrEqual(1 + 8 + 2);
	});

	test.each([{ startPage: 2 }, { pageSize: 500 }])(
		'is tried in no other size where pages are counted: %p',
		async (given) => {
			const refusal = failed('refused', { message: 'The limit is too large.' });
			const { error, pages } = await read({ ...given, instead: () => refusal });
			expect(error).toBeDefined();
			expect(pages).toHaveLength(1);
		},
	);

	test('counts a start page in steps of 100 where no size is given, and of the size for a small limit', async () => {
		expect((await read({ startPage: 2 })).requests[0]!.qs).toEqual({ limit: 100, page: 2 });
		const small = await read({ startPage: 2, pageSize: 50, limit: 5, records: many(60) });
		expect(small.requests[0]!.qs).toEqual({ limit: 50, page: 2 });
		expect(small.ids).toEqual([51, 52, 53, 54, 55]);
		expect((await read({ pageSize: 50, limit: 5 })).requests[0]!.qs.limit).toBe(5);
	});
});

test.each<[string, StubReply, boolean]>([
	['is refused as a page', failed('refused', { message: 'No such Page.' }), true],
	['is refused as not existing', failed('refused', { message: 'Does not exist' }), true],
	['fails otherwise', failed('unavailable', { message: 'Page not found' }), false],
	['is refused otherwise', failed('refused', { message: 'Your plan has ended' }), false],
])(
	'a page behind the end that %s ends a list whose last page is not told, or is a failure',
	async (_, failure, ends) => {
		const instead = (page: number) => (page > 2 ? failure : undefined);
		const given = { records: many(30), pageSize: 15, tellsLast: () => undefined, instead };
		const { ids, error } = await read(given);
		expect([ids, error !== undefined]).toEqual(ends ? [idsOf(many(30)), false] : [[], true]);
	},
);

test('a list that does not end is read in 100 pages at most', async () => {
	const instead = (page: number) => listReply('urls', [{ id: page }], { maxpage: page + 1 });
	const { error, pages } = await read({ instead });
	expect(error?.message).toBe('The list does not end after 100 pages [item 3]');
	expect(error).toMatchObject({ context: { failureKind: 'listTooLong' } });
	expect(pages).toHaveLength(100);
	expect((await read({ instead, maxPages: 7 })).pages).toHaveLength(7);
});

test('a list in which a record is looked for is read to the page that has it, one page at a time', async () => {
	const isLast = ({ id }: IDataObject) => id === 40;
	const { ids, pages, maxUnderWay } = await read({ records: many(90), pageSize: 15, isLast });
	expect(ids).toHaveLength(45);
	expect([pages, maxUnderWay]).toEqual([[1, 2, 3], 1]);
});

test('a list of which some records are wanted is read as far as the limit needs, in pages of any size', async () => {
	const isWanted = ({ id }: IDataObject) => Number(id) % 10 === 0;
	const given = { records: many(90), isWanted, limit: 2 };
	const { ids, pages } = await read({ ...given, maxSize: 15 });
	expect({ ids, pages }).toEqual({ ids: [10, 20], pages: [1, 2] });
	const { requests } = await read(given);
	expect(requests.map(({ qs }) => qs.limit)).toEqual([1_000]);
	const createdAfter = { date: '2030-01-03 00:00:00', isSortedByDate: false };
	const mostClicked = await read({ records: many(90), createdAfter, limit: 2 });
	expect(mostClicked.requests.map(({ qs }) => qs.limit)).toEqual([1_000]);
	const { requests: small } = await read({ ...given, pageSize: 20 });
	expect(small.map(({ qs }) => qs.limit)).toEqual([20]);
});

describe('Pages that are not needed any more', () => {
	test.each([false, true])('are abandoned when their caller is: %p', async (isAbandoned) => {
		const seen: unknown[] = [];
		const instead = (_: number, { options }: SentRequest) => {
			seen.push(options.abandoned!());
			return undefined;
		};
		await read({ records: many(3), instead, options: { abandoned: () => isAbandoned } });
		expect(seen).toEqual([isAbandoned]);
	});

	test('are abandoned when a page fails, and the failure of a later page is not told', async () => {
		const instead = (page: number) =>
			page >= 2 ? failed('unavailable', { message: `Page ${page}` }) : undefined;
		const { error, requests } = await read({ records: many(90), pageSize: 15, instead });
		expect(error?.message).toBe('Page 2 [item 3]');
		expect(requests.at(-1)!.options.abandoned!()).toBe(true);
	});

	test('may fail', async () => {
		const given = [many(10), many(15, 11)];
		const { ids, pages } = await read({
			limit: 25,
			instead: (page) =>
				page < 3 ? listReply('urls', given[page - 1], { maxpage: 9 }) : failed('unavailable'),
		});
		expect(pages).toEqual([1, 2, 3]);
		expect(ids).toEqual(idsOf(many(25)));
	});
});

test('a service that repeats a page is asked six times without news, and once more for each page that was added', async () => {
	const { pages } = await read({
		instead: (page) => listReply('urls', [{ id: 1 }], { maxpage: page === 1 ? 30 : 34 }),
		// One page at a time
		isLast: () => false,
	});
	expect(pages).toHaveLength(1 + 6 + 4);
});

describe('Records without an ID', () => {
	test('whose records have no ID is read to its end', async () => {
		const records = Array.from({ length: 40 }, (_, n) => ({ id: null, domain: `${n}` }));
		const { found } = await read({ records, maxSize: 15, tellsLast: () => undefined });
		expect(found).toEqual(records);
	});

	test('that stand at the end of every page come out once, however often they stand on one', async () => {
		const shared = { id: null, domain: 'shared' };
		const other = { id: '', domain: 'other' };
		const pages = [
			[{ id: 1 }, shared, shared],
			[{ id: 2 }, shared, shared, other],
			[{ id: 3 }, shared, shared, shared],
		];
		const instead = (page: number) => listReply('urls', pages[page - 1], { maxpage: 3 });
		expect((await read({ instead })).found).toEqual([
			...[{ id: 1 }, shared, shared, { id: 2 }, other, { id: 3 }, shared],
		]);
	});

	test('that stand at the end of every page neither hide that the list goes on nor its end', async () => {
		const shared = { id: null, domain: 'shared' };
		// The service counts its pages as if it had given all 1,000 records that were asked for
		const instead = (page: number) =>
			listReply('urls', [...many(16).slice(15 * page - 15, 15 * page), shared], {
				maxpage: 1,
				result: 16,
			});
		const { ids, pages } = await read({ instead });
		expect({ ids, pages }).toEqual({ ids: [...idsOf(many(15)), null, 16], pages: [1, 2, 3] });
	});
});

describe('Created After', () => {
	const dated = (...dates: string[]) => dates.map((date, n) => ({ id: n + 1, date }));
	const at10 = (...days: string[]) => dated(...days.map((day) => `${day} 10:00:00`));
	const falling = at10('2030-01-05', '2030-01-04', '2030-01-03', '2030-01-02', '2030-01-01');
	const readAfter = async (records: IDataObject[], date: string) =>
		await read({ records, pageSize: 2, createdAfter: { date, isSortedByDate: true } });

	test('ends a list that falls by date at the first record that is older', async () => {
		expect(await readAfter(falling, '2030-01-03 10:00:00')).toMatchObject({
			...{ ids: [1, 2, 3], pages: [1, 2] },
		});
		expect((await readAfter(falling, '2030-01-03 10:00:01')).ids).toEqual([1, 2]);
	});

	test.each([
		['shows equal dates only', at10(...Array<string>(6).fill('2029-01-01'))],
		['rises and falls', at10('2030-01-05', '2030-01-06', '2030-01-01', '2030-01-07', '2030-01-08')],
	])('reads a list to its end that %s', async (_, records) => {
		expect((await readAfter(records, '2030-01-03 00:00:00')).pages).toEqual([1, 2, 3]);
	});

	test('takes a date of zeros for none', async () => {
		const records = dated('2030-01-05 10:00:00', '0000-00-00', '2030-01-04 10:00:00');
		expect((await readAfter(records, '2030-01-03 00:00:00')).ids).toEqual([1, 2, 3]);
	});

	test('reads on behind a record without a date, and behind equal dates of a list that falls', async () => {
		const [late, early] = ['2030-01-05 10:00:00', '2029-12-31 10:00:00'];
		const undated = [{ id: 1, date: early }, { id: 2 }, { id: 3, date: late }];
		expect((await readAfter(undated, '2030-01-03 00:00:00')).ids).toEqual([2, 3]);
		const equal = dated(late, late, early, early, early, early);
		expect((await readAfter(equal, '2030-01-03 00:00:00')).pages).toEqual([1, 2]);
	});

	test('takes a date without a time for all of its day, and T for a space', async () => {
		const days = dated('2030-01-03', '2030-01-02');
		expect((await readAfter(days, '2030-01-03 10:00:00')).ids).toEqual([1]);
		const iso = dated('2030-01-03T10:00:00', '2030-01-03T09:59:59');
		expect((await readAfter(iso, '2030-01-03 10:00:00')).ids).toEqual([1]);
	});

	test('fails on dates that cannot be compared', async () => {
		for (const date of ['31.01.2030', 'x2030-01-01']) {
			const { error } = await readAfter([{ id: 1, date }], '2030-01-03 00:00:00');
			expect(error?.message).toContain(`such as 2030-12-31 23:59:00: it has "${date}"`);
		}
	});
});

test('an ID is one record, whether it is a number or text', async () => {
	const ids = [7, '007', '7', '07', 'a7', 'NaN', '9007199254740993', '9007199254740992', 7, 'a7'];
	const read7 = await read({ records: [...ids.map((id) => ({ id })), { id: 7, type: 'qr' }] });
	expect(read7.ids).toEqual([...ids.slice(0, 2), ...ids.slice(3, 8), 7]);
	// Numbers that are too large to be exact
	const records = ['a', 'b'].map((name) => ({ id: 2 ** 53, name }));
	expect((await read({ records })).found).toEqual(records);
});
