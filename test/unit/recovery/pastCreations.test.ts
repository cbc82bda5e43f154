/** What is known of the records that this process created itself. */
import type { IDataObject } from 'n8n-workflow';

import type { CreationsOfList } from '../../../nodes/LinkManagement/client/account';
import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import {
	createdByUsAt,
	createdRecordIn,
	creationsOf,
	namesInReply,
	noteCreated,
	recordNames,
} from '../../../nodes/LinkManagement/recovery/createdRecords';
import { newKey } from '../../support/stubService';
import { useVirtualClock } from '../../support/virtual/clock';

const START = Date.parse('2030-01-31T10:00:00Z');
const MINUTE = 60_000;
useVirtualClock('2030-01-31T10:00:00Z');
let records: CreationsOfList;
beforeEach(() => {
	records = creationsOf({ account: newKey() }, LISTS.links);
});

const pass = (ms: number) => jest.setSystemTime(Date.now() + ms);

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
	['names it in a list under data', { data: [{ id: 7 }] }, ['7'], { id: 7 }],
	['has an ID that is none', { id: 0, short: 'x' }, ['x'], { short: 'x' }],
	['names it by an address', { note: 'http://sho.rt/x' }, ['http://sho.rt/x']],
	['has only the address that was sent', { note: 'http://a.com' }, []],
	['has an address in a text', { note: 'See https://sho.rt/help', more: 'https://a is taken' }, []],
])('the reply to a creation %s', (_, reply, names, record = reply) => {
	expect(namesInReply(reply, { url: 'https://a.com' })).toEqual(names);
	expect(createdRecordIn(reply)).toEqual(record);
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
