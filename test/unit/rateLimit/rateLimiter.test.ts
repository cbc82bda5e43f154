/**
 * Waiting for a slot: who starts, who is rejected, how long an urgent request waits, and that every slot comes back.
 * Virtual time.
 */
import {
	LimitWaits,
	MAX_IN_FLIGHT,
	RateLimiter,
	type Slot,
	type WaitOptions,
} from '../../../nodes/LinkManagement/client/rateLimit/rateLimiter';
import { Abandoned, Canceled, RateLimitBusy } from '../../../nodes/LinkManagement/errors';
import { advanceUntil, startClock, stopClock, timersLeft } from '../../support/virtual/clock';

/** No slot is taken, and no request waits. */
const IDLE = { inFlight: 0, waiters: [] };

let limiter: RateLimiter;
let begin: number;
beforeEach(() => {
	startClock(Date.parse('2030-01-31T10:00:00.300Z'));
	limiter = new RateLimiter();
	begin = Date.now();
});
afterEach(stopClock);

const sleep = async (ms: number) => await new Promise<void>((done) => setTimeout(done, ms));
const passed = () => Date.now() - begin;
const acquire = async (options?: WaitOptions, signal?: AbortSignal, limitWaits?: LimitWaits) =>
	await limiter.acquire(signal, options, limitWaits);
/** One request, after which so many remain of a window of 20 seconds. */
async function leave(remaining: number, resetIn = 20_000): Promise<void> {
	(await acquire()).release({ limit: 10, remaining, resetIn });
}
/** How a request that waits ends, and when, in ms since the test began. */
const ended = async (waiting: Promise<Slot>): Promise<{ reason?: unknown; at: number }> =>
	await waiting.then(
		() => ({ at: passed() }),
		(reason: unknown) => ({ reason, at: passed() }),
	);
const endOf = async (waiting: Promise<Slot>) => await advanceUntil(ended(waiting));

test('starts requests in the order in which they came', async () => {
	await leave(2);
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
	expect(limiter).toMatchObject(IDLE);
});

test('sends nothing for a run that was stopped, even if its turn comes at the same moment', async () => {
	await leave(1);
	const first = await acquire();
	const run = new AbortController();
	const stopped = acquire({}, run.signal);
	run.abort();
	first.release({ limit: 10, remaining: 5, resetIn: 20_000 });
	await expect(stopped).rejects.toThrow(Canceled);
	await expect(acquire({}, run.signal)).rejects.toThrow(Canceled);
	expect(limiter).toMatchObject(IDLE);
});

test('rejects requests that are not wanted any more, also when asking for it throws', async () => {
	await leave(0);
	const problem = new Error('No answer');
	const waiting = Promise.allSettled([
		acquire({ abandoned: () => true }),
		acquire({
			abandoned: () => {
				throw problem;
			},
		}),
	]);
	const [abandoned, thrown] = await advanceUntil(waiting);
	expect(abandoned).toMatchObject({ reason: expect.any(Abandoned) as Abandoned });
	expect(thrown).toMatchObject({ reason: problem });
	expect(limiter).toMatchObject(IDLE);
});

test('rejects an urgent request at once when the next window is too far away, and keeps a slot for the next one', async () => {
	await leave(0);
	await expect(acquire({ maxWait: 5_000 })).rejects.toThrow(RateLimitBusy);
	expect(passed()).toBe(0);

	const first = await advanceUntil(acquire());
	first.release({ limit: 10, remaining: 1, resetIn: 20_000 });
	const ordinary = acquire();
	const urgent = await advanceUntil(acquire({ maxWait: 5_000 }));
	urgent.release({ limit: 10, remaining: 0, resetIn: 15_000 });
	const later = await advanceUntil(ordinary);
	expect(passed()).toBeGreaterThan(35_000);
	later.release();
});

test('a slot that is given back twice counts once', async () => {
	const slot = await acquire();
	slot.release({ limit: 30, remaining: 29, resetIn: 20_000 });
	slot.release();
	const slots: Slot[] = [];
	for (let index = 0; index < 17; index++)
		void acquire().then((started) => void slots.push(started));
	await advanceUntil(sleep(100));
	expect(slots).toHaveLength(16);
});

