/**
 * The limit, announced in every form and changed in mid-run: every link is created once, as soon as the limit allows,
 * and the service seldom has to refuse. Virtual time.
 */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	overLimitReply,
	RateLimiter,
	rateLimitHeaders,
} from '../../sandbox/service/api/rateLimit.ts';
import { defaultSettings, type Settings } from '../../sandbox/service/settings.ts';
import { advanceUntil, useVirtualClock } from '../support/virtual/clock';
import { createLinks } from '../support/virtual/runs';
import { VirtualService } from '../support/virtual/service';

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
class VirtualSandbox extends VirtualService {
	private sent = 0;
	private readonly settings: Settings;
	private readonly limiter: RateLimiter;
	private readonly change: Case['change'];

	constructor({ name, settings, change }: Case) {
		super(name.replace(/\W+/g, '-'));
		this.settings = { ...defaultSettings, ...EXACT, ...settings } as Settings;
		this.limiter = new RateLimiter(this.settings);
		this.change = change;
		// All that is refused counts in one
		this.windows.push({ served: {}, refused: 0 });
	}

	protected override reply(_: string, request: IHttpRequestOptions): IDataObject {
		const { settings, change } = this;
		if (++this.sent === change?.after) Object.assign(settings, change.settings);
		const now = Date.now();
		const budget = this.limiter.take('key', now);
		const date = new Date(now).toUTCString();
		const headers = { date, ...rateLimitHeaders(settings, budget, now) };
		if (!budget.isOver) {
			this.lastServedAt = now;
			return { statusCode: 200, headers, body: this.create(request) };
		}
		this.windows[0]!.refused++;
		const { status, headers: more, body } = overLimitReply(settings, budget.resetAt, now);
		return { statusCode: status, headers: { ...headers, ...more }, body: { ...body } };
	}
}

test.each(CASES)('the limit is used up and not exceeded: $name', async (given) => {
	const { refusals = 0, full = FULL, rounding = 0 } = given;
	const service = new VirtualSandbox(given);
	const begin = Date.now();
	const created = await advanceUntil(createLinks(service, 'one', COUNT));

	expect(created).toHaveLength(COUNT);
	expect(service.links).toHaveLength(COUNT);
	expect(service.refused).toBeLessThanOrEqual(refusals);
	expect((service.lastServedAt - begin) / 1_000).toBeLessThanOrEqual(
		full * (1.1 * WINDOW + rounding),
	);
});
