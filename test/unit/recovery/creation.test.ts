/** Never two records for one item, and never one that no item reports, whatever becomes of the answer. */
import { type IDataObject, sleep } from 'n8n-workflow';

import { recoveryByName } from '../../../nodes/LinkManagement/actions/common';
import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import { createRecord } from '../../../nodes/LinkManagement/recovery/createRecord';
import type { CreationRecovery } from '../../../nodes/LinkManagement/recovery/lookUp';
import {
	failed,
	good,
	listReply,
	lost,
	outcomeOf,
	pageOf,
	type SentRequest,
	type StubReply,
	stubService,
} from '../../support/stubService';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';

const START = Date.parse('2030-01-31T10:00:00Z');
useVirtualClock('2030-01-31T10:00:00Z');

const RECOVERY = recoveryByName({ what: 'campaign', list: LISTS.campaigns });

/** The date of a record that is created now, in the form of api.md section 2. */
const now = () => new Date().toISOString().slice(0, 19).replace('T', ' ');

interface Given {
	/** Answers the creation with this number, from 1. `create` makes the record. */
	create?: (
		count: number,
		create: (more?: IDataObject) => IDataObject,
		request: SentRequest,
	) => StubReply | Promise<StubReply>;
	/** Instead of the list. */
	list?: (page: number) => StubReply | undefined;
	/** Records that are there before. */
	records?: IDataObject[];
	recovery?: Partial<CreationRecovery>;
	body?: IDataObject;
	signal?: AbortSignal;
}

/** A service with a list, and one creation at it. */
function scenario({ create, list, records = [], ...given }: Given) {
	const { recovery = {}, body = { name: 'Spring' }, signal } = given;
	let creations = 0;
	const service = stubService(
		async (request) => {
			await Promise.resolve();
			if (request.method === 'POST') {
				const add = (more: IDataObject = {}) => {
					const record = { id: records.length + 1, date: now(), ...request.body, ...more };
					records.unshift(record);
					return record;
				};
				return create?.(++creations, add, request) ?? good({ id: add().id });
			}
			return list?.(Number(request.qs.page)) ?? pageOf('campaigns', records, request);
		},
		{ signal },
	);
	const run = async (own = body) => {
		const request = { method: 'POST' as const, url: '/api/campaign/add', body: own };
		const began = Date.now();
		const outcome = await outcomeOf(
			createRecord({ service, request, item: 3 }, { ...RECOVERY, ...recovery }),
		);
		return { ...outcome, took: Date.now() - began };
	};
	const methods = () => service.requests.map(({ method }) => method);
	const seconds = () => service.requests.map(({ at }) => Math.round((at - START) / 100) / 10);
	return { service, run, records, methods, seconds };
}

const create = async (given: Given) => {
	const { run, ...rest } = scenario(given);
	return { ...(await advanceUntil(run())), ...rest };
};

/** Another process creates a record just after this one, which comes after one that was refused. */
const beside = (reply: StubReply): Given => ({
	create: (count, add) => {
		if (count === 1) return failed('refused');
		add({ date: undefined });
		add({ date: undefined, name: 'Other' });
		return reply;
	},
});

test.each([
	['a lost reply', () => lost(), ['POST', 'POST', 'GET', 'GET']],
	['a reply that names no record', () => good({ message: 'Limit.' }), ['POST', 'POST', 'GET']],
])(
	'after %s, a record without a date beside newer ones is neither taken nor created again',
	async (_, reply, sent) => {
		const { run, records, methods } = scenario(beside(reply()));
		await advanceUntil(run());
		const { message, advice } = await advanceUntil(run());
		expect(message).toMatch(/\. Whether the campaign was created is not known \[item 3\]$/);
		expect(advice).toMatch(
			/^A campaign like it is in the list, and nothing shows whether it is this one\. Check the service before/,
		);
		expect(methods()).toEqual(sent);
		expect(records).toHaveLength(2);
	},
);

