/**
 * Which record of a list is the one that a lost creation made, what is known of the records that this process created itself, and where
 * a record whose change is in doubt is read.
 */
import type { IDataObject } from 'n8n-workflow';

import { recoveryByName } from '../../../nodes/LinkManagement/actions/common';
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
import { findRecord } from '../../../nodes/LinkManagement/recovery/findRecord';
import {
	agesAmong,
	type CreationRecovery,
	DIFFERENT,
	lookUp,
	NAMED,
	RENAMED,
} from '../../../nodes/LinkManagement/recovery/lookUp';
import { timestampOf, timeZoneNamed } from '../../../nodes/LinkManagement/text/dates';
import {
	failed,
	good,
	listReply,
	newKey,
	outcomeOf,
	pageOf,
	type StubReply,
	stubService,
} from '../../support/stubService';
import { useVirtualClock } from '../../support/virtual/clock';

const START = Date.parse('2030-01-31T10:00:00Z');
useVirtualClock('2030-01-31T10:00:00Z');

const BODY = { name: 'Spring' };
const RECOVERY = recoveryByName({ what: 'campaign', list: LISTS.campaigns });
const spring = (id: unknown, more: IDataObject = {}) =>
	({ id, name: 'Spring', ...more }) as IDataObject;

interface Given {
	records: IDataObject[];
	/** IDs of records that were created for other items before the request. */
	before?: number[];
	/** The same, after the request was sent. */
	since?: number[];
	recovery?: Partial<CreationRecovery>;
	pageSize?: number;
}

async function find({ records, before = [], since = [], recovery = {}, pageSize }: Given) {
	const maxSize = pageSize ?? 100;
	const service = stubService((request) => pageOf('campaigns', records, request, { maxSize }));
	const creations = creationsOf(service, LISTS.campaigns);
	jest.setSystemTime(START);
	for (const id of before) noteCreated(creations, [String(id)]);
	const sentAt = START + 60_000;
	jest.setSystemTime(sentAt + 1_000);
	for (const id of since) noteCreated(creations, [String(id)]);
	jest.setSystemTime(sentAt + 2_000);
	const request = { body: BODY, since: sentAt, maxPages: 10 };
	creations.underWay = 1;
	const found = await lookUp(service, { ...RECOVERY, ...recovery }, request);
	const pages = service.requests.map(({ qs }) => qs.page);
	return { id: found.record?.id, isInDoubt: found.isInDoubt, pages, service };
}

const other = (id: number, date?: string) => ({ id, name: 'Other', date });

const pushed = [other(9), spring(5), spring(8)];
const unordered = [spring(5), spring(30), spring(9)];

test.each<[string, IDataObject[], { id?: number; isInDoubt?: true }, Partial<Given>?]>([
	['new among as many as this process can have created', [spring(9), spring(8)], { id: 9 }],
	['in doubt below those of another process', pushed, { isInDoubt: true }],
	['not new where they are those of an earlier item', pushed, {}, { before: [8] }],
	['judged by their IDs in any order', unordered, { id: 30 }],
])('Records without a date are %s', async (_, records, { id, isInDoubt = false }, more = {}) => {
	expect(await find({ records, ...more })).toMatchObject({ id, isInDoubt });
});

const of = (id: number, time: string) => spring(id, { date: `2030-01-31 ${time}` });
// The clock of the service is 40 minutes behind ours; 8 was created a second after the request
const own = other(8, '2030-01-31 09:21:01');
const earlier = other(6, '2030-01-31 09:20:50');
const newest = other(8, '2030-01-31 10:01:02');

test.each<[string, IDataObject[], Partial<Given>, number | undefined]>([
	['new whatever their ID', [of(6, '10:01:02'), newest], { before: [7] }, 6],
	['of another item', [of(9, '10:01:02')], { since: [9] }, undefined],
	['new by the clock that another one shows', [of(9, '09:21:02'), own], { since: [8] }, 9],
	['old by that clock', [of(9, '09:20:55'), own, earlier], { since: [8, 6] }, undefined],
])('Records with a date are %s', async (_, records, more, id) => {
	expect((await find({ records, ...more })).id).toBe(id);
});

