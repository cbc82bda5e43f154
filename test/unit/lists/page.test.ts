/** What page of a list a reply holds (api.md section 2.1, services.md section 3), and what it shows of the list's order. */
import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import { isNewestFirst, pageIn } from '../../../nodes/LinkManagement/lists/page';

const page = (data: unknown) => pageIn({ error: '0', data } as IDataObject, LISTS.overlays);
const RECORD = { id: 1 };

describe('A reply holds a page', () => {
	test.each<[string, unknown]>([
		['under another name', { overlay: [RECORD], maxpage: 3 }],
		['beside an empty list', { cta: [], overlay: [RECORD], maxpage: 3 }],
		['with entries that are not records', { cta: [RECORD, null, 'x', [RECORD]], maxpage: 3 }],
	])('%s', (_, data) => {
		expect(page(data)).toEqual({ records: [RECORD], last: 3 });
	});

	test.each<[string, unknown]>([
		['null in place of the envelope', null],
		['an empty list in place of the envelope', []],
		['an empty list', { cta: [], maxpage: 0 }],
		['null in place of the list, and a last page of 0', { cta: null, maxpage: '0' }],
	])('without records: %s', (_, data) => {
		expect(page(data)).toEqual({ records: [], last: 0 });
	});

	test.each([0, '0'])(
		'of an account that has only what all users share, and whose last page is %p',
		(maxpage) => {
			const records = [{ id: null }, { id: '' }];
			expect(page({ cta: records, result: 0, maxpage })).toEqual({
				records,
				last: Number(maxpage),
			});
		},
	);

	test.each([
		[0, RECORD],
		[-1, { id: '' }],
	])('whose last page cannot be %p, with %p beside what all users share', (maxpage, record) => {
		const records = [record, { id: null }];
		expect(page({ cta: records, result: 0, maxpage })).toEqual({ records, last: undefined });
	});
});

test.each<[string, unknown]>([
	['records without an envelope', [RECORD]],
	['a list under another name', { tags: [RECORD] }],
	['an object in place of the list', { cta: { 0: RECORD } }],
])('a reply with %s holds no page', (_, data) => {
	expect(page(data)).toBeUndefined();
});

/** A page of so many records, with what the envelope says of the others. */
const lastOf = (given: number, data: IDataObject, number = 1, size: number | undefined = 1_000) => {
	const cta = Array.from({ length: given }, (_, n) => ({ id: n + 1 }));
	return pageIn({ error: '0', data: { ...data, cta } }, LISTS.overlays, { number, size })?.last;
};

describe('The number of the last page', () => {
	test.each<[string, number | undefined]>([
		['fits where the page is not full', lastOf(100, { maxpage: 3, result: 299 })],
		[
			'fits the last page, whatever the next one is',
			lastOf(50, { maxpage: 3, result: 250, nextpage: 4 }, 3, 100),
		],
		[
			'fits the last page, which names itself as the next',
			lastOf(50, { maxpage: 3, nextpage: 3 }, 3),
		],
		[
			'is not that of the page, whatever the next one is',
			lastOf(100, { maxpage: 3, result: 100, nextpage: 9 }),
		],
		['belongs to full pages', lastOf(100, { maxpage: 3, result: 5_000 }, 1, 100)],
	])('is believed where it %s', (_, last) => {
		expect(last).toBe(3);
	});

	test.each<[string, number | undefined]>([
		[
			'that of the page, and there are more records',
			lastOf(99, { maxpage: 3, result: 300 }, 3, 100),
		],
		[
			'that of the page, whose result counts its records, and there is a next one',
			lastOf(100, { maxpage: 1, result: 100, nextpage: '2' }),
		],
		['that of an earlier page', lastOf(100, { maxpage: 1, result: 250 }, 2)],
	])('is not believed where it is %s', (_, last) => {
		expect(last).toBeUndefined();
	});

	test('is kept for an empty page, which ends the list', () => {
		expect(lastOf(0, { maxpage: 1, result: 250 }, 4)).toBe(1);
	});
});

const idsOf = (...ids: unknown[]) => ids.map((id) => ({ id }) as IDataObject);
const from = (first: number, count: number, step = 1) =>
	Array.from({ length: count }, (_, n) => first + n * step);
const second = (n: number) => `2030-01-01 10:00:${String(n).padStart(2, '0')}`;
const dated = (...seconds: number[]) =>
	seconds.map((n, index) => ({ id: index + 1, date: second(n) }));

describe('A list that was requested without an order', () => {
	const order = (records: IDataObject[]) => isNewestFirst(records, false);

	test('is newest first where nine steps or more fall by ID, and none rises', () => {
		expect(order(idsOf(...from(30, 10, -1)))).toBe(true);
		expect(order(idsOf(...from(30, 10, -1).map(String)))).toBe(true);
		expect(order(idsOf(...from(30, 9, -1)))).toBe(false);
		expect(order(idsOf(...from(30, 10, -1), 40))).toBe(false);
		expect(order(idsOf(...from(1, 10)))).toBe(false);
		expect(order([])).toBe(false);
		// Between them, one that all users share
		expect(order(idsOf(...from(30, 5, -1), null, ...from(25, 5, -1)))).toBe(true);
	});

	test('goes by its dates, whatever the IDs of the same second', () => {
		const falling = dated(20, 19, 18, 17, 17, 16, 15, 14, 14, 13, 12, 11);
		expect(order(falling)).toBe(true);
		expect(order([...falling].reverse())).toBe(false);
		expect(order([{ id: 0, date: null }, ...falling])).toBe(true);
	});
});
