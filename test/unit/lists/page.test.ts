/** What page of a list a reply holds, and which size of a page is asked for (api.md section 2.1, services.md section 3). */
import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/api/lists';
import { isOldestFirst, pageIn, readPage } from '../../../nodes/LinkManagement/lists/page';
import { PageSizes, pageSizesOf } from '../../../nodes/LinkManagement/lists/pageSizes';
import {
	failed,
	listReply,
	lost,
	outcomeOf,
	type StubReply,
	stubService,
} from '../../support/stubService';

const page = (data: unknown) => pageIn({ error: '0', data } as IDataObject, LISTS.overlays);
const RECORD = { id: 1 };

describe('A reply holds a page', () => {
	test.each<[string, unknown]>([
		['under the name of api.md', { cta: [RECORD], maxpage: 3 }],
		['under another name, where it is the only list', { overlay: [RECORD], maxpage: 3 }],
		['beside other lists', { cta: [RECORD], tags: [{ id: 9 }], maxpage: 3 }],
		['with its last page as text', { cta: [RECORD], maxpage: '3' }],
		['as an object with numbers for names', { cta: { 0: RECORD, 12: 'gap' }, maxpage: 3 }],
		['with entries that are not records', { cta: [RECORD, null, 'x', [RECORD]], maxpage: 3 }],
	])('%s', (_, data) => {
		expect(page(data)).toEqual({ records: [RECORD], last: 3 });
	});

	test.each<[string, unknown]>([
		['null in place of the envelope', null],
		['an empty list in place of the envelope', []],
		['an empty list', { cta: [], maxpage: 0 }],
		['no list, and a result of 0', { result: 0 }],
		['null in place of the list, and a last page of 0', { cta: null, maxpage: '0' }],
	])('without records: %s', (_, data) => {
		expect(page(data)).toEqual({ records: [], last: 0 });
	});

	test.each([
		[undefined, undefined],
		['many', undefined],
		[0, undefined],
		[-1, undefined],
		[1, 1],
	])('whose last page is said to be %p: %p', (maxpage, last) => {
		expect(page({ cta: [RECORD], maxpage })).toEqual({ records: [RECORD], last });
	});
});

test.each<[string, unknown]>([
	['no data', undefined],
	['a text', 'none'],
	['records without an envelope', [RECORD]],
	['an envelope without a list', { maxpage: 3 }],
	['an envelope without a list that says that there is one record', { result: 1, maxpage: 1 }],
	['two lists under other names', { overlay: [RECORD], tags: [RECORD] }],
	['an object with other names', { cta: { 0: RECORD, next: 2 } }],
	['an object with a number within a name', { cta: { a0: RECORD, '0a': RECORD } }],
	['a text in place of the list, and a result of 0', { cta: 'none', result: 0 }],
])('a reply with %s holds no page', (_, data) => {
	expect(page(data)).toBeUndefined();
});

test('a page that rises by ID begins with the oldest', () => {
	expect(isOldestFirst([{ id: 1 }, { id: 9 }, { id: '2' }])).toBe(true);
	expect(isOldestFirst([{ id: 2 }, { id: 1 }])).toBe(false);
	expect(isOldestFirst([{ id: 2 }, { id: 2 }])).toBe(false);
	expect(isOldestFirst([{}, { id: 2 }])).toBe(false);
	expect(isOldestFirst([])).toBe(false);
});

describe('The sizes of a page', () => {
	test('begin with what is wanted, at most 1,000, and fall to what nearly all services give', () => {
		const sizes = new PageSizes();
		expect(sizes.toTry(Infinity)).toEqual([1_000, 100, undefined]);
		expect(sizes.toTry(5_000)).toEqual([1_000, 100, undefined]);
		expect(sizes.toTry(250)).toEqual([250, 100, undefined]);
		expect(sizes.toTry(100)).toEqual([100, undefined]);
		expect(sizes.toTry(5)).toEqual([5, undefined]);
	});

	test('that a service gave where it refused larger ones are kept', () => {
		const sizes = new PageSizes();
		sizes.learn(100, true);
		expect(sizes.toTry(Infinity)).toEqual([100, undefined]);
		expect(sizes.toTry(5)).toEqual([5, undefined]);
		sizes.learn(undefined, true);
		expect(sizes.toTry(Infinity)).toEqual([undefined]);
		expect(sizes.toTry(5)).toEqual([undefined]);
	});
});