describe('A lost reply', () => {
	test('is not known to have come to nothing when the execution is stopped meanwhile', async () => {
		const stop = new AbortController();
		const list = () => void stop.abort();
		const { error } = await create({ create: () => lost(), list, signal: stop.signal });
		expect(error).toMatchObject({ mayHaveCreated: true });
	});

	test('is no reason to create a record where an older one will do', async () => {
		const recovery = { findOlder: async () => await Promise.resolve({ id: 9 }) };
		const { result, methods } = await create({ create: () => lost(), recovery });
		expect([result, methods()]).toEqual([{ id: 9 }, ['POST', 'GET', 'GET']]);
	});

	test('is given up after four tries, and the advice names what may be the cause', async () => {
		const { message, advice, methods, service } = await create({ create: () => lost() });
		expect(message).toBe('The connection was lost before the reply was complete [item 3]');
		expect(advice).toMatch(/campaign was looked up and does not exist.*used-up plan/);
		expect(methods().filter((method) => method === 'POST')).toHaveLength(4);
		expect(service.account.creations.get('campaigns')?.lastFailure).toMatchObject({
			way: 'lostReply',
		});
		const empty = await create({ create: () => lost({ kind: 'emptyReply', advice: 'Check.' }) });
		expect(empty.advice).toMatch(/may be the cause\.$/);
	});

	test('before a refusal is looked up once more, as the service may have acted late', async () => {
		const refusal = failed('refused', { message: 'The name is taken.' });
		const found = await create({
			create: (count, add) => (count === 1 ? lost() : (add(), refusal)),
		});
		expect(found.result).toMatchObject({ name: 'Spring' });
		const missing = await create({ create: (count) => (count === 1 ? lost() : refusal) });
		expect(missing.message).toBe('The name is taken. [item 3]');
		expect(missing.methods().filter((method) => method === 'POST')).toHaveLength(2);
	});

	test('to a creation that nothing can be told by is not looked up', async () => {
		const given = { body: {}, create: () => lost({ advice: '' }) };
		const { message, advice, methods } = await create(given);
		expect(message).toMatch(/\. Whether the campaign was created is not known \[item 3\]$/);
		expect(advice).toBe(
			"Nothing in the request distinguishes this campaign from others, so it can't be looked up. Give it a name. Check the service before you run this item again.",
		);
		expect(methods()).toEqual(['POST']);
	});

	test('is not known to have come to nothing when the list has no order and no end', async () => {
		const { message, advice, methods } = await create({
			create: () => lost(),
			list: (page) =>
				listReply('campaigns', [{ id: (page * 7) % 11, name: 'Other' }, { id: page + 20 }], {
					maxpage: 99,
				}),
		});
		expect(message).toMatch(/Whether the campaign was created is not known/);
		expect(advice).toMatch(/too long to be read to its end/);
		expect(methods().filter((method) => method === 'GET')).toHaveLength(10);
	});

	test('is not known to have come to nothing when the list cannot be read', async () => {
		const { message, advice, methods, error } = await create({
			create: () => lost(),
			list: () => failed('forbidden', { message: 'No.' }),
		});
		expect(message).toMatch(
			/^The connection was lost.*Whether the campaign was created is not known/,
		);
		expect(advice).toMatch(/^Looking it up failed, too \(No( \[item 3\])?\)\./);
		expect(error).toMatchObject({ context: { failureKind: 'outcomeUnknown' } });
		expect(methods()).toEqual(['POST', 'GET']);
	});
});

test('an answer that comes too late is waited for, a shorter time when the next try is late, too, and then is given up', async () => {
	const given = { create: () => lost({ late: true }) };
	const { methods, message, advice, seconds, took } = await create(given);
	expect(methods()).toEqual([
		...['POST', ...Array<string>(5).fill('GET')],
		...['POST', ...Array<string>(3).fill('GET')],
	]);
	const lookUps = seconds().slice(1, 6);
	expect(lookUps.map((at, n) => Math.round(at - (lookUps[n - 1] ?? at)))).toEqual([
		...[0, 2, 4, 8, 15],
	]);
	expect(message).toMatch(/Whether the campaign was created is not known/);
	expect(advice).toMatch(/not in the list yet/);
	expect(took).toBeLessThan(45_000);
});

