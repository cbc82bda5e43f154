/** The rate limiter of the sandbox in virtual time, with every form in which a service can announce its limit. */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	overLimitReply,
	RateLimiter,
	rateLimitHeaders,
} from '../../../sandbox/service/api/rateLimit.ts';
import { defaultSettings, type Settings } from '../../../sandbox/service/settings.ts';
import { VirtualService } from './service';

/** Settings that change as soon as so many requests were sent. */
export interface Change {
	after: number;
	settings: Partial<Settings>;
}

export class VirtualSandbox extends VirtualService {
	sent = 0;
	refused = 0;
	private readonly settings: Settings;
	private readonly limiter: RateLimiter;

	constructor(
		name: string,
		settings: Partial<Settings>,
		private readonly change?: Change,
	) {
		super(name);
		this.settings = { ...defaultSettings, ...settings };
		this.limiter = new RateLimiter(this.settings);
	}

	protected override reply(_: string, request: IHttpRequestOptions): IDataObject {
		if (++this.sent === this.change?.after) Object.assign(this.settings, this.change.settings);
		const now = Date.now();
		const budget = this.limiter.take('key', now);
		const headers = {
			date: new Date(now).toUTCString(),
			...rateLimitHeaders(this.settings, budget, now),
		};
		if (!budget.isOver) {
			this.lastServedAt = now;
			return { statusCode: 200, headers, body: this.create(request) };
		}
		this.refused++;
		const { status, headers: more, body } = overLimitReply(this.settings, budget.resetAt, now);
		return { statusCode: status, headers: { ...headers, ...more }, body: { ...body } };
	}
}