describe('Reading a page', () => {
	const read = async (
		reply: (limit: unknown, count: number) => StubReply,
		{ limit, ...query }: IDataObject & { limit?: number } = { limit: 500, page: 2, q: 'x' },
		options = {},
	) => {
		const service = stubService(({ qs }, count) => reply(qs.limit, count));
		const again = async () => {
			const sizes = limit === undefined ? [undefined] : pageSizesOf(service).toTry(limit);
			return await outcomeOf(readPage(service, LISTS.links, query, sizes, options));
		};
		const { result, message } = await again();
		return { records: result?.records, size: result?.size, message, service, again };
	};
	const PAGE = listReply('urls', [RECORD]);

	test('asks for the list with its query, in the size that is wanted', async () => {
		const { records, service } = await read(() => PAGE, undefined, { item: 3, maxWait: 9 });
		expect(records).toEqual([RECORD]);
		expect(service.requests).toMatchObject([
			{ method: 'GET', url: '/api/urls', qs: { limit: 500, page: 2, q: 'x' } },
		]);
		expect(service.requests[0]!.options).toMatchObject({ item: 3, maxWait: 9, maxTries: 2 });
	});

	test('leaves the size to the service where none is wanted', async () => {
		const { service } = await read(() => PAGE, { page: 1 });
		expect(service.requests[0]!.qs).toEqual({ page: 1 });
		expect(service.requests[0]!.options.maxTries).toBeUndefined();
	});

	test('tries a usual size as often as any request', async () => {
		const { service } = await read(() => PAGE, { page: 1, limit: 100 });
		expect(service.requests[0]!.options.maxTries).toBeUndefined();
	});

	test.each<[string, StubReply]>([
		['refuses it because of its size', failed('refused', { message: 'Limit is too high.' })],
		['refuses it', failed('refused', { message: 'No.' })],
		['breaks over it', failed('unavailable')],
		['takes too long', lost({ late: true })],
	])(
		'asks for a smaller page where the service %s, and remembers what it gives',
		async (_, failure) => {
			const { records, service, again } = await read((limit) => (limit === 500 ? failure : PAGE));
			expect(records).toEqual([RECORD]);
			await again();
			expect(service.requests.map(({ qs }) => qs.limit)).toEqual([500, 100, 100]);
		},
	);

	test('asks for no size at last', async () => {
		const { records, service } = await read((limit) =>
			limit === undefined ? PAGE : failed('refused', { message: 'No limit, please.' }),
		);
		expect(records).toEqual([RECORD]);
		expect(service.requests.map(({ qs }) => qs)).toEqual([
			{ limit: 500, page: 2, q: 'x' },
			{ limit: 100, page: 2, q: 'x' },
			{ page: 2, q: 'x' },
		]);
		expect(service.requests.map(({ options }) => options.maxTries)).toEqual([2, 2, undefined]);
	});

	test('learns nothing from a page that came at once', async () => {
		const { service, again } = await read(() => PAGE, { limit: 5, page: 1 });
		expect(pageSizesOf(service).toTry(1_000)).toEqual([1_000, 100, undefined]);
		await again();
		expect(service.requests).toHaveLength(2);
	});

	test.each([
		['another failure', failed('forbidden', { message: 'Too large.' }), { limit: 500 }],
		['a refusal of a usual size for another reason', failed('refused'), { limit: 100 }],
		['a failure at a usual size', failed('unavailable'), { limit: 100 }],
		['a timeout at a usual size', lost({ late: true }), { limit: 100 }],
		['a lost reply without a timeout', lost({ late: false }), { limit: 500 }],
		['a failure without a size', failed('unavailable'), {}],
	])('asks for no smaller page after %s', async (_, failure, query) => {
		const { message, service } = await read(() => failure, { page: 1, ...query });
		expect(message).not.toBe('');
		expect(service.requests).toHaveLength(1);
	});

	test('of a usual size asks for a smaller one where the service names the size', async () => {
		const failure = failed('refused', { message: 'At most 50 records.' });
		const { records } = await read((limit) => (limit === 100 ? failure : PAGE), { limit: 100 });
		expect(records).toEqual([RECORD]);
	});

	test('tells the first failure when no size helps', async () => {
		const { message, service } = await read((_, count) =>
			failed('refused', { message: `Size, reason ${count}` }),
		);
		expect(message).toBe('Size, reason 1');
		expect(service.requests).toHaveLength(3);
		expect(pageSizesOf(service).toTry(1_000)).toEqual([1_000, 100, undefined]);
	});

	test('fails when the reply holds no such list', async () => {
		const { message } = await read(() => ({ body: { data: { maxpage: 2 } } }), undefined, {
			item: 3,
		});
		expect(message).toBe('The reply does not contain a list under "urls" [item 3]');
	});
});
