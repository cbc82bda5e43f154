/** What a look-up knows of the records that this process created itself. */
import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/api/lists';
import {
	type CreatedRecords,
	createdRecordsOf,
} from '../../../nodes/LinkManagement/recovery/pastCreations';
import { newKey } from '../../support/stubService';
import { startClock, stopClock } from '../../support/virtual/clock';

const START = Date.parse('2030-01-31T10:00:00Z');
const MINUTE = 60_000;
let records: CreatedRecords;
/** Those of another list of the same key. */
let others: CreatedRecords;
beforeEach(() => {
	startClock(START);
	const service = { key: newKey() };
	records = createdRecordsOf(service, LISTS.links);
	others = createdRecordsOf(service, LISTS.qrCodes);
});
afterEach(stopClock);

const pass = (ms: number) => jest.setSystemTime(Date.now() + ms);

test('a record is known by its address alone where a reply or a list gives no ID', () => {
	records.add(['https://sho.rt/x']);
	expect(records.addedAt({ id: 7, shorturl: 'https://sho.rt/x' })).toBe(START);
});

test('a record is remembered for half an hour', () => {
	records.add(['1']);
	pass(MINUTE);
	records.add(['2']);
	pass(29 * MINUTE - 1);
	records.add(['3']);
	expect(records.addedAt({ id: 1 })).toBe(START);
	pass(1);
	records.add(['4']);
	expect(records.addedAt({ id: 1 })).toBeUndefined();
	expect(records.addedAt({ id: 2 })).toBe(START + MINUTE);
});

test('an ID that is created again shows a reset, which voids what is known of this list only', () => {
	records.add(['1']);
	records.add(['2']);
	others.add(['1']);
	pass(MINUTE);
	records.add(['1']);
	expect(records.addedAt({ id: 1 })).toBe(START + MINUTE);
	expect(records.addedAt({ id: 2 })).toBeUndefined();
	expect(others.addedAt({ id: 1 })).toBe(START);
});

test('returns the highest ID that was created up to a moment, that moment included', () => {
	expect(records.highestId(Date.now())).toBe(0);
	records.add(['9', 'https://sho.rt/99']);
	others.add(['50']);
	pass(MINUTE);
	records.add(['12']);
	expect(records.highestId(START - 1)).toBe(0);
	expect(records.highestId(START)).toBe(9);
	expect(records.highestId(START + MINUTE)).toBe(12);
});

describe('Creations under way', () => {
	const body = (url: string): IDataObject => ({ url });

	test('are known to the others until their work ends', async () => {
		const [one, two] = [body('one'), body('two')];
		let endFirst: (value: string) => void = () => undefined;
		const first = records.whileCreating(
			one,
			async () => await new Promise<string>((resolve) => (endFirst = resolve)),
		);
		await records.whileCreating(two, async () => {
			expect(records.otherBodies(two)).toEqual([one]);
			expect(others.otherBodies(two)).toEqual([]);
			expect(records.maxCreatedHere()).toBe(2);
		});
		expect(records.otherBodies(body('three'))).toEqual([one]);
		endFirst('done');
		expect(await first).toBe('done');
		expect(records.otherBodies(body('three'))).toEqual([]);
		expect(records.maxCreatedHere()).toBe(0);
	});
});
