/** Whatever comes back for a request, or never comes, its slot of the rate limit comes back: a key stays usable. Virtual time. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { keyFor } from '../../nodes/LinkManagement/client/memory';
import { Abandoned, RateLimitBusy } from '../../nodes/LinkManagement/errors';
import { advanceUntil, startClock, stopClock, timeOutByClock } from '../support/virtual/clock';
import {
	create,
	list,
	never,
	ScriptedService,
	SECOND,
	sendAll,
	times,
} from '../support/virtual/requests';
import { open, WatchedSignal } from '../support/virtual/runs';

beforeEach(() => {
	startClock(Date.parse('2030-01-31T10:00:00.300Z'));
	timeOutByClock();
});
afterEach(stopClock);

const nested = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as IDataObject;

describe('a reply that cannot be read gives its slot back', () => {
	test.each<[string, IDataObject]>([
		['under message', { error: 1, message: nested }],
		['in a list of errors', { error: 1, message: 'No.', errors: [nested] }],
	])('JSON nested thousands of levels deep, %s', async (where, body) => {
		const service = new ScriptedService(`nested-${where.replace(/\W+/g, '-')}`);
		service.script = (_, count) =>
			count === 1 ? { statusCode: 400, headers: {}, body } : undefined;
		const opened = await open(service);
		await expect(advanceUntil(opened.send(list()))).rejects.toThrow();
		expect(await sendAll(opened, [list()])).toBeLessThan(SECOND);
	});
});

describe('whatever is thrown, the slot comes back', () => {
	test('when a request is not wanted any more as it gets its slot', async () => {
		const service = new ScriptedService('abandoned');
		const opened = await open(service);
		let asked = 0;
		const abandoned = () => ++asked > 0;
		await expect(opened.send(list(), { abandoned })).rejects.toThrow(Abandoned);
		expect(await sendAll(opened, [list()])).toBeLessThan(SECOND);
		expect(service.count).toBe(1);
	});

	test('when reading the reply throws', async () => {
		const service = new ScriptedService('throws');
		const body = Object.defineProperty({}, 'error', { get: () => new Array(-1) });
		service.script = (_, count) =>
			count === 1 ? { statusCode: 200, headers: {}, body } : undefined;
		const opened = await open(service);
		await expect(advanceUntil(opened.send(list()))).rejects.toThrow('Invalid array length');
		expect(await sendAll(opened, [list()])).toBeLessThan(SECOND);
	});
});

test('whatever comes back, a request ends, and gives its slot back', async () => {
	const text = fc.oneof(fc.string(), fc.double().map(String), fc.bigInt().map(String));
	const limits = ['limit', 'remaining', 'reset'].map((name) => `x-ratelimit-${name}`);
	const anyReply = fc.record({
		statusCode: fc.oneof(fc.constantFrom(200, 400, 429, 503), fc.integer()),
		headers: fc.dictionary(fc.constantFrom(...limits, 'retry-after', 'date', 'location'), text),
		body: fc.oneof(
			fc.record(
				{ error: fc.anything(), message: fc.anything(), 'Retry-After': fc.anything() },
				{ requiredKeys: [] },
			),
			fc.anything(),
			fc.constant({ error: 1, message: nested }),
		),
	});
	let run = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(anyReply, { minLength: 1, maxLength: 6 }), async (replies) => {
			const service = new ScriptedService(`anything-${++run}`);
			service.script = (_, count) => replies[count - 1] as IDataObject | undefined;
			const opened = await open(service);
			const requests = replies.map(async () => await opened.request(list(), { maxWait: SECOND }));
			for (const result of await advanceUntil(Promise.allSettled(requests)))
				if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(RateLimitBusy);
			expect(keyFor(service.url, 'key').openRequests).toBe(0);
		}),
		{ numRuns: 200 },
	);
});

describe('a request with a maximum wait ends in time', () => {
	test('while the only reply that could tell the limit never comes', async () => {
		const service = new ScriptedService('hanging');
		service.script = () => never;
		const opened = await open(service);
		void opened.send(list());
		const begin = Date.now();
		const poll = opened.send(list(2), { maxWait: 5 * SECOND });
		setTimeout(() => undefined, 10 * SECOND);
		await expect(advanceUntil(poll)).rejects.toThrow(RateLimitBusy);
		expect(Date.now() - begin).toBeLessThanOrEqual(8.5 * SECOND);
	});

	test('while 16 requests never end', async () => {
		const service = new ScriptedService('all-hanging');
		const opened = await open(service);
		await sendAll(opened, [list()]);
		service.script = () => never;
		for (const request of times(16, create)) void opened.send(request);
		const begin = Date.now();
		const poll = opened.send(list(), { maxWait: 5 * SECOND });
		setTimeout(() => undefined, 10 * SECOND);
		await expect(advanceUntil(poll)).rejects.toThrow(RateLimitBusy);
		expect(Date.now() - begin).toBeLessThanOrEqual(8.5 * SECOND);
	});
});

test('Stop ends a wait for a reply that never comes', async () => {
	const service = new ScriptedService('stop-while-hanging');
	service.script = () => never;
	const [, signal] = [await open(service), new WatchedSignal()];
	void (await open(service)).send(list());
	const waiting = (await open(service, signal.signal)).send(list());
	setTimeout(() => signal.stop(), 2 * SECOND);
	const begin = Date.now();
	await expect(advanceUntil(waiting)).rejects.toThrow(/canceled/);
	expect(Date.now() - begin).toBeLessThanOrEqual(3 * SECOND);
});

test('a first request that never ends does not keep the others waiting', async () => {
	const service = new ScriptedService('first-hangs');
	service.script = (_, count) => (count === 1 ? never : undefined);
	const opened = await open(service);
	void opened.send(list());
	expect(await sendAll(opened, times(20, create))).toBeLessThanOrEqual(15 * SECOND);
});
