/** Which record of a list is the one that a lost creation made, and where a record whose change is in doubt is read. */
import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import { validRecordId } from '../../../nodes/LinkManagement/client/endpoints';
import { Canceled, UnexpectedReply } from '../../../nodes/LinkManagement/errors';
import { createdRecordsOf } from '../../../nodes/LinkManagement/recovery/createdRecords';
import {
	findOrElse,
	findRecord,
	refusalSaysSo,
} from '../../../nodes/LinkManagement/recovery/findRecord';
import { type CreationRecovery, lookUp } from '../../../nodes/LinkManagement/recovery/lookUp';
import {
	failed,
	good,
	listReply,
	outcomeOf,
	pageOf,
	type StubReply,
	stubService,
} from '../../support/stubService';
import { useVirtualClock } from '../../support/virtual/clock';

const START = Date.parse('2030-01-31T10:00:00Z');
useVirtualClock('2030-01-31T10:00:00Z');

const BODY = { name: 'Spring' };
const RECOVERY: CreationRecovery = {
	what: 'campaign',
	list: LISTS.campaigns,
	identity: ({ name }) => String(name),
	wanted: ({ name }) => ({ matches: (record) => record.name === name }),
};
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
	/** The body of another creation under way. */
	underWay?: IDataObject;
}

async function find({ records, before = [], since = [], recovery = {}, ...more }: Given) {
	const { pageSize: maxSize = 100, underWay } = more;
	const service = stubService((request) => pageOf('campaigns', records, request, { maxSize }));
	const createdRecords = createdRecordsOf(service, LISTS.campaigns);
	jest.setSystemTime(START);
	for (const id of before) createdRecords.add([String(id)]);
	const sentAt = START + 60_000;
	jest.setSystemTime(sentAt + 1_000);
	for (const id of since) createdRecords.add([String(id)]);
	jest.setSystemTime(sentAt + 2_000);
	const request = { body: BODY, since: sentAt, maxPages: 10 };
	const work = async () => await lookUp(service, { ...RECOVERY, ...recovery }, request);
	const own = async () => await createdRecords.whileCreating(BODY, work);
	const found = await (underWay ? createdRecords.whileCreating(underWay, own) : own());
	const pages = service.requests.map(({ qs }) => qs.page);
	return { id: found.record?.id, inDoubt: found.inDoubt?.id, pages, service };
}

const other = (id: number, date?: string) => ({ id, name: 'Other', date });

describe('Records without a date', () => {
	const pushed = [other(9), spring(5), spring(8)];
	const unordered = [spring(5), spring(30), spring(9)];

	test.each<[string, IDataObject[], { id?: number; inDoubt?: number }, Partial<Given>?]>([
		['new among as many as this process can have created', [spring(9), spring(8)], { id: 9 }],
		['new below those of other items', pushed, { id: 8 }, { since: [9] }],
		['in doubt below those of another process', pushed, { inDoubt: 8 }],
		['not new where they are those of an earlier item', pushed, {}, { before: [8] }],
		['judged by their IDs in any order', unordered, { id: 30 }],
		['not new without an ID', [spring(null)], {}],
	])('are %s', async (_, records, { id, inDoubt }, more = {}) => {
		expect(await find({ records, ...more })).toMatchObject({ id, inDoubt });
	});
});

describe('Records with a date', () => {
	const of = (id: number, time: string) => spring(id, { date: `2030-01-31 ${time}` });
	const shared = { id: null, name: 'Other', date: '2030-01-31 10:01:02' };
	const later = other(8, '2030-01-31 10:01:02');
	const last = other(9, '2030-01-31 10:01:03');
	// The clock of the service is 40 minutes behind ours; 8 was created a second after the request
	const own = other(8, '2030-01-31 09:21:01');

	test.each<[string, IDataObject[], Partial<Given>, number | undefined]>([
		['old by their ID', [later, of(6, '10:01:01'), shared], { before: [7] }, undefined],
		['new where one date shows no order of IDs', [of(6, '10:01:02'), later], { before: [7] }, 6],
		['old where two dates show one', [of(6, '10:01:02'), later, last], { before: [7] }, undefined],
		['new above known IDs', [of(8, '10:01:01')], { before: [7] }, 8],
		['new by the clock that another one shows', [of(9, '09:21:02'), own], { since: [8] }, 9],
		['old by that clock', [of(9, '09:20:10'), own], { since: [8] }, undefined],
	])('are %s', async (_, records, more, id) => {
		expect((await find({ records, ...more })).id).toBe(id);
	});
});

