/**
 * Waiting for a slot: who starts, who is rejected, how long an urgent request waits, that every slot comes back, and what a run
 * learns about its waits. Virtual time without jitter.
 */
import { sleep } from 'n8n-workflow';

import { LimitWaits, type RunLog } from '../../../nodes/LinkManagement/client/log';
import type { LimitInfo } from '../../../nodes/LinkManagement/client/rateLimit/headers';
import {
	MAX_IN_FLIGHT,
	RateLimiter,
	type Slot,
	type WaitOptions,
} from '../../../nodes/LinkManagement/client/rateLimit/rateLimiter';
import { Abandoned, Canceled, RateLimitBusy } from '../../../nodes/LinkManagement/errors';
import { advanceUntil, timersLeft, useVirtualClock } from '../../support/virtual/clock';

useVirtualClock();
let limiter: RateLimiter;
let begin: number;
let waits: LimitWaits;
let logged: string[];
beforeEach(() => {
	jest.spyOn(Math, 'random').mockReturnValue(0);
	limiter = new RateLimiter();
	begin = Date.now();
	logged = [];
	waits = waitsFor(limiter);
});

const waitsFor = (of: RateLimiter): LimitWaits =>
	new LimitWaits(of, { debug: (line: string) => void logged.push(line) } as RunLog);

const pass = async (ms: number) => await advanceUntil(sleep(ms));
const passed = () => Date.now() - begin;
const acquire = async (options?: WaitOptions, signal?: AbortSignal) =>
	await limiter.acquire(signal, options, waits);
/** One request, after which so many remain of a window of 20 seconds. */
async function leave(remaining: number): Promise<void> {
	(await acquire()).release({ limit: 10, remaining, resetIn: 20_000 });
}
/** How a request that waits ends, and when, in ms since the test began. */
const endOf = async (waiting: Promise<Slot>) =>
	await advanceUntil(
		waiting.then(
			() => ({ reason: undefined, at: passed() }),
			(reason: unknown) => ({ reason, at: passed() }),
		),
	);

/** Of so many requests, those that start within this time. The others are stopped. */
async function startOf(count: number, ms = 0): Promise<Slot[]> {
	const slots: Slot[] = [];
	const stop = new AbortController();
	const waiting = Array.from({ length: count }, async () => {
		slots.push(await acquire({}, stop.signal));
	});
	await pass(ms);
	stop.abort();
	await advanceUntil(Promise.allSettled(waiting));
	return slots;
}

test('starts requests in the order in which they came', async () => {
	await leave(4);
	const slots = await Promise.all([acquire(), acquire()]);
	const started: number[] = [];
	const waiting = [1, 2, 3].map(async (index) => {
		const slot = await acquire();
		started.push(index);
		slot.release({ limit: 10, remaining: 10 - index, resetIn: 20_000 });
	});
	for (const slot of slots) slot.release({ limit: 10, remaining: 0, resetIn: 20_000 });
	await advanceUntil(Promise.all(waiting));
	expect(started).toEqual([1, 2, 3]);
});

test('sends nothing for a run that was stopped, even if its turn comes at the same moment', async () => {
	await leave(1);
	const first = await acquire();
	const run = new AbortController();
	const stopped = acquire({}, run.signal);
	run.abort();
	first.release({ limit: 10, remaining: 5, resetIn: 20_000 });
	await expect(stopped).rejects.toThrow(Canceled);
	await leave(0);
	const { reason, at } = await endOf(acquire({}, run.signal));
	expect([reason, at]).toEqual([expect.any(Canceled), 0]);
});

test('after a window whose end is not known, one request shows what the next one allows', async () => {
	(await acquire()).release({ limit: 3, remaining: 2 });
	const second = await acquire();
	const started = startOf(3, 1_000);
	second.release({ limit: 3, remaining: 0 });
	expect(await started).toHaveLength(1);
});

test('Stop, and that a request is no longer needed, are noticed within a quarter of a second', async () => {
	await leave(0);
	const run = new AbortController();
	const stopped = endOf(acquire({}, run.signal));
	run.abort();
	expect(await stopped).toEqual({ reason: expect.any(Canceled) as Canceled, at: 250 });
	const isLater = () => passed() > 250;
	const abandoned = await endOf(acquire({ abandoned: isLater }));
	expect(abandoned).toEqual({ reason: expect.any(Abandoned) as Abandoned, at: 500 });
	const problem = new Error('No answer');
	const throws = () => {
		if (passed() > 500) throw problem;
		return false;
	};
	expect(await endOf(acquire({ abandoned: throws }))).toEqual({ reason: problem, at: 750 });
	await pass(1_000);
	expect(timersLeft()).toBe(0);
});