describe('Without jitter', () => {
	beforeEach(() => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
	});

	test('a request of a run that was stopped before is rejected at once', async () => {
		await leave(0);
		const run = new AbortController();
		run.abort();
		const { reason, at } = await endOf(acquire({}, run.signal));
		expect([reason, at]).toEqual([expect.any(Canceled), 0]);
	});

	test('at most 16 requests are in flight', async () => {
		(await acquire()).release({});
		const slots: Slot[] = [];
		for (let index = 0; index < MAX_IN_FLIGHT + 2; index++)
			void acquire().then((slot) => void slots.push(slot));
		await advanceUntil(sleep(1_000));
		expect(slots).toHaveLength(16);
		slots[0]!.release({});
		await advanceUntil(sleep(0));
		expect(slots).toHaveLength(17);
	});

	test('Stop, and that a request is no longer needed, are noticed within a quarter of a second', async () => {
		await leave(0);
		const run = new AbortController();
		const stopped = endOf(acquire({}, run.signal));
		run.abort();
		expect(await stopped).toEqual({ reason: expect.any(Canceled) as Canceled, at: 250 });
		const abandoned = await endOf(acquire({ abandoned: () => true }));
		expect(abandoned).toEqual({ reason: expect.any(Abandoned) as Abandoned, at: 500 });
		await advanceUntil(sleep(1_000));
		expect(timersLeft()).toBe(0);
	});

	describe('An urgent request', () => {
		test.each([
			[19_999, 20_000, 0],
			[20_000, undefined, 20_000],
		])(
			'that may wait %d ms for a window in 20 s ends as it should',
			async (maxWait, readyIn, at) => {
				await leave(0);
				const { reason, at: endedAt } = await endOf(acquire({ maxWait }));
				expect(endedAt).toBe(at);
				expect((reason as RateLimitBusy | undefined)?.readyIn).toBe(readyIn);
			},
		);

		test('waits three seconds longer for a reply that is due', async () => {
			await acquire();
			const { reason, at } = await endOf(acquire({ maxWait: 2_000 }));
			expect(reason).toBeInstanceOf(RateLimitBusy);
			expect((reason as RateLimitBusy).readyIn).toBe(60_000);
			expect(at).toBe(5_250);
		});

		test('waits three seconds longer while 16 requests are in flight, even if the window has requests left', async () => {
			(await acquire()).release({});
			for (let index = 0; index < MAX_IN_FLIGHT; index++) await acquire();
			const { reason, at } = await endOf(acquire({ maxWait: 2_000 }));
			expect(reason).toBeInstanceOf(RateLimitBusy);
			expect(at).toBe(5_250);
		});

		test('that is rejected knows how long the service asked to wait', async () => {
			(await acquire()).release({ refusal: { retryAfter: 30_000 } });
			const { reason } = await endOf(acquire({ maxWait: 1_000 }));
			expect((reason as RateLimitBusy).readyIn).toBe(30_000);
		});

		test('that got the slot that is kept leaves the others to ordinary ones', async () => {
			await leave(0);
			await endOf(acquire({ maxWait: 1_000 }));
			await advanceUntil(sleep(20_000));
			await leave(2);
			await advanceUntil(sleep(2_000));
			(await acquire({ maxWait: 1_000 })).release({ limit: 10, remaining: 1, resetIn: 18_000 });
			const before = passed();
			expect(await endOf(acquire())).toEqual({ at: before });
		});

		test('takes the slot that is kept, which an ordinary one does not', async () => {
			await leave(0);
			await endOf(acquire({ maxWait: 1_000 }));
			await advanceUntil(sleep(20_000));
			await leave(1);
			const ordinary = acquire();
			const before = passed();
			const urgent = await acquire({ maxWait: 1_000 });
			expect(passed()).toBe(before);
			urgent.release({ limit: 10, remaining: 0, resetIn: 10_000 });
			(await advanceUntil(ordinary)).release();
			expect(passed() - before).toBeGreaterThanOrEqual(10_000);
		});
	});

	describe('A wait for the limit', () => {
		const withWaits = () => {
			const told: unknown[] = [];
			const tell = (limit: unknown, duration: number) => told.push({ limit, duration });
			return { told, limitWaits: new LimitWaits(tell) };
		};

		test('is not reported for an urgent request that is rejected at once', async () => {
			await leave(0);
			const { told, limitWaits } = withWaits();
			const { reason } = await endOf(acquire({ maxWait: 1_000 }, undefined, limitWaits));
			expect(reason).toBeInstanceOf(RateLimitBusy);
			expect([told, limitWaits.total]).toEqual([[], 0]);
		});

		test('that begins while a request waits for a reply is reported, too', async () => {
			await leave(1);
			const last = await acquire();
			const { told, limitWaits } = withWaits();
			const waiting = acquire({}, undefined, limitWaits);
			expect(told).toEqual([]);
			last.release({ limit: 10, remaining: 0, resetIn: 20_000 });
			await endOf(waiting);
			expect(told).toEqual([{ limit: 10, duration: expect.any(Number) as number }]);
			expect(limitWaits.total).toBeGreaterThan(19_000);
		});

		test('is not reported for a request that is no longer needed when it begins', async () => {
			await leave(1);
			const last = await acquire();
			const { told, limitWaits } = withWaits();
			const waiting = acquire({ abandoned: () => true }, undefined, limitWaits);
			last.release({ limit: 10, remaining: 0, resetIn: 20_000 });
			const { reason } = await endOf(waiting);
			expect(reason).toBeInstanceOf(Abandoned);
			await advanceUntil(sleep(5_000));
			expect([told, limitWaits.total]).toEqual([[], 0]);
		});
	});
});
