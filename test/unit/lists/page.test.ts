/** What page of a list a reply holds (api.md section 2.1, services.md section 3), and what it shows of the list's order. */
import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import { isNewestFirst, type Page, pageIn } from '../../../nodes/LinkManagement/lists/page';

const RECORD = { id: 1 };
const OWN = [RECORD, { id: null }];
const SHARED = [{ id: null }, { id: '' }];
const NONE = { records: [], last: 0 };
const THREE = { records: [RECORD], last: 3 };
test.each<[string, data: unknown, page: Page | undefined]>([
	['a list among other things', { cta: [RECORD, null, 'x', [RECORD]], maxpage: 3 }, THREE],
	['an empty list beside one of another name', { cta: [], overlay: [RECORD], maxpage: 3 }, THREE],
	['null in place of the envelope', null, NONE],
	['an empty list in place of the envelope', [], NONE],
	['null in place of the list, and a last page of 0', { cta: null, maxpage: '0' }, NONE],
	['only what all users share', { cta: SHARED, maxpage: '0' }, { records: SHARED, last: 0 }],
	['a last page that cannot be 0', { cta: OWN, maxpage: 0 }, { records: OWN, last: undefined }],
	['a negative last page', { cta: SHARED, maxpage: -1 }, { records: SHARED, last: undefined }],
	['records without an envelope', [RECORD], undefined],
	['records under an unknown name', { tags: [RECORD] }, undefined],
	['an object in place of the list', { cta: { 0: RECORD } }, undefined],
])('%s: the page, if there is one', (_, data, page) => {
	expect(pageIn({ error: '0', data } as IDataObject, LISTS.overlays)).toEqual(page);
});

/** A page of so many records, with what the envelope says of the others. */
const lastOf = (given: number, data: IDataObject, number = 1, size: number | undefined = 1_000) => {
	const cta = Array.from({ length: given }, (_, n) => ({ id: n + 1 }));
	return pageIn({ error: '0', data: { ...data, cta } }, LISTS.overlays, { number, size })?.last;
};

describe('The number of the last page', () => {
	test('is believed where it fits the page', () => {
		// A page that is not full, and one of full pages
		expect(lastOf(100, { maxpage: 3, result: 299 })).toBe(3);
		expect(lastOf(100, { maxpage: 3, result: 5_000 }, 1, 100)).toBe(3);
		// The last page, whatever the next one is, and one that names itself as the next
		expect(lastOf(50, { maxpage: 3, result: 250, nextpage: 4 }, 3, 100)).toBe(3);
		expect(lastOf(50, { maxpage: 3, nextpage: 3 }, 3)).toBe(3);
		expect(lastOf(100, { maxpage: 3, result: 100, nextpage: 9 })).toBe(3);
	});

	test('is not believed where the list goes on behind it, or it is that of an earlier page', () => {
		expect(lastOf(100, { maxpage: 1, result: 100, nextpage: '2' })).toBeUndefined();
		expect(lastOf(100, { maxpage: 1, result: 250 }, 2)).toBeUndefined();
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