describe('An urgent request', () => {
	test.each([
		[19_999, 20_000, 0],
		[20_000, undefined, 20_000],
	])('that may wait %d ms for a window in 20 s ends as it should', async (maxWait, readyIn, at) => {
		(await acquire()).release({ refusal: { retryAfter: 20_000 } });
		const { reason, at: endedAt } = await endOf(acquire({ maxWait }));
		expect(endedAt).toBe(at);
		expect((reason as RateLimitBusy | undefined)?.readyIn).toBe(readyIn);
	});

	test.each([
		['for a reply that is due', 1],
		['while 16 requests are in flight, even if the window has requests left', MAX_IN_FLIGHT],
	])('waits three seconds longer %s', async (_, inFlight) => {
		if (inFlight > 1) (await acquire()).release({});
		for (let index = 0; index < inFlight; index++) await acquire();
		const { reason, at } = await endOf(acquire({ maxWait: 2_000 }));
		expect([(reason as RateLimitBusy).readyIn, at]).toEqual([60_000, 5_250]);
	});

	test.each([1, 2])('keeps a request of the next window when it is rejected: %i', async (count) => {
		await leave(0);
		for (let n = 0; n < count; n++) await endOf(acquire({ maxWait: 1_000 }));
		await pass(20_000);
		await leave(count);
		await pass(1_000);
		let hasStarted = false;
		const ordinary = acquire().then(() => (hasStarted = true));
		const before = passed();
		const urgent = Array.from({ length: count }, () => acquire({ maxWait: 1_000 }));
		const slots = await Promise.all(urgent);
		expect([hasStarted, passed()]).toEqual([false, before]);
		for (const { release } of slots) release({ limit: 10, remaining: 0, resetIn: 10_000 });
		await advanceUntil(ordinary);
		expect(passed() - before).toBeGreaterThanOrEqual(10_000);
	});

	test('starts before ordinary ones that have waited longer', async () => {
		await leave(0);
		const started: string[] = [];
		const start = async (name: string, options?: WaitOptions) => {
			const slot = await acquire(options);
			started.push(name);
			slot.release({});
		};
		await advanceUntil(Promise.all([start('ordinary'), start('urgent', { maxWait: 30_000 })]));
		expect(started).toEqual(['urgent', 'ordinary']);
	});

	test('leaves to others what was kept for it as soon as it has started', async () => {
		await leave(0);
		await endOf(acquire({ maxWait: 1_000 }));
		await pass(20_000);
		await leave(3);
		await pass(1_000);
		await leave(1);
		let hasStarted = false;
		const ordinary = acquire().then(() => (hasStarted = true));
		await pass(0);
		expect(hasStarted).toBe(false);
		(await acquire({ maxWait: 1_000 })).release({ limit: 10, remaining: 1, resetIn: 10_000 });
		const before = passed();
		await advanceUntil(ordinary);
		expect(passed()).toBe(before);
	});

	test('keeps nothing any more 20 minutes after it was rejected', async () => {
		await leave(0);
		await endOf(acquire({ maxWait: 1_000 }));
		await pass(20 * 60_000 - 1_000);
		await leave(1);
		await pass(1_000);
		const before = passed();
		await advanceUntil(acquire());
		expect(passed()).toBe(before);
	});
});

test('HTTP 503 soon after a success halves what is in flight, and ten successes in a row add one', async () => {
	(await acquire()).release({ outcome: 'success' });
	const end = (slots: Slot[], outcome?: LimitInfo['outcome']) => {
		for (const { release } of slots) release({ outcome });
	};
	let slots = await startOf(20);
	for (const count of [16, 8, 4, 2, 1, 1]) {
		expect(slots).toHaveLength(count);
		end(slots.slice(0, 1), 'unavailable');
		end(slots.slice(1));
		await pass(100);
		slots = await startOf(20);
	}
	end(slots);
	for (let n = 0; n < 30; n++) end([await advanceUntil(acquire())], 'success');
	for (let n = 0; n < 9; n++) end([await advanceUntil(acquire())], 'success');
	end([await advanceUntil(acquire())]);
	end([await advanceUntil(acquire())], 'success');
	slots = await startOf(20);
	expect(slots).toHaveLength(2);
	end(slots);
	// The service is down
	await pass(5_000);
	for (let n = 0; n < 2; n++) end([await advanceUntil(acquire())], 'unavailable');
	expect(await startOf(20)).toHaveLength(2);
});