describe('A record with another name than the requested one', () => {
	const hasName = ({ name }: IDataObject) => name === 'Spring';
	const recovery = { wanted: () => ({ matches: () => true, hasName }) };
	const only8 = { wanted: () => ({ matches: ({ id }: IDataObject) => id === 8, hasName }) };
	const date = '2030-01-31 10:01:01';
	const [x8, x9] = [8, 9].map((id) => ({ id, name: 'x7', date }));
	// Where a date contradicts the ID, only dates say which are the newest
	const older = spring(9, { date: '2024-01-01 00:00:00' });

	test.each<[Given, number | undefined]>([
		[{ records: [x9!, x8!], recovery, since: [9] }, 8],
		[{ records: [x9!, x8!], recovery: only8 }, undefined],
		[{ records: [older, x8!], recovery: only8 }, 8],
		[
			{ records: [older, { ...x8!, id: 7, date: '2030-01-31 10:01:02' }, x8!], recovery: only8 },
			undefined,
		],
	])('is taken only among those that this process can have created: %#', async (given, id) => {
		expect((await find(given)).id).toBe(id);
	});
});

describe('A record', () => {
	test('with the address of a deleted one that this process created is taken', async () => {
		const link = 'https://sho.rt/c/spring';
		const service = stubService(() =>
			listReply('campaigns', [spring(9, { link })], { maxpage: 1 }),
		);
		createdRecordsOf(service, LISTS.campaigns).add(['7', link]);
		const request = { body: BODY, since: START + 1_000, maxPages: 1 };
		expect((await lookUp(service, RECOVERY, request)).record?.id).toBe(9);
	});

	test('that is found is not taken again', async () => {
		const { service } = await find({ records: [spring(9)] });
		expect(createdRecordsOf(service, LISTS.campaigns).addedAt({ id: 9 })).toBe(START + 62_000);
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

test('a list that ends below the IDs that are known shows a reset, after which its records are new', async () => {
	const { id, service } = await find({ records: [spring(3)], before: [50, 49] });
	expect(id).toBe(3);
	expect(createdRecordsOf(service, LISTS.campaigns).addedAt({ id: 50 })).toBeUndefined();
	const same = await find({ records: [{ id: 50, name: 'Other' }], before: [50] });
	expect(createdRecordsOf(same.service, LISTS.campaigns).addedAt({ id: 50 })).toBe(START);
});

test.each<[IDataObject, number, number | undefined]>([
	[{ name: 'Spring' }, 1, undefined],
	[{ name: 'Summer' }, 1, 9],
	[{ name: 'Spring' }, 0.5, 9],
])(
	'a record is left to another creation under way only where that asked for it, and more exactly: %#',
	async (underWay, scoreOfOther, id) => {
		const wanted = (body: IDataObject) => ({
			...RECOVERY.wanted(body),
			score: () => (body === BODY ? 0 : scoreOfOther),
		});
		expect((await find({ records: [spring(9)], underWay, recovery: { wanted } })).id).toBe(id);
	},
);

test('the oldest of several new records is taken while a creation like it is under way', async () => {
	const given = { records: [spring(8), spring('12'), spring(7), spring(9)], before: [3] };
	const underWay = { ...BODY };
	expect((await find(given)).id).toBe(8);
	expect((await find({ ...given, underWay })).id).toBe(7);
	given.records.reverse();
	expect((await find({ ...given, underWay })).id).toBe(7);
	expect((await find({ ...given, underWay: { name: 'Summer' } })).id).toBe(9);
});

describe('A record whose change is in doubt', () => {
	const at = async (
		replies: Record<string, StubReply>,
		source: Parameters<typeof findRecord>[1],
	) => {
		const service = stubService(({ url }) => replies[url] ?? failed('notFound'));
		const outcome = await outcomeOf(findRecord(service, source, { item: 3 }));
		return { ...outcome, service, urls: service.requests.map(({ url }) => url) };
	};
	const LINK = { recordPath: '/api/url/5' } as const;
	const ACCOUNT = { '/api/account': good({ data: { id: 1 } }) };

	test('is read at its own path, without its statistics', async () => {
		const reply = good({ details: { id: 5, longurl: 'x' }, data: { clicks: 1 } });
		const { result, service } = await at({ '/api/url/5': reply }, LINK);
		expect(result).toEqual({ id: 5, longurl: 'x' });
		expect(service.requests[0]).toMatchObject({
			...{ method: 'GET', options: { item: 3, mayBeEmpty: true } },
		});
	});

	test.each(['emptyReply', 'notFound', 'refused'] as const)(
		'is not there after %s, where the key is accepted',
		async (kind) => {
			const replies = { ...ACCOUNT, '/api/url/5': failed(kind) };
			const { result, urls, error } = await at(replies, LINK);
			expect([result, error]).toEqual([undefined, undefined]);
			expect(urls).toEqual(['/api/url/5', '/api/account']);
		},
	);

	test('is not known to be gone where the key is refused, or after another failure', async () => {
		const refused = { '/api/url/5': failed('refused'), '/api/account': failed('invalidKey') };
		expect((await at(refused, LINK)).message).toBe('It failed. [item 3]');
		const down = { ...ACCOUNT, '/api/url/5': failed('unavailable', { message: 'Down.' }) };
		expect(await at(down, LINK)).toMatchObject({ message: 'Down. [item 3]', urls: ['/api/url/5'] });
	});

	test('that nobody expects to be gone is so only where the service says it', async () => {
		const read = async (reply: StubReply, account = ACCOUNT['/api/account']) => {
			const service = stubService(({ url }) => (url === LINK.recordPath ? reply : account));
			const found = findRecord(service, LINK, { item: 3 }, refusalSaysSo);
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

	test.each([[{}], [{ details: {} }]])('is not there where the reply holds %j', async (body) => {
		const { result, error } = await at({ '/api/url/5': good(body as IDataObject) }, LINK);
		expect([result, error]).toEqual([undefined, undefined]);
	});

	test('is read as the account', async () => {
		expect((await at(ACCOUNT, { account: true })).result).toEqual({ id: 1 });
		expect((await at({ '/api/account': good({ data: [] }) }, { account: true })).result).toBe(
			undefined,
		);
	});

	test('is not looked for beyond 10,000 records', async () => {
		const list = { list: LISTS.campaigns, id: '7' };
		const many = (count: number) =>
			listReply(
				'campaigns',
				Array.from({ length: count }, (_, n) => ({ id: n + 100 })),
				{ maxpage: 1 },
			);
		const { error, message } = await at({ '/api/campaigns': many(10_000) }, list);
		expect(message).toBe('The list contains more than 10,000 records [item 3]');
		expect(error).toMatchObject({ context: { failureKind: 'listTooLong' } });
		expect((await at({ '/api/campaigns': many(9_999) }, list)).message).toBe('');
	});

	test('tells why it was not found, and Stop as it is', async () => {
		const unknown = (reason: string) => new Error(`Unknown (${reason})`);
		const failing = (error: unknown) =>
			findOrElse(async () => await Promise.reject(error), unknown);
		await expect(failing(new Error('v2.0 is down..'))).rejects.toThrow('Unknown (v2.0 is down)');
		await expect(failing(new Canceled())).rejects.toThrow(Canceled);
	});
});

// IDs of a reply that go into the path of another request
test.each([
	[7, '7'],
	[1_000_000, '1000000'],
	['9007199254740993', '9007199254740993'],
])('%p becomes %s', (id, text) => {
	expect(validRecordId(id)).toBe(text);
});

test.each([['../account'], ['1x'], ['01'], [1.5], [''], [2 ** 53]])(
	'%p is rejected, as the path would be that of another record',
	(id) => {
		expect(() => validRecordId(id)).toThrow(UnexpectedReply);
	},
);