describe('An answer that reports success and names no record', () => {
	test('gives the record from the list', async () => {
		const { result, methods } = await create({
			create: (_, add) => (add(), good({ message: 'Saved.' })),
		});
		expect(result).toMatchObject({ id: 1, name: 'Spring' });
		expect(methods()).toEqual(['POST', 'GET']);
	});

	test.each([
		[good({ message: 'The image is none...' }), 'The image is none... [item 3]'],
		[good({ msg: 'No.' }), 'No. [item 3]'],
		[good(), 'The reply does not name the new campaign [item 3]'],
	])('is a failure in the words of the service where there is none: %#', async (reply, words) => {
		const { message, advice, methods, error } = await create({ create: () => reply });
		expect(message).toBe(words);
		expect(advice).toMatch(/was looked up and does not exist\. The reply is no refusal/);
		expect(error).toMatchObject({ context: { failureKind: 'unnamedReply' } });
		expect(methods()).toEqual(['POST', 'GET']);
	});
});

describe('A service that fails on every creation while reading works', () => {
	const broken = () =>
		failed('unavailable', { retry: 'ifRepeatable', message: 'HTTP 500', sentAt: Date.now() });

	test('lets the items that fail meanwhile wait for the first one', async () => {
		const { run, service } = scenario({ create: () => broken() });
		const all = ['a', 'b', 'c'].map(async (name) => await run({ name }));
		const messages = (await advanceUntil(Promise.all(all))).map(({ message }) => message);
		expect(messages).toEqual(Array<string>(3).fill('HTTP 500 [item 3]'));
		expect(service.requests.filter(({ at }) => at === START)).toHaveLength(3);
		const countOf = (name: string) =>
			service.requests.filter(({ body }) => body.name === name).length;
		expect([countOf('a'), countOf('b'), countOf('c')]).toEqual([4, 1, 1]);
	});

	test('is tried once for each item, with one look-up, and in full after five minutes, or a failure of another sort', async () => {
		let failure: () => StubReply = broken;
		let looked = 0;
		const findOlder = async () => void looked++;
		const { run, service } = scenario({ create: () => failure(), recovery: { findOlder } });
		const requestsOf = async (name: string) => {
			const before = service.requests.length;
			await advanceUntil(run({ name }));
			return service.requests.slice(before).map(({ method }) => method);
		};
		const inFull = ['POST', 'GET', 'GET', 'POST'];
		expect((await requestsOf('a')).slice(0, 4)).toEqual(inFull);
		expect(looked).toBe(1);
		const began = Date.now();
		expect(await requestsOf('b')).toEqual(['POST', 'GET']);
		expect([looked, Date.now() - began]).toEqual([2, 500]);
		// A reply without a name shows that creations are answered again
		failure = () => good({ message: 'Saved.' });
		expect((await advanceUntil(run({ name: 'unnamed' }))).took).toBe(0);
		failure = broken;
		expect((await requestsOf('after it')).slice(0, 4)).toEqual(inFull);
		expect(await requestsOf('and once more')).toEqual(['POST', 'GET']);
		jest.setSystemTime(Date.now() + 5 * 60_000 + 1);
		expect((await requestsOf('c')).slice(0, 4)).toEqual(inFull);
		failure = () => lost();
		expect((await requestsOf('d')).slice(0, 4)).toEqual(inFull);
		failure = () => lost({ late: true });
		expect((await requestsOf('e')).slice(0, 4)).toEqual(['POST', 'GET', 'GET', 'GET']);
	});
});

test('two lost replies to the same body: the first creation takes the older record, as the second cannot take it', async () => {
	const lostAfter = async (ms: number, sentAt: number): Promise<StubReply> => {
		await sleep(ms);
		return lost({ sentAt });
	};
	const { run, records, methods } = scenario({
		create: (_, add, { body, at }) => {
			const { id } = add();
			return body.name === 'Other' ? good({ id }) : lostAfter(at === START ? 1_500 : 1_000, at);
		},
	});
	const runs = async () => {
		const first = run();
		await sleep(100);
		await run({ name: 'Other' });
		await sleep(1_000);
		return await Promise.all([first, run({ name: 'Spring' })]);
	};
	const [first, second] = await advanceUntil(runs());
	expect([first.result?.id, second.result?.id]).toEqual([1, 3]);
	expect(records).toHaveLength(3);
	expect(methods().filter((method) => method === 'POST')).toHaveLength(3);
});