describe('A record with another name than the requested one', () => {
	const at = (id: number, time: string) => ({ id, name: 'x7', date: `2030-01-31 ${time}` });
	const onlyId8: Partial<CreationRecovery> = {
		likeness: () => (record) => (record.id === 8 ? RENAMED : DIFFERENT),
	};
	const newest = at(9, '10:01:02');

	const shown = other(7, '2030-01-31 09:21:01');
	test.each<[Given, number | undefined]>([
		[{ records: [newest, at(8, '10:01:01')], since: [9] }, 8],
		[{ records: [newest, at(8, '10:01:01')] }, undefined],
		// The clock of the service is 40 minutes behind ours
		[{ records: [at(9, '09:22:00'), at(8, '09:21:02'), shown], since: [7] }, undefined],
		// Where dates contradict IDs, the dates say which is the newest
		[{ records: [at(9, '10:01:01'), at(8, '10:01:02')] }, 8],
	])('is taken only among those that this process can have created: %#', async (given, id) => {
		const found = await find({ ...given, recovery: onlyId8 });
		// Otherwise, somebody else may have made it, and sending again could make a second one
		expect(found).toMatchObject({ id, isInDoubt: id === undefined });
	});

	test('is not in doubt where its date is older by the time zone of the credential', async () => {
		// In another zone, it would be new
		const records = [newest, at(8, '09:01:02')];
		const found = await find({ records, recovery: onlyId8 });
		expect(found).toMatchObject({ id: undefined, isInDoubt: false });
	});

	test('is not taken where another one has the name', async () => {
		const likeness = () => (record: IDataObject) => (record.name === 'Spring' ? NAMED : RENAMED);
		const records = [newest, spring(8, { date: '2030-01-31 10:01:01' })];
		expect((await find({ records, recovery: { likeness } })).id).toBe(8);
	});
});

describe('A record', () => {
	test('with the address of a deleted one that this process created is taken', async () => {
		const link = 'https://sho.rt/c/spring';
		const list = listReply('campaigns', [spring(9, { link })], { maxpage: 1 });
		const service = stubService(() => list);
		noteCreated(creationsOf(service, LISTS.campaigns), ['7', link]);
		const request = { body: BODY, since: START + 1_000, maxPages: 1 };
		expect((await lookUp(service, RECOVERY, request)).record?.id).toBe(9);
	});

	test('that is found is not taken again', async () => {
		const { service } = await find({ records: [spring(9)] });
		expect(createdByUsAt(creationsOf(service, LISTS.campaigns), { id: 9 })).toBe(START + 62_000);
	});

	test('is looked for in pages of 100, through an outage of the service', async () => {
		const { service } = await find({ records: [], recovery: { newestFirst: { order: 'date' } } });
		expect(service.requests).toMatchObject([
			{
				...{ url: '/api/campaigns', qs: { order: 'date', limit: 100, page: 1 } },
				options: { retryThroughOutage: true },
			},
		]);
	});

	test('is looked for no further than new records go', async () => {
		const records = [9, 8, 7, 6].map((id) => other(id));
		const sorted = { records, pageSize: 2, recovery: { newestFirst: { order: 'date' } } };
		expect((await find({ ...sorted, before: [7] })).pages).toEqual([1, 1, 2]);
		expect((await find({ ...sorted, before: [8] })).pages).toEqual([1]);
		expect((await find({ records, before: [9], pageSize: 2 })).pages).toEqual([1, 1, 2]);
		// Records that all users share have no ID, and show no age
		const shared = [other(9), spring(null), other(8), other(7)];
		expect((await find({ ...sorted, records: shared, before: [8] })).pages).toEqual([1, 1, 2]);
	});
});

describe('A record whose change is in doubt', () => {
	const at = async (
		replies: Record<string, StubReply>,
		source: Parameters<typeof findRecord>[1],
	) => {
		const service = stubService(({ url }) => replies[url] ?? failed('notFound'));
		const outcome = await outcomeOf(findRecord(service, source, { item: 3 }, () => true));
		return { ...outcome, service, urls: service.requests.map(({ url }) => url) };
	};
	const LINK = { path: '/api/url/5' };
	const ACCOUNT = { '/api/account': good({ data: { id: 1 } }) };

	test.each(['emptyReply', 'notFound', 'refused'] as const)('is gone after %s', async (kind) => {
		const replies = { ...ACCOUNT, '/api/url/5': failed(kind) };
		const { result, urls, error } = await at(replies, LINK);
		expect([result, error]).toEqual([undefined, undefined]);
		expect(urls).toEqual(['/api/url/5', '/api/account']);
	});

	test('is not known to be gone where the key is refused, or after another failure', async () => {
		const refused = { '/api/url/5': failed('refused'), '/api/account': failed('invalidKey') };
		expect((await at(refused, LINK)).message).toBe('It failed. [item 3]');
		const down = { ...ACCOUNT, '/api/url/5': failed('unavailable', { message: 'Down.' }) };
		expect(await at(down, LINK)).toMatchObject({ message: 'Down. [item 3]', urls: ['/api/url/5'] });
	});

	test('is not there where the reply holds no details of it', async () => {
		const { result, error } = await at({ '/api/url/5': good({ details: {} }) }, LINK);
		expect([result, error]).toEqual([undefined, undefined]);
	});

	test('that nobody expects to be gone is so only where the service says it', async () => {
		const read = async (reply: StubReply, account = ACCOUNT['/api/account']) => {
			const service = stubService(({ url }) => (url === LINK.path ? reply : account));
			const found = findRecord(service, LINK, { item: 3 });
			return (await outcomeOf(found)).message;
		};
		const refusal = (message: string) => failed('refused', { message });
		expect(await read(refusal('Link not found.'))).toBe('');
		expect(await read(failed('notFound', { message: 'No.' }))).toBe('');
		for (const words of ['Not found', 'Not Found!!']) expect(await read(refusal(words))).toBe('');
		expect(await read(refusal('No.'))).toBe('No. [item 3]');
		for (const words of ['Not found in your plan', 'Plan not found'])
			expect(await read(refusal(words))).toBe(`${words} [item 3]`);
		const silent = { body: { message: 'Welcome.' } };
		expect(await read(refusal('Link not found.'), silent)).toBe('Link not found. [item 3]');
	});
});

