/**
 * The limit, announced in every form and changed in mid-run: every link is created once, as soon as the limit allows,
 * and the service seldom has to refuse. Virtual time.
 */
import {
	overLimitReply,
	RateLimiter,
	rateLimitHeaders,
} from '../../sandbox/service/api/rateLimit.ts';
import { defaultSettings, type Settings } from '../../sandbox/service/settings.ts';
import { useVirtualClock } from '../support/virtual/clock';
import { LinkService } from '../support/virtual/linkService';
import {
	creating,
	runInVirtualTime,
	type VirtualReply,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

useVirtualClock();

const COUNT = 40;

interface Case {
	name: string;
	/** Beside or in place of {@link EXACT}. */
	settings?: object;
	/** Requests that the service may refuse. Default: none */
	refusals?: number;
	/** Windows that are used up before the last request. Default: FULL */
	full?: number;
	/** How much later than a window the next one may begin because ends are in whole seconds, in seconds. */
	rounding?: number;
	/** Settings that change when so many requests were sent. */
	change?: { after: number; settings: object };
}

/** In seconds; shorter than the minute that is waited when nothing is known. */
const WINDOW = 20;
const EXACT = { limit: 12, window: WINDOW, fractionalSeconds: true, resetFormat: 'ms' };
/** Windows that are used up before the last request. */
const FULL = Math.ceil(COUNT / 12) - 1;
/** The same with a third of each window taken by another client, which the headers show only afterwards. */
const FULL_SHARED = Math.ceil(COUNT / 8) - 1;
/** The end of a window is not known: some requests in flight are refused when it is used up. */
const UNKNOWN_END = 3 * FULL;

const CASES: Case[] = [
	{ name: 'reset to the millisecond' },
	...['epoch', 'ms', 'seconds', 'date'].map((resetFormat) => ({
		name: `reset as ${resetFormat}, in whole seconds`,
		settings: { resetFormat, fractionalSeconds: false },
		rounding: 1,
	})),
	...['429', 'body429'].map((overLimit) => ({
		name: `no headers, refused with ${overLimit}`,
		settings: { resetFormat: 'none', overLimit },
		refusals: 12 * FULL, // as many as are in flight at the first refusal
	})),
	{
		name: 'refused in words only',
		settings: { overLimit: 'message', stolenPerWindow: 3 },
		refusals: FULL_SHARED,
		full: FULL_SHARED,
	},
	{
		name: 'another client takes a third',
		settings: { stolenPerWindow: 4 },
		refusals: FULL_SHARED,
		full: FULL_SHARED,
	},
	{
		name: 'reset long past',
		settings: { resetFormat: 'epoch', resetOverride: '946684800' },
		refusals: UNKNOWN_END,
	},
	{
		name: 'the limit falls in mid-run',
		change: { after: 8, settings: { limit: 6 } },
		refusals: 6,
		full: 6,
	},
	{
		name: 'the limit rises in mid-run',
		settings: { limit: 6 },
		change: { after: 8, settings: { limit: 30 } },
		full: 2,
	},
	{ name: 'limiting ends in mid-run', change: { after: 14, settings: { limit: 0 } }, full: 1 },
];

/** The rate limiter of the sandbox in virtual time, with every form in which a service can announce its limit. */
function sandboxOf({ settings: own, change }: Case) {
	const settings = { ...defaultSettings, ...EXACT, ...own } as Settings;
	const limiter = new RateLimiter(settings);
	const { script, links } = new LinkService();
	const counts = { refused: 0, lastServedAt: 0 };
	const limited: VirtualScript = async (request, count) => {
		if (count === change?.after) Object.assign(settings, change.settings);
		const now = Date.now();
		const budget = limiter.take('key', now);
		const headers = rateLimitHeaders(settings, budget, now);
		if (!budget.isOver) {
			counts.lastServedAt = now;
			return { ...((await script(request, count)) as object), headers } as VirtualReply;
		}
		counts.refused++;
		const { headers: more, ...refusal } = overLimitReply(settings, budget.resetAt, now);
		return { ...refusal, headers: { ...headers, ...more } };
	};
	return { script: limited, links, counts };
}

test.each(CASES)('the limit is used up and not exceeded: $name', async (given) => {
	const { refusals = 0, full = FULL, rounding = 0 } = given;
	const { script, links, counts } = sandboxOf(given);
	const begin = Date.now();
	const { items } = await runInVirtualTime(creating(COUNT), script);

	expect(items).toHaveLength(COUNT);
	expect(links).toHaveLength(COUNT);
	expect(counts.refused).toBeLessThanOrEqual(refusals);
	const took = (counts.lastServedAt - begin) / 1_000;
	// Less would show that the service does not count as the case says
	expect(took).toBeGreaterThanOrEqual(full * WINDOW);
	expect(took).toBeLessThanOrEqual(full * (1.1 * WINDOW + rounding));
});
