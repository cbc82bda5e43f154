/** How long a run waits for the limit, however many of its requests wait, and what it tells about it. Virtual time. */
import type { Budget } from '../../../nodes/LinkManagement/client/rateLimit/budget';
import {
	LimitWaits,
	RateLimiter,
} from '../../../nodes/LinkManagement/client/rateLimit/rateLimiter';
import { advanceUntil, startClock, stopClock } from '../../support/virtual/clock';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Jitter, and how often the requests that wait are looked at, in ms. */
const TOLERANCE = 600;
let waits: LimitWaits;
let told: Array<{ limit?: number; duration: number }>;
beforeEach(() => {
	startClock(Date.parse('2030-01-31T10:00:00.300Z'));
	told = [];
	waits = new LimitWaits((limit, duration) => told.push({ limit, duration }));
});
afterEach(stopClock);

const sleep = async (ms: number) => await new Promise<void>((done) => setTimeout(done, ms));
const pass = async (ms: number) => await advanceUntil(sleep(ms));
const budgetOf = (
	announcedLimit: number | undefined,
	{ length = MINUTE, windowNumber = 1, resumesIn = 5_000 } = {},
) => ({ announcedLimit, length, window: { number: windowNumber }, resumesIn }) as unknown as Budget;

/** A limiter without requests left for 20 seconds. */
async function spentLimiter(): Promise<RateLimiter> {
	const limiter = new RateLimiter();
	const slot = await limiter.acquire(undefined);
	slot.release({ limit: 10, remaining: 0, resetIn: 20 * SECOND });
	return limiter;
}

/** Sends so many requests at once; each reply says what is left of a minute. */
async function send(limiter: RateLimiter, count: number): Promise<void> {
	const left = { now: 10 };
	await advanceUntil(
		Promise.all(
			Array.from({ length: count }, async () => {
				const slot = await limiter.acquire(undefined, {}, waits);
				await sleep(100);
				slot.release({ limit: 10, remaining: --left.now, resetIn: MINUTE });
			}),
		),
	);
}

test('requests that wait side by side count as one wait, which is reported once', async () => {
	await send(await spentLimiter(), 8);
	expect(told).toEqual([{ limit: 10, duration: expect.any(Number) as number }]);
	expect(Math.abs(told[0]!.duration - 20 * SECOND)).toBeLessThan(TOLERANCE);
	// The requests behind the first two of a window start a little later
	expect(waits.total).toBeGreaterThanOrEqual(20 * SECOND);
	expect(waits.total).toBeLessThan(20 * SECOND + 2 * SECOND);
	expect(waits.limitInWords).toBe('limit of 10 requests a minute');
});

test('the wait of a request that is given up counts until then', async () => {
	const limiter = await spentLimiter();
	let isAbandoned = false;
	const abandoned = () => isAbandoned;
	const waiting = limiter.acquire(undefined, { abandoned }, waits);
	const ended = Promise.allSettled([waiting]);
	await pass(5 * SECOND);
	isAbandoned = true;
	await advanceUntil(ended);
	const { total } = waits;
	expect(Math.abs(total - 5 * SECOND)).toBeLessThan(TOLERANCE);
	await pass(5 * SECOND);
	expect(waits.total).toBe(total);
});

test('names no length of a window that is not known, and no limit that is not known', () => {
	waits.noteBudget(budgetOf(undefined));
	expect(waits.limitInWords).toBe('rate limit');
	waits.noteBudget(budgetOf(30, { length: 0 }));
	expect(waits.limitInWords).toBe('limit of 30 requests');
	waits.noteBudget(budgetOf(30, { length: 1_000 }));
	expect(waits.limitInWords).toBe('limit of 30 requests in 1 second');
});

test('tells a wait once in each window', () => {
	const budget = budgetOf(30);
	waits.noteBudget(budget);
	waits.noteBudget(budget);
	Object.assign(budget, { window: { number: 2 }, resumesIn: 9_000 });
	waits.noteBudget(budget);
	expect(told).toEqual([
		{ limit: 30, duration: 5_000 },
		{ limit: 30, duration: 9_000 },
	]);
});

test('adds up the time during which at least one request waits', async () => {
	expect(waits.total).toBe(0);
	waits.begin();
	await pass(1_000);
	waits.begin();
	await pass(2_000);
	expect(waits.total).toBe(3_000);
	waits.end();
	await pass(4_000);
	waits.end();
	expect(waits.total).toBe(7_000);
	await pass(8_000);
	expect(waits.total).toBe(7_000);
	waits.begin();
	await pass(500);
	waits.end();
	expect(waits.total).toBe(7_500);
});
