/** How long a run waits for the limit, however many of its requests wait. Virtual time. */
import { LimitWaits } from '../../nodes/LinkManagement/transport/rateLimit/limitWaits';
import { RateLimiter } from '../../nodes/LinkManagement/transport/rateLimit/rateLimiter';
import { advanceUntil, startClock, stopClock } from '../support/virtual/clock';

const ENDPOINT = 'GET /api/urls';
const SECOND = 1_000;
/** Jitter, and how often the requests that wait are looked at, in ms. */
const TOLERANCE = 600;

beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00.300Z')));
afterEach(stopClock);

const sleep = async (ms: number) => await new Promise<void>((done) => setTimeout(done, ms));

/** A limiter without requests left for 20 seconds. */
async function spentLimiter(): Promise<RateLimiter> {
	const limiter = new RateLimiter();
	const slot = await limiter.acquire(ENDPOINT, undefined);
	slot.release({ headers: { limit: 10, remaining: 0, resetIn: 20 * SECOND } });
	return limiter;
}

/** Sends so many requests at once; each reply says what is left of a minute. */
async function send(limiter: RateLimiter, count: number, limitWaits: LimitWaits): Promise<void> {
	const left = { now: 10 };
	await advanceUntil(
		Promise.all(
			Array.from({ length: count }, async () => {
				const slot = await limiter.acquire(ENDPOINT, undefined, { limitWaits });
				await sleep(100);
				slot.release({ headers: { limit: 10, remaining: --left.now, resetIn: 60 * SECOND } });
			}),
		),
	);
}

test('requests that wait side by side count as one wait, which is told once', async () => {
	const told: unknown[] = [];
	const waits = new LimitWaits((wait) => told.push(wait));
	await send(await spentLimiter(), 8, waits);
	expect(told).toEqual([{ limit: 10, duration: expect.any(Number) as number }]);
	const [{ duration }] = told as [{ duration: number }];
	expect(Math.abs(duration - 20 * SECOND)).toBeLessThan(TOLERANCE);
	// The requests behind the first two of a window start a little later
	expect(waits.total).toBeGreaterThanOrEqual(20 * SECOND);
	expect(waits.total).toBeLessThan(20 * SECOND + 2 * SECOND);
	expect(waits.limitInWords).toBe('limit of 10 requests a minute');
});

test('a wait that lasts counts up to now', async () => {
	const waits = new LimitWaits(() => undefined);
	const limiter = await spentLimiter();
	const waiting = limiter.acquire(ENDPOINT, undefined, { limitWaits: waits });
	await advanceUntil(sleep(5 * SECOND));
	expect(waits.total).toBe(5 * SECOND);
	(await advanceUntil(waiting)).release();
});

test('a request that joins a wait neither shortens nor lengthens it', async () => {
	const waits = new LimitWaits(() => undefined);
	const limiter = await spentLimiter();
	const first = limiter.acquire(ENDPOINT, undefined, { limitWaits: waits });
	await advanceUntil(sleep(5 * SECOND));
	const second = limiter.acquire(ENDPOINT, undefined, { limitWaits: waits });
	await advanceUntil(sleep(5 * SECOND));
	expect(waits.total).toBe(10 * SECOND);
	(await advanceUntil(first)).release();
	(await advanceUntil(second)).release();
});

test('the wait of a request that is given up counts until then', async () => {
	const waits = new LimitWaits(() => undefined);
	const limiter = await spentLimiter();
	let isAbandoned = false;
	const abandoned = () => isAbandoned;
	const waiting = limiter.acquire(ENDPOINT, undefined, { limitWaits: waits, abandoned });
	const ended = Promise.allSettled([waiting]);
	await advanceUntil(sleep(5 * SECOND));
	isAbandoned = true;
	await advanceUntil(ended);
	const { total } = waits;
	expect(Math.abs(total - 5 * SECOND)).toBeLessThan(TOLERANCE);
	await advanceUntil(sleep(5 * SECOND));
	expect(waits.total).toBe(total);
});

test('requests that wait for a reply, not for the limit, are no wait', async () => {
	const waits = new LimitWaits(() => {
		throw new Error('This is no wait for the limit');
	});
	await send(new RateLimiter(), 8, waits);
	expect(waits.total).toBe(0);
});

test('the waits of one run are not those of another', async () => {
	const [mine, other] = [new LimitWaits(() => undefined), new LimitWaits(() => undefined)];
	await send(await spentLimiter(), 2, mine);
	expect(mine.total).toBeGreaterThan(0);
	expect(other.total).toBe(0);
});

test('a limit that the service does not name is just a limit', async () => {
	const limiter = new RateLimiter();
	const waits = new LimitWaits(() => undefined);
	(await limiter.acquire(ENDPOINT, undefined)).release({ refusal: { retryAfter: 12 * SECOND } });
	(await advanceUntil(limiter.acquire(ENDPOINT, undefined, { limitWaits: waits }))).release();
	expect(waits.limitInWords).toBe('rate limit');
	expect(waits.total).toBeGreaterThanOrEqual(12 * SECOND);
});
