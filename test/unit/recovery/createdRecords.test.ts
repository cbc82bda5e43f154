/** What a look-up knows of the records that this process created itself. */
import type { IDataObject } from 'n8n-workflow';

import { CreatedRecords } from '../../../nodes/LinkManagement/recovery/createdRecords';
import { startClock, stopClock } from '../../support/virtual/clock';

const START = Date.parse('2030-01-31T10:00:00Z');
const MINUTE = 60_000;
let records: CreatedRecords;
beforeEach(() => {
	startClock(START);
	records = new CreatedRecords();
});
afterEach(stopClock);

const pass = (ms: number) => jest.setSystemTime(Date.now() + ms);

test('a record is known by its ID and by its address, in its own list only', () => {
	records.add('urls', ['7', 'https://sho.rt/x']);
	expect(records.addedAt('urls', { id: 7 })).toBe(START);
	expect(records.addedAt('urls', { shorturl: 'https://sho.rt/x' })).toBe(START);
	expect(records.addedAt('urls', { id: 8 })).toBeUndefined();
	expect(records.addedAt('qrs', { id: 7 })).toBeUndefined();
});

test('a record with the address of one that was deleted is another one, and shows no reset', () => {
	records.add('urls', ['7', 'https://sho.rt/x']);
	expect(records.addedAt('urls', { id: 9, shorturl: 'https://sho.rt/x' })).toBeUndefined();
	pass(MINUTE);
	records.add('urls', ['9', 'https://sho.rt/x']);
	expect(records.addedAt('urls', { id: 9, shorturl: 'https://sho.rt/x' })).toBe(START + MINUTE);
	expect(records.addedAt('urls', { id: 7 })).toBe(START);
});

test('a record is known by its address alone where a reply or a list gives no ID', () => {
	records.add('urls', ['https://sho.rt/x']);
	expect(records.addedAt('urls', { id: 7, shorturl: 'https://sho.rt/x' })).toBe(START);
});

test('a record is remembered for half an hour', () => {
	records.add('urls', ['1']);
	pass(MINUTE);
	records.add('urls', ['2']);
	pass(29 * MINUTE - 1);
	records.add('urls', ['3']);
	expect(records.addedAt('urls', { id: 1 })).toBe(START);
	pass(1);
	records.add('urls', ['4']);
	expect(records.addedAt('urls', { id: 1 })).toBeUndefined();
	expect(records.addedAt('urls', { id: 2 })).toBe(START + MINUTE);
});

test('an ID that is created again shows a reset, which voids what is known of this list only', () => {
	records.add('urls', ['1']);
	records.add('urls', ['2']);
	records.add('urls2', ['1']);
	pass(MINUTE);
	records.add('urls', ['1']);
	expect(records.addedAt('urls', { id: 1 })).toBe(START + MINUTE);
	expect(records.addedAt('urls', { id: 2 })).toBeUndefined();
	expect(records.addedAt('urls2', { id: 1 })).toBe(START);
});

test('returns the highest ID that was created up to a moment, that moment included', () => {
	expect(records.highestId('urls', Date.now())).toBe(0);
	records.add('urls', ['9', 'https://sho.rt/99']);
	records.add('qrs', ['50']);
	pass(MINUTE);
	records.add('urls', ['12']);
	expect(records.highestId('urls', START - 1)).toBe(0);
	expect(records.highestId('urls', START)).toBe(9);
	expect(records.highestId('urls', START + MINUTE)).toBe(12);
});

describe('Creations under way', () => {
	const body = (url: string): IDataObject => ({ url });

	test('are known to the others until their work ends', async () => {
		const [one, two] = [body('one'), body('two')];
		let endFirst: (value: string) => void = () => undefined;
		const first = records.whileCreating(
			'urls',
			one,
			async () => await new Promise<string>((resolve) => (endFirst = resolve)),
		);
		await records.whileCreating('urls', two, async () => {
			expect(records.otherBodies('urls', two)).toEqual([one]);
			expect(records.otherBodies('qrs', two)).toEqual([]);
			expect(records.maxCreatedHere('urls')).toBe(2);
		});
		expect(records.otherBodies('urls', body('three'))).toEqual([one]);
		endFirst('done');
		expect(await first).toBe('done');
		expect(records.otherBodies('urls', body('three'))).toEqual([]);
		expect(records.maxCreatedHere('urls')).toBe(0);
	});

	test('end when their work fails', async () => {
		const work = records.whileCreating('urls', body('one'), async () => {
			throw new Error('lost');
		});
		await expect(work).rejects.toThrow('lost');
		expect(records.maxCreatedHere('urls')).toBe(0);
	});

	test('count with the records that are known by their ID, each once', async () => {
		records.add('urls', ['7', 'https://sho.rt/x']);
		records.add('qrs', ['8']);
		await records.whileCreating('urls', body('one'), async () => {
			expect(records.maxCreatedHere('urls')).toBe(2);
		});
		expect(records.maxCreatedHere('urls')).toBe(1);
	});
});
