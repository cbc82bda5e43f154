/** What is known of the records that this process created itself, and that changes of one record go one after another. */
import type { IDataObject } from 'n8n-workflow';

import type { CreationsOfList } from '../../../nodes/LinkManagement/client/account';
import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import { KeyedMutex } from '../../../nodes/LinkManagement/client/wait';
import { Canceled } from '../../../nodes/LinkManagement/errors';
import {
	createdByUsAt,
	createdRecordIn,
	creationsOf,
	namesInReply,
	noteCreated,
	recordNames,
} from '../../../nodes/LinkManagement/recovery/createdRecords';
import { newKey } from '../../support/stubService';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';

const START = Date.parse('2030-01-31T10:00:00Z');
const MINUTE = 60_000;
useVirtualClock('2030-01-31T10:00:00Z');
let records: CreationsOfList;
beforeEach(() => {
	records = creationsOf({ account: newKey() }, LISTS.links);
});

const pass = (ms: number) => jest.setSystemTime(Date.now() + ms);

test('a record is recognized by its ID and by all of its addresses', () => {
	const record = {
		title: 'Spring',
		...{ id: 12, shorturl: ' https://sho.rt/a ', short: 'https://sho.rt/b', link: 'https://qr/1' },
	};
	const names = ['12', 'https://sho.rt/a', 'https://sho.rt/b', 'https://qr/1'];
	expect(recordNames(record)).toEqual(names);
});

test.each([[0], [false], [null], [''], ['null']])('%p in place of an ID names no record', (id) => {
	expect(recordNames({ id })).toEqual([]);
});

test('a text of more than 2,000 characters is no address', () => {
	const ofLength = (length: number) => 'https://sho.rt/'.padEnd(length, 'x');
	expect(recordNames({ shorturl: ofLength(2_000) })).toEqual([ofLength(2_000)]);
	expect(recordNames({ shorturl: ofLength(2_001) })).toEqual([]);
});

test.each<[string, IDataObject, string[], IDataObject?]>([
	['names it at its top', { error: 0, id: 7, data: { id: 8 } }, ['7', '8']],
	['names it under data', { data: { id: 7, short: 'x' } }, ['7', 'x'], { id: 7, short: 'x' }],
	['names it in a list under data', { data: [{ id: 7 }] }, ['7'], { id: 7 }],
	['has an ID that is none', { id: 0, short: 'x' }, ['x'], { short: 'x' }],
	['names it by an address', { note: 'http://sho.rt/x' }, ['http://sho.rt/x']],
	['has only the address that was sent', { note: 'http://a.com' }, []],
	['has an address in a text', { note: 'See https://sho.rt/help', more: 'https://a is taken' }, []],
	['has a list of addresses', { seen: ['https://sho.rt/x'] }, []],
])('the reply to a creation %s', (_, reply, names, record = reply) => {
	expect(namesInReply(reply, { url: 'https://a.com' })).toEqual(names);
	expect(createdRecordIn(reply)).toEqual(record);
});

test('a record is known by its address alone where a reply or a list gives no ID', () => {
	noteCreated(records, ['https://sho.rt/x']);
	expect(createdByUsAt(records, { id: 7, shorturl: 'https://sho.rt/x' })).toBe(START);
});

test('a record is remembered for half an hour', () => {
	noteCreated(records, ['1']);
	pass(MINUTE);
	noteCreated(records, ['2']);
	pass(29 * MINUTE - 1);
	noteCreated(records, ['3']);
	expect(createdByUsAt(records, { id: 1 })).toBe(START);
	pass(1);
	noteCreated(records, ['4']);
	expect(createdByUsAt(records, { id: 1 })).toBeUndefined();
	expect(createdByUsAt(records, { id: 2 })).toBe(START + MINUTE);
});

let mutex: KeyedMutex;
let log: string[];
beforeEach(() => {
	mutex = new KeyedMutex();
	log = [];
});

/** Work that the test ends. */
function work(name: string) {
	let end: () => void = () => undefined;
	let fail: (error: Error) => void = () => undefined;
	const ended = new Promise<void>((resolve, reject) => {
		end = resolve;
		fail = reject;
	});
	const run = async () => {
		log.push(`${name} begins`);
		await ended;
		log.push(`${name} ends`);
		return name;
	};
	return { run, end, fail };
}

test('work that fails lets the next one begin', async () => {
	const [one, two] = [work('one'), work('two')];
	const first = mutex.run('key', undefined, one.run).catch((error: Error) => error.message);
	const second = mutex.run('key', undefined, two.run);
	one.fail(new Error('no'));
	two.end();
	expect(await advanceUntil(Promise.all([first, second]))).toEqual(['no', 'two']);
});

test('Stop ends the wait, and the next one still waits for the one that works', async () => {
	const stop = new AbortController();
	const [one, two, three] = [work('one'), work('two'), work('three')];
	const first = mutex.run('key', undefined, one.run);
	const second = mutex.run('key', stop.signal, two.run).catch((error: unknown) => error);
	const third = mutex.run('key', undefined, three.run);
	stop.abort();
	expect(await advanceUntil(second)).toBeInstanceOf(Canceled);
	await jest.advanceTimersByTimeAsync(0);
	expect(log).toEqual(['one begins']);
	one.end();
	three.end();
	expect(await advanceUntil(Promise.all([first, third]))).toEqual(['one', 'three']);
	expect(log).toEqual(['one begins', 'one ends', 'three begins', 'three ends']);
});