test.each([
	['before the first success', false],
	['five seconds after the last success', true],
])('HTTP 503 %s slows nothing', async (_, hasSucceeded) => {
	if (hasSucceeded) (await acquire()).release({ outcome: 'success' });
	await pass(5_000);
	(await acquire()).release({ outcome: 'unavailable' });
	expect(await startOf(20)).toHaveLength(16);
});

test('HTTP 503 while one request at once is allowed makes each wait twice as long', async () => {
	(await acquire()).release({ outcome: 'success' });
	const startedAt: number[] = [];
	for (let request = 0; request < 4; request++) {
		const slot = await advanceUntil(acquire());
		startedAt.push(passed());
		slot.release({ outcome: 'unavailable' });
	}
	expect(startedAt).toEqual([0, 0, 100, 300]);
});

test("what a reply says of the service's clock counts until another one says more", async () => {
	(await acquire()).release({ clockSkew: 5_000 });
	(await acquire()).release({});
	expect(limiter.clockSkew).toBe(5_000);
});

test('requests that wait for one moment have one timer', async () => {
	await leave(0);
	const waiting = [1, 2, 3].map(async () => (await acquire()).release({}));
	expect(timersLeft()).toBe(1);
	await advanceUntil(Promise.all(waiting));
});

test('a window that the service begins early is used at once', async () => {
	await leave(5);
	await pass(19_000);
	await leave(9);
	// Half of what remains
	expect(await startOf(20)).toHaveLength(4);
});

test.each([
	[20_000, 20_200],
	[60_000, 60_250],
])(
	'a wait of %i ms is up to %i ms long, so that processes do not start at once',
	async (ms, most) => {
		jest.spyOn(Math, 'random').mockReturnValue(1);
		limiter = new RateLimiter();
		(await acquire()).release({ refusal: { retryAfter: ms } });
		await advanceUntil(acquire());
		expect(passed()).toBe(most);
	},
);

test('refusals that go on saying "at once" make each wait twice as long, a minute at most', async () => {
	const waited: number[] = [];
	let last = 0;
	for (let request = 0; request < 9; request++) {
		(await advanceUntil(acquire())).release({ refusal: { retryAfter: 0 } });
		waited.push(Math.round((passed() - last) / 1_000));
		last = passed();
	}
	expect(waited).toEqual([0, 1, 1, 2, 4, 8, 16, 32, 60]);
});

test.each([
	[{ refusal: { retryAfter: 20_000 }, resetIn: 5_000 }, 20_000],
	[{ refusal: { retryAfter: undefined }, resetIn: 5_000 }, 5_000],
	[{ refusal: { retryAfter: undefined } }, 60_000],
	[{ refusal: { retryAfter: 24 * 3_600_000 } }, 3_600_000],
	[{ remaining: 0, resetIn: 50 * 60_000 }, 65_000],
] as Array<[LimitInfo, number]>)(
	'a reply with %j makes all wait for %d ms',
	async (figures, wait) => {
		(await acquire()).release(figures);
		await advanceUntil(acquire());
		expect(passed()).toBe(wait);
	},
);

test('the wait of a run begins also while a request waits for a reply, unless it is no longer needed then', async () => {
	for (const isAbandoned of [true, false]) {
		await leave(1);
		const last = await acquire();
		let hasReply = false;
		const waiting = endOf(acquire({ abandoned: () => hasReply && isAbandoned }));
		expect(logged).toEqual([]);
		last.release({ limit: 10, remaining: 0, resetIn: 20_000 });
		await pass(0);
		hasReply = true;
		await waiting;
		await pass(20_000);
		expect(logged).toHaveLength(isAbandoned ? 0 : 1);
		expect(Math.round(waits.total / 1_000)).toBe(isAbandoned ? 0 : 20);
		limiter = new RateLimiter();
	}
});