const MINUTE = 60_000;
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

const SECOND = 1_000;
const HOUR = 60 * MINUTE;

/** A date in the form of api.md section 2 that reads, taken for UTC, as so long ago. */
const dated = (ago: number) => ({
	date: new Date(START - ago).toISOString().slice(0, 19).replace('T', ' '),
});

const MOMENT = Date.parse('2030-01-31T10:20:30Z');

test.each([
	['2030-01-31 10:20:30', MOMENT],
	['2030-01-31 10:20:30.000', MOMENT],
	['2030-01-31 12:20:30 +02:00', MOMENT],
	['2030-01-31 12:20:30+0200', MOMENT],
	[` ${MOMENT} `, MOMENT],
	['99999999999', 99_999_999_999_000],
	['100000000000', 100_000_000_000],
	['2030-01-31', NaN],
	['2030-01-31 10:20:30 CET', NaN],
	['on 2030-01-31 10:20:30', NaN],
	['12345678901234', NaN],
])('a record with the date "%s" was created at %p', (date, moment) => {
	expect(timestampOf(date)).toBe(moment);
});

test.each([
	[' europe/berlin ', 'Europe/Berlin'],
	[undefined, 'UTC'],
	['Berlin', undefined],
])('the name of the time zone %p is %p', (name, timeZone) => {
	expect(timeZoneNamed(name)).toBe(timeZone);
});

/** The clock of the service shows so much less than ours, as a record shows that this process created 30 seconds ago. */
const BEHIND = 3 * HOUR + 7 * MINUTE;
const created = new Map([['1', { at: START - 30 * SECOND }]]);
const shown = { since: START - 10 * SECOND, ours: [{ id: 1, ...dated(BEHIND + 30 * SECOND) }] };

interface Known {
	since?: number;
	skew?: number;
	ours?: IDataObject[];
}

test.each<[string, ago: number, Known, canBeNew: boolean]>([
	['by the clock that is furthest ahead', -14 * HOUR - 3 * SECOND, {}, true],
	['by the clock that is furthest behind', 12 * HOUR + 4 * SECOND, {}, true],
	['a little before the request, as dates are exact to a second', 4 * SECOND, {}, true],
	['further ahead than any time zone', -14.25 * HOUR, {}, false],
	['further behind than any time zone', 12.25 * HOUR, {}, false],
	['exactly a day ago', 24 * HOUR, {}, false],
	['by a clock that is known to be ahead', -7 * MINUTE, { skew: 7 * MINUTE }, true],
	['long before, by that clock', 0, { skew: 7 * MINUTE }, false],
	['by a clock that is known to be behind', 7 * MINUTE, { skew: -7 * MINUTE }, true],
	['while the request took long', 5 * MINUTE, { since: START - 5 * MINUTE }, true],
	['before it', 6 * MINUTE, { since: START - 5 * MINUTE }, false],
	['since the request, by the clock of another one', BEHIND + 13 * SECOND, shown, true],
	['before it, by the clock of another one', BEHIND + 14 * SECOND, shown, false],
])('Without a known time zone, a record created %s, %i ms ago, can be new: %p', (...given) => {
	const [, ago, { since = START - SECOND, skew = 0, ours = [] }, canBeNew] = given;
	const record = dated(ago);
	const { ageOf } = agesAmong([...ours, record], { created, underWay: 1 }, since, skew);
	expect(ageOf(record) === 'new').toBe(canBeNew);
});

test('without dates, a record is new above the highest ID up to the moment of the request', () => {
	const created = new Map([
		['9', { at: START, id: '9' }],
		['12', { at: START + 1, id: '12' }],
	]);
	const { ageOf } = agesAmong([], { created, underWay: 1 }, START, 0);
	expect([9, 10, 11].map((id) => ageOf({ id }))).toEqual(['old', 'new', 'new']);
});
