/** In which order a list goes, by what its first page shows. */
import type { IDataObject } from 'n8n-workflow';

import { orderOf } from '../../../nodes/LinkManagement/lists/page';

const idsOf = (...ids: unknown[]) => ids.map((id) => ({ id }) as IDataObject);
const from = (first: number, count: number, step = 1) =>
	Array.from({ length: count }, (_, n) => first + n * step);
const second = (n: number) => `2030-01-01 10:00:${String(n).padStart(2, '0')}`;
const dated = (...seconds: number[]) =>
	seconds.map((n, index) => ({ id: index + 1, date: second(n) }));

describe('A list that was requested without an order', () => {
	const order = (records: IDataObject[]) => orderOf(records, false);

	test('has one where nine steps or more go one way by ID', () => {
		expect(order(idsOf(...from(30, 10, -1)))).toBe('newestFirst');
		expect(order(idsOf(...from(1, 10)))).toBe('oldestFirst');
		expect(order(idsOf(...from(1, 10).map(String)))).toBe('oldestFirst');
		expect(order(idsOf(...from(1, 9)))).toBe('unknown');
		expect(order(idsOf(...from(1, 10), 5))).toBe('unknown');
		expect(order(idsOf(...from(30, 10, -1), 40))).toBe('unknown');
		expect(order([])).toBe('unknown');
	});

	test('may have records of all users between, and equal IDs', () => {
		expect(order([...idsOf(...from(1, 5), null, '', undefined), ...idsOf(...from(6, 5))])).toBe(
			'oldestFirst',
		);
		expect(order(idsOf(...from(1, 10), 10, 10))).toBe('oldestFirst');
		expect(order(idsOf(...from(1, 9), 9, 9))).toBe('unknown');
	});

	test('goes by its dates, whatever the IDs of the same second', () => {
		const falling = dated(20, 19, 18, 17, 17, 16, 15, 14, 14, 13, 12, 11);
		expect(order(falling)).toBe('newestFirst');
		expect(order([...falling].reverse())).toBe('oldestFirst');
		expect(order([{ id: 0, date: null }, ...falling])).toBe('newestFirst');
	});
});

describe('A list that was requested in the order of its dates', () => {
	const order = (records: IDataObject[]) => orderOf(records, true);

	test('begins with the newest unless its ends show the opposite', () => {
		expect(order(dated(5, 9, 4))).toBe('newestFirst');
		expect(order(dated(5, 2, 6))).toBe('oldestFirst');
		expect(order([])).toBe('newestFirst');
		expect(order(dated(5))).toBe('newestFirst');
	});
});
