/** Waiting for a slot: who starts, who is rejected, and that every slot comes back. Virtual time. */
import { Abandoned, Canceled, RateLimitBusy } from '../../nodes/LinkManagement/errors';
import {
	RateLimiter,
	type Slot,
	type WaitOptions,
} from '../../nodes/LinkManagement/transport/rateLimit/rateLimiter';
import { advanceUntil, startClock, stopClock, timersLeft } from '../support/virtual/clock';

const ENDPOINT = 'GET /api/urls';

beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00.300Z')));
afterEach(stopClock);

const sleep = async (ms: number) => await new Promise<void>((done) => setTimeout(done, ms));
const acquire = async (limiter: RateLimiter, options?: WaitOptions, signal?: AbortSignal) =>
	await limiter.acquire(ENDPOINT, signal, options);
/** A limiter whose window holds so many more requests, and ends in 20 seconds. */
async function limiterWith(remaining: number): Promise<RateLimiter> {
	const limiter = new RateLimiter();
	const slot = await acquire(limiter);
	slot.release({ headers: { limit: 10, remaining, resetIn: 20_000 } });
	return limiter;
}

test('starts requests in the order in which they came', async () => {
	const limiter = await limiterWith(2);
	const slots = await Promise.all([acquire(limiter), acquire(limiter)]);
	const started: number[] = [];
	const waiting = [1, 2, 3].map(async (index) => {
		const slot = await acquire(limiter);
		started.push(index);
		slot.release({ headers: { limit: 10, remaining: 10 - index, resetIn: 20_000 } });
	});
	for (const slot of slots) slot.release({ headers: { limit: 10, remaining: 0, resetIn: 20_000 } });
	await advanceUntil(Promise.all(waiting));
	expect(started).toEqual([1, 2, 3]);
	expect(limiter.isIdle).toBe(true);
});

test('sends nothing for a run that was stopped, even if its turn comes at the same moment', async () => {
	const limiter = await limiterWith(1);
	const first = await acquire(limiter);
	const run = new AbortController();
	const stopped = acquire(limiter, {}, run.signal);
	run.abort();
	first.release({ headers: { limit: 10, remaining: 5, resetIn: 20_000 } });
	await expect(stopped).rejects.toThrow(Canceled);
	await expect(acquire(limiter, {}, run.signal)).rejects.toThrow(Canceled);
	expect(limiter.isIdle).toBe(true);
});

test('listens to no signal while requests wait, as Node.js warns of more than ten listeners', async () => {
	const limiter = await limiterWith(0);
	const run = new AbortController();
	const listen = jest.spyOn(run.signal, 'addEventListener');
	const waiting = Array.from({ length: 12 }, () => acquire(limiter, {}, run.signal));
	run.abort();
	await expect(advanceUntil(Promise.allSettled(waiting))).resolves.toHaveLength(12);
	expect(listen).not.toHaveBeenCalled();
	await advanceUntil(sleep(500));
	expect(timersLeft()).toBe(0);
});

test('rejects requests that are not wanted any more, also when asking for it throws', async () => {
	const limiter = await limiterWith(0);
	const problem = new Error('No answer');
	const waiting = Promise.allSettled([
		acquire(limiter, { abandoned: () => true }),
		acquire(limiter, {
			abandoned: () => {
				throw problem;
			},
		}),
	]);
	const [abandoned, thrown] = await advanceUntil(waiting);
	expect(abandoned).toMatchObject({ reason: expect.any(Abandoned) as Abandoned });
	expect(thrown).toMatchObject({ reason: problem });
	expect(limiter.isIdle).toBe(true);
});

test('rejects an urgent request at once when the next window is too far away, and keeps a slot for the next one', async () => {
	const limiter = await limiterWith(0);
	const begin = Date.now();
	await expect(acquire(limiter, { maxWait: 5_000 })).rejects.toThrow(RateLimitBusy);
	expect(Date.now()).toBe(begin);

	const first = await advanceUntil(acquire(limiter));
	first.release({ headers: { limit: 10, remaining: 1, resetIn: 20_000 } });
	const ordinary = acquire(limiter);
	const urgent = await advanceUntil(acquire(limiter, { maxWait: 5_000 }));
	urgent.release({ headers: { limit: 10, remaining: 0, resetIn: 15_000 } });
	const later = await advanceUntil(ordinary);
	expect(Date.now() - begin).toBeGreaterThan(35_000);
	later.release();
});

test('an urgent request waits for a window that opens in time', async () => {
	const limiter = await limiterWith(0);
	const slot = await advanceUntil(acquire(limiter, { maxWait: 25_000 }));
	slot.release();
	expect(limiter.isIdle).toBe(true);
});

test('a slot that is given back twice counts once', async () => {
	const limiter = new RateLimiter();
	const slot = await acquire(limiter);
	slot.release({ headers: { limit: 30, remaining: 29, resetIn: 20_000 } });
	slot.release();
	const slots: Slot[] = [];
	for (let index = 0; index < 17; index++)
		void acquire(limiter).then((started) => void slots.push(started));
	await advanceUntil(sleep(100));
	expect(slots).toHaveLength(16);
});
