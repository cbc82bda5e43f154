/** Which record of a list is the one that a lost creation made, and where a record whose change is in doubt is read. */
import type { IDataObject } from 'n8n-workflow';

import { LISTS, validRecordId } from '../../../nodes/LinkManagement/client/endpoints';
import { Canceled, UnexpectedReply } from '../../../nodes/LinkManagement/errors';
import { creationsOf, noteCreated } from '../../../nodes/LinkManagement/recovery/createdRecords';
import { findRecord, unlessStopped } from '../../../nodes/LinkManagement/recovery/findRecord';
import {
	type CreationRecovery,
	DIFFERENT,
	lookUp,
	NAMED,
	RENAMED,
} from '../../../nodes/LinkManagement/recovery/lookUp';
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
	identities: ({ name }) => [String(name)],
	likeness:
		({ name }) =>
		(record) =>
			record.name === name ? NAMED : DIFFERENT,
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
	return { id: found.record?.id, inDoubt: found.inDoubt?.id, pages, service };
}

const other = (id: number, date?: string) => ({ id, name: 'Other', date });

describe('Records without a date', () => {
	const pushed = [other(9), spring(5), spring(8)];
	const unordered = [spring(5), spring(30), spring(9)];

	test.each<[string, IDataObject[], { id?: number; inDoubt?: number }, Partial<Given>?]>([
		['new among as many as this process can have created', [spring(9), spring(8)], { id: 9 }],
		['in doubt below those of another process', pushed, { inDoubt: 8 }],
		['not new where they are those of an earlier item', pushed, {}, { before: [8] }],
		['judged by their IDs in any order', unordered, { id: 30 }],
	])('are %s', async (_, records, { id, inDoubt }, more = {}) => {
		expect(await find({ records, ...more })).toMatchObject({ id, inDoubt });
	});
});

describe('Records with a date', () => {
	const of = (id: number, time: string) => spring(id, { date: `2030-01-31 ${time}` });
	// The clock of the service is 40 minutes behind ours; 8 was created a second after the request
	const own = other(8, '2030-01-31 09:21:01');

	test.each<[string, IDataObject[], Partial<Given>, number | undefined]>([
		[
			'new whatever their ID',
			[of(6, '10:01:02'), other(8, '2030-01-31 10:01:02')],
			{ before: [7] },
			6,
		],
		['new by the clock that another one shows', [of(9, '09:21:02'), own], { since: [8] }, 9],
		['old by that clock', [of(9, '09:20:10'), own], { since: [8] }, undefined],
	])('are %s', async (_, records, more, id) => {
		expect((await find({ records, ...more })).id).toBe(id);
	});
});

describe('A record with another name than the requested one', () => {
	const at = (id: number, time: string) => ({ id, name: 'x7', date: `2030-01-31 ${time}` });
	const onlyId8: Partial<CreationRecovery> = {
		likeness: () => (record) => (record.id === 8 ? RENAMED : DIFFERENT),
	};
	const newest = at(9, '10:01:02');

	test.each<[Given, number | undefined]>([
		[{ records: [newest, at(8, '10:01:01')], since: [9] }, 8],
		[{ records: [newest, at(8, '10:01:01')] }, undefined],
		// Where dates contradict IDs, the dates say which is the newest
		[{ records: [at(9, '10:01:01'), at(8, '10:01:02')] }, 8],
	])('is taken only among those that this process can have created: %#', async (given, id) => {
		expect((await find({ ...given, recovery: onlyId8 })).id).toBe(id);
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
		const service = stubService(() =>
			listReply('campaigns', [spring(9, { link })], { maxpage: 1 }),
		);
		noteCreated(creationsOf(service, LISTS.campaigns), ['7', link]);
		const request = { body: BODY, since: START + 1_000, maxPages: 1 };
		expect((await lookUp(service, RECOVERY, request)).record?.id).toBe(9);
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
	const LINK = { recordPath: '/api/url/5' } as const;
	const ACCOUNT = { '/api/account': good({ data: { id: 1 } }) };

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

	test('tells why it was not found, and Stop as it is', async () => {
		const failing = async (error: unknown) =>
			await Promise.reject(error).catch(
				unlessStopped((reason) => new Error(`Unknown (${reason})`)),
			);
		await expect(failing(new Error('v2.0 is down..'))).rejects.toThrow('Unknown (v2.0 is down)');
		await expect(failing(new Canceled())).rejects.toThrow(Canceled);
	});
});

test.each([['../account'], ['1x'], ['01'], [1.5], [''], [2 ** 53]])(
	'%p is rejected, as the path would be that of another record',
	(id) => {
		expect(() => validRecordId(id)).toThrow(UnexpectedReply);
	},
);
