/**
 * Whatever a service says about its limit, nothing throws, no slot is lost, and a service that has become honest is used
 * again within two windows. Virtual time; FC_SEED repeats a run.
 */
import fc from 'fast-check';

import {
	readRateLimitHeaders,
	readRetryAfter,
} from '../../../nodes/LinkManagement/client/rateLimit/headers';
import { RateLimiter } from '../../../nodes/LinkManagement/client/rateLimit/rateLimiter';
import { RateLimitBusy } from '../../../nodes/LinkManagement/errors';
import { advanceUntil, startClock, stopClock } from '../../support/virtual/clock';
import { LIMIT, VirtualService, WINDOW } from '../../support/virtual/service';

/** No slot is taken, and no request waits. */
const IDLE = { inFlight: 0, waiters: [] };
/** The longest time that the node waits because a refusal asks for it, in ms. */
const MAX_ASKED = 60 * 60_000;

const FIRST_MOMENT = Date.parse('2030-01-31T10:00:00.300Z');
beforeEach(() => startClock(FIRST_MOMENT));
afterEach(stopClock);

const sleep = async (ms: number) => await new Promise<void>((done) => setTimeout(done, ms));

const anyNumber = fc.oneof(
	fc.integer({ min: -10, max: 100 }).map(String),
	fc.integer({ min: 0, max: 4_000_000 }).map(String),
	fc.double().map(String),
	fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
	fc.constant('9'.repeat(400)),
);
const anyMoment = fc.oneof(
	fc.integer({ min: -5_000, max: 4_000_000 }).map((ms) => String(FIRST_MOMENT + ms)),
	fc.integer({ min: -5, max: 4_000 }).map((s) => String(Math.floor(FIRST_MOMENT / 1000) + s)),
	fc
		.integer({ min: -5_000, max: 4_000_000 })
		.map((ms) => new Date(FIRST_MOMENT + ms).toUTCString()),
);
const anyText = fc.oneof(
	{ weight: 3, arbitrary: anyNumber },
	{ weight: 2, arbitrary: anyMoment },
	{ weight: 1, arbitrary: fc.string() },
);
const anyHeaders = fc.record(
	{
		'x-ratelimit-limit': fc.oneof(fc.constant(String(LIMIT)), anyText),
		'x-ratelimit-remaining': fc.oneof(fc.constantFrom('0', '1'), anyText),
		'x-ratelimit-reset': anyText,
		'retry-after': anyText,
		date: anyText,
	},
	{ requiredKeys: [] },
);

/** One request to a service that says anything. */
interface Step {
	headers: Record<string, string>;
	/** What comes back: a reply, a refusal because of the limit, or no reply at all. */
	outcome: 'reply' | 'refusal' | 'nothing';
	/** Time until the reply, and until the next request, in ms. */
	takes: number;
	pause: number;
}
const anyStep: fc.Arbitrary<Step> = fc.record({
	headers: anyHeaders as fc.Arbitrary<Record<string, string>>,
	outcome: fc.constantFrom('reply', 'reply', 'reply', 'refusal', 'nothing'),
	takes: fc.integer({ min: 1, max: 3_000 }),
	pause: fc.constantFrom(0, 0, 100, 5_000, 70_000),
});

/** Sends the requests. @returns until when the refusals asked to wait, ms since epoch */
async function suffer(limiter: RateLimiter, steps: Step[]): Promise<number> {
	let askedUntil = 0;
	const send = async ({ headers, outcome, takes }: Step) => {
		const slot = await limiter.acquire(undefined, { maxWait: 1_000 });
		await sleep(takes);
		const reply = { status: 200, headers, body: {} };
		if (outcome === 'nothing') {
			slot.release();
			return;
		}
		const now = Date.now();
		const read = readRateLimitHeaders(reply, now);
		const retryAfter = readRetryAfter(reply, now);
		if (outcome === 'reply') {
			slot.release(read);
			return;
		}
		const asked = retryAfter ?? read.resetIn ?? 0;
		askedUntil = Math.max(askedUntil, now + Math.min(asked, MAX_ASKED));
		slot.release({ ...read, refusal: { retryAfter } });
	};
	const sent: Array<Promise<void>> = [];
	for (const step of steps) {
		sent.push(
			send(step).catch((error: unknown) => {
				if (!(error instanceof RateLimitBusy)) throw error;
			}),
		);
		await sleep(step.pause);
	}
	await Promise.all(sent);
	return askedUntil;
}

/** 16 senders that send one request after the other to an honest service. @returns when the first one was sent, ms since epoch */
async function serve(service: VirtualService, limiter: RateLimiter, until: number) {
	let firstSentAt = Infinity;
	const send = async () => {
		const slot = await limiter.acquire(undefined);
		firstSentAt = Math.min(firstSentAt, Date.now());
		const sent = await service.answer('one', { url: '/api/urls', qs: { page: 1 } });
		const reply = sent as unknown as { headers: Record<string, string>; body: unknown };
		const refusal = { retryAfter: readRetryAfter(reply, Date.now()) };
		slot.release({
			...readRateLimitHeaders(reply, Date.now()),
			...(sent.statusCode === 429 && { refusal }),
		});
	};
	const senders = Array.from({ length: 16 }, async () => {
		while (Date.now() < until) await send();
	});
	await Promise.all(senders);
	return firstSentAt;
}

const parameters = { numRuns: 40, seed: Number(process.env.FC_SEED ?? 20_261_121) };

/** Others seem to use the key, and a good reply announces one more request in a window of half an hour. */
const longWindow = [
	{ outcome: 'refusal' as const, headers: {}, pause: 0 },
	{ outcome: 'reply' as const, headers: {}, pause: 70_000 },
	{ outcome: 'reply' as const, headers: {}, pause: 0 },
	{
		outcome: 'reply' as const,
		headers: { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1800' },
		pause: 0,
	},
].map((step) => ({ takes: 1, ...step }) as Step);

test('a service that said anything about its limit, and is honest now, is used again within two windows', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(anyStep, { maxLength: 20 }), async (steps) => {
			const limiter = new RateLimiter();
			const askedUntil = await advanceUntil(suffer(limiter, steps));
			expect(limiter).toMatchObject(IDLE);
			const rest = Math.max(0, askedUntil - Date.now());
			await advanceUntil(sleep(rest));

			const service = new VirtualService('honest');
			const begin = Date.now();
			const firstSentAt = await advanceUntil(serve(service, limiter, begin + 5 * WINDOW));
			expect(limiter).toMatchObject(IDLE);
			// the first window, later than a minute only by what rounding and chance add
			expect(firstSentAt - begin).toBeLessThanOrEqual(WINDOW + 6_000);
			// the windows after that: all but the slots that polls and dropdowns had reserved before
			const served = service.windows.map(({ served: of }) => of.one ?? 0);
			expect(Math.min(...served.slice(1, 4))).toBeGreaterThanOrEqual(LIMIT * 0.9);
			const refused = service.windows.reduce((sum, window) => sum + window.refused, 0);
			expect(refused).toBeLessThanOrEqual(1);
		}),
		{ ...parameters, examples: [[longWindow]] },
	);
});
