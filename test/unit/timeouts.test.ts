/** How long one request, a poll and a dropdown may take, in virtual time, and what is left behind. */
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type IDataObject, type ILoadOptionsFunctions, sleep } from 'n8n-workflow';

import type { Caller } from '../../nodes/LinkManagement/client/http';
import { RateLimiter } from '../../nodes/LinkManagement/client/rateLimit/rateLimiter';
import { openService, type Service } from '../../nodes/LinkManagement/client/service';
import { KeyedMutex, wait } from '../../nodes/LinkManagement/client/wait';
import { Canceled } from '../../nodes/LinkManagement/errors';
import { listSearch } from '../../nodes/LinkManagement/methods/listSearch';
import { outcomeOf } from '../support/stubService';
import {
	advanceUntil,
	stopClock,
	timeOutByClock,
	timersLeft,
	useVirtualClock,
} from '../support/virtual/clock';
import { poll, pollContext } from '../support/virtual/polls';
import { newHost } from '../support/virtual/scriptedRun';

useVirtualClock('2030-01-31T10:00:00Z');
beforeEach(timeOutByClock);

type Helper = (this: Caller, credential: string, request: IDataObject) => Promise<unknown>;

/** The reply trickles: it never ends, and n8n's own timeout never fires. */
const endless: Helper = () => new Promise(() => undefined);
const good: Helper = async () => ({ statusCode: 200, headers: {}, body: { error: 0, data: {} } });

/** What n8n gives to a node that sends requests. */
const contextWith = (helper: Helper, more: object = {}) => ({
	getNode: () => ({ id: '1', name: 'Links', type: '', typeVersion: 1, parameters: {} }),
	getTimezone: () => 'UTC',
	getCredentials: async () => ({ baseUrl: `https://${newHost()}.example.com`, apiKey: 'key' }),
	helpers: { httpRequestWithAuthentication: helper },
	...more,
});

/** How long work takes, in ms, and the error that it ends with. */
async function timed(work: Promise<unknown>): Promise<{ took: number; error: unknown }> {
	const began = Date.now();
	const { error } = await advanceUntil(outcomeOf(work));
	return { error, took: Date.now() - began };
}

describe('A reply that never ends', () => {
	const open = async (helper: Helper, options: { timeout?: number }, signal?: AbortSignal) =>
		await openService(
			contextWith(helper, { getExecutionCancelSignal: () => signal }) as unknown as Caller,
			options,
		);
	const get = async (service: Service) =>
		await service.send({ method: 'GET', url: '/api/account' });

	test.each([
		['the timeout that was set', { timeout: 3_000 }, 3_000],
		["n8n's default of five minutes", {}, 300_000],
		['the longest timer that Node.js has', { timeout: 1e15 }, 2 ** 31 - 1],
	])('is given up after %s, and the connection is closed', async (_, options, limit) => {
		const signals: AbortSignal[] = [];
		const service = await open(async function (this: Caller, ...args) {
			signals.push(
				(this as { getExecutionCancelSignal: () => AbortSignal }).getExecutionCancelSignal(),
			);
			expect(args[1].abortSignal).toBe(signals.at(-1));
			return await endless.apply(this, args);
		}, options);
		const { took, error } = await timed(get(service));
		expect(error).toMatchObject({ httpCode: 'ETIMEDOUT', context: { failureKind: 'lostReply' } });
		expect(signals).toHaveLength(4);
		expect(signals.every(({ aborted }) => aborted)).toBe(true);
		expect(took).toBeGreaterThanOrEqual(4 * limit);
		expect(took).toBeLessThan(4 * limit + 10_000);
	});

	test('ends at once with Stop, also where n8n does not close the connection', async () => {
		const stop = new AbortController();
		const service = await open(endless, {}, stop.signal);
		const request = timed(get(service));
		setTimeout(() => stop.abort(), 1_000);
		const { took, error } = await request;
		expect(error).toBeInstanceOf(Canceled);
		expect(took).toBe(1_000);
	});
});

