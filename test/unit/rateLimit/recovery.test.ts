/**
 * Whatever a service says about its limit, nothing throws, no slot is lost, and a service that has become honest is used
 * again within two windows. Virtual time; FC_SEED repeats a run.
 */
import fc from 'fast-check';
import { sleep } from 'n8n-workflow';

import {
	readRateLimitHeaders,
	readRetryAfter,
} from '../../../nodes/LinkManagement/client/rateLimit/headers';
import { RateLimiter } from '../../../nodes/LinkManagement/client/rateLimit/rateLimiter';
import { RateLimitBusy } from '../../../nodes/LinkManagement/errors';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';
import { LIMIT, LimitedService, WINDOW } from '../../support/virtual/limitedService';
import { sendRequests } from '../../support/virtual/senders';

/** The longest time that the node waits because a refusal asks for it, in ms. */
const MAX_ASKED = 60 * 60_000;

const FIRST_MOMENT = Date.parse('2030-01-31T10:00:00.300Z');
useVirtualClock();

const anyNumber = fc
	.oneof(
		fc.integer({ min: -10, max: 100 }),
		fc.integer({ min: 0, max: 4_000_000 }),
		fc.double(),
		fc.bigInt({ min: 0n, max: 10n ** 20n }),
		fc.constant('9'.repeat(400)),
	)
	.map(String);
const anyMoment = fc
	.tuple(
		fc.integer({ min: -5_000, max: 4_000_000 }),
		fc.constantFrom<(at: number) => string>(
			String,
			(at) => String(Math.floor(at / 1000)),
			(at) => new Date(at).toUTCString(),
		),
	)
	.map(([ms, write]) => write(FIRST_MOMENT + ms));
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
		const now = Date.now();
		const read = readRateLimitHeaders({ headers }, now);
		const retryAfter = readRetryAfter({ headers, body: {} }, now);
		if (outcome === 'refusal') {
			const asked = retryAfter ?? read.resetIn ?? 0;
			askedUntil = Math.max(askedUntil, now + Math.min(asked, MAX_ASKED));
			slot.release({ ...read, refusal: { retryAfter } });
		} else slot.release(outcome === 'reply' ? read : undefined);
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

/** Others seem to use the key, and a good reply announces one more request in a window of half an hour. */
const HALF_AN_HOUR = { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1800' };
const longWindow: Step[] = [
	{ outcome: 'refusal', headers: {}, takes: 1, pause: 0 },
	{ outcome: 'reply', headers: {}, takes: 1, pause: 70_000 },
	{ outcome: 'reply', headers: {}, takes: 1, pause: 0 },
	{ outcome: 'reply', headers: HALF_AN_HOUR, takes: 1, pause: 0 },
];

test('a service that said anything about its limit, and is honest now, is used again within two windows', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(anyStep, { maxLength: 20 }), async (steps) => {
			const limiter = new RateLimiter();
			const askedUntil = await advanceUntil(suffer(limiter, steps));
			await advanceUntil(sleep(Math.max(0, askedUntil - Date.now())));

			const service = new LimitedService();
			const begin = Date.now();
			const sending = sendRequests(service, 'one', { limiter, until: begin + 5 * WINDOW });
			const firstSentAt = await advanceUntil(sending);
			// the first window, later than a minute only by what rounding and chance add
			expect(firstSentAt - begin).toBeLessThanOrEqual(WINDOW + 6_000);
			// the windows after that: all but the slots that polls and dropdowns had reserved before
			const served = service.windows.map(({ served: of }) => of.one ?? 0);
			expect(Math.min(...served.slice(1, 4))).toBeGreaterThanOrEqual(LIMIT * 0.9);
			const refused = service.windows.reduce((sum, window) => sum + window.refused, 0);
			expect(refused).toBeLessThanOrEqual(1);
		}),
		{ numRuns: 40, seed: Number(process.env.FC_SEED ?? 20_261_121), examples: [[longWindow]] },
	);
});