test('A request that has ended leaves no timeout behind', async () => {
	stopClock();
	const timeouts: Array<WeakRef<AbortSignal>> = [];
	const { timeout } = AbortSignal;
	// A spy would keep what it returned
	AbortSignal.timeout = (ms) => {
		const signal = timeout.call(AbortSignal, ms);
		timeouts.push(new WeakRef(signal));
		return signal;
	};
	const service = await openService(contextWith(good) as unknown as ILoadOptionsFunctions);
	for (let requests = 0; requests < 50; requests++) await service.get('/api/account');
	AbortSignal.timeout = timeout;
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	for (let passes = 0; passes < 3; passes++) {
		await delay(10);
		collect();
	}
	expect(timeouts).toHaveLength(50);
	// The last one may still be in use
	expect(timeouts.filter((signal) => signal.deref()).length).toBeLessThan(2);
});

test('A poll ends before n8n gives it up', async () => {
	const logger = { warn: () => undefined };
	const context = pollContext(contextWith(endless, { logger }), { event: 'newLink' }, {});
	const { took, error } = await timed(poll(context));
	expect(error).toMatchObject({ context: { failureKind: 'lostReply' } });
	expect(took).toBeLessThanOrEqual(30_000);
});

test('A dropdown ends after 20 seconds', async () => {
	const context = contextWith(endless) as unknown as ILoadOptionsFunctions;
	const { took, error } = await timed(listSearch.searchCampaigns.call(context));
	expect(error).toMatchObject({ context: { failureKind: 'lostReply' } });
	expect(took).toBeLessThanOrEqual(20_000);
});

test('Changes of one record go one after another, also after a failure, and Stop ends a wait', async () => {
	const mutex = new KeyedMutex();
	const stop = new AbortController();
	const log: string[] = [];
	let fourth: Promise<void> | undefined;
	const work = (name: string) => async () => {
		log.push(`${name} begins`);
		// It comes when the first ones have ended
		if (name === 'three') fourth = mutex.run('key', undefined, work('four'));
		await sleep(1_000);
		log.push(`${name} ends`);
		if (name === 'one') throw new Error('no');
	};
	(await advanceUntil(mutex.acquire('free', undefined)))();
	expect(timersLeft()).toBe(0);
	const first = mutex.run('key', undefined, work('one')).catch((error: Error) => error.message);
	const second = mutex.run('key', stop.signal, work('two')).catch((error: unknown) => error);
	const third = mutex.run('key', undefined, work('three'));
	stop.abort();
	expect(await advanceUntil(second)).toBeInstanceOf(Canceled);
	expect(log).toEqual(['one begins']);
	expect(await advanceUntil(Promise.all([first, third]))).toEqual(['no', undefined]);
	await advanceUntil(fourth!);
	expect(log).toEqual(
		['one', 'three', 'four'].flatMap((name) => [`${name} begins`, `${name} ends`]),
	);
	// Nothing is kept of what has ended
	expect(mutex).toEqual(new KeyedMutex());
});

test('A wait is as long as it should be, and Stop ends it within half a second', async () => {
	expect(await timed(wait(1_200, undefined))).toEqual({ took: 1_200, error: undefined });
	const stop = new AbortController();
	setTimeout(() => stop.abort(), 1_001);
	const { took, error } = await timed(wait(60_000, stop.signal));
	expect([took, error]).toEqual([1_500, expect.any(Canceled)]);
});

test('A clock that is set back lengthens neither a back-off nor a window', async () => {
	const MINUTE = 60_000;
	/** How long work takes, in ms, while somebody sets the clock back by an hour. */
	async function tookInSpiteOf(work: Promise<unknown>): Promise<number> {
		const began = performance.now();
		jest.advanceTimersByTime(1_000);
		jest.setSystemTime(Date.now() - 60 * MINUTE);
		await advanceUntil(work);
		return performance.now() - began;
	}
	expect(await tookInSpiteOf(wait(MINUTE, undefined))).toBeLessThan(MINUTE + 100);
	const limiter = new RateLimiter();
	(await limiter.acquire(undefined)).release({ remaining: 0, resetIn: MINUTE });
	expect(await tookInSpiteOf(limiter.acquire(undefined))).toBeLessThan(MINUTE + 500);
});
