import type { Settings } from '../settings.ts';

/** A key's budget after a request was counted. */
export interface Budget {
	isOver: boolean;
	remaining: number;
	/** When the window ends, in milliseconds since the epoch. */
	resetAt: number;
}

/** Fixed windows per key; a window begins with the first request after the last one ended. */
export class RateLimiter {
	readonly #settings: Settings;
	readonly #windows = new Map<string, { used: number; resetAt: number }>();

	constructor(settings: Settings) {
		this.#settings = settings;
	}

	/** Counts a request; refused ones do not use the budget further. */
	take(key: string, now: number): Budget {
		const { limit, window } = this.#settings;
		let current = this.#windows.get(key);
		if (!current || now >= current.resetAt) {
			current = { used: 0, resetAt: now + window * 1000 };
			this.#windows.set(key, current);
		}
		const isOver = limit > 0 && this.#left(current.used) < 1;
		if (!isOver) current.used++;
		return { isOver, remaining: this.#left(current.used), resetAt: current.resetAt };
	}

	reset(): void {
		this.#windows.clear();
	}

	/** What is left of a window in which we have sent `used`. The other client's share is spent in steps between ours. */
	#left(used: number): number {
		const { limit, stolenPerWindow } = this.#settings;
		const ours = limit - stolenPerWindow;
		const stolen = ours > 0 ? Math.floor((used * stolenPerWindow) / ours) : stolenPerWindow;
		return Math.max(0, limit - used - stolen);
	}
}

/** The three headers every reply bears, unless limiting or the headers are switched off. */
export function rateLimitHeaders(
	settings: Settings,
	{ remaining, resetAt }: Budget,
	now: number,
): Record<string, string> {
	if (settings.limit === 0 || settings.resetFormat === 'none') return {};
	return {
		'X-RateLimit-Limit': String(settings.limit),
		'X-RateLimit-Remaining': String(remaining),
		'X-RateLimit-Reset': settings.resetOverride || resetHeader(settings, resetAt, now),
	};
}

function resetHeader(settings: Settings, resetAt: number, now: number): string {
	switch (settings.resetFormat) {
		case 'epoch':
			return String(settings.fractionalSeconds ? resetAt / 1000 : Math.ceil(resetAt / 1000));
		case 'ms':
			return String(Math.ceil(resetAt));
		case 'seconds':
			return String(secondsLeft(settings, resetAt, now));
		case 'date':
			return new Date(Math.ceil(resetAt / 1000) * 1000).toUTCString();
		case 'none':
			return '';
	}
}

function secondsLeft({ fractionalSeconds }: Settings, resetAt: number, now: number): number {
	const seconds = Math.max(0, resetAt - now) / 1000;
	return fractionalSeconds ? Math.ceil(seconds * 1000) / 1000 : Math.ceil(seconds);
}

export interface OverLimitReply {
	status: number;
	headers: Record<string, string>;
	body: object;
}

/** What a request over the limit gets, in the style the settings choose. */
export function overLimitReply(settings: Settings, resetAt: number, now: number): OverLimitReply {
	const seconds = secondsLeft(settings, resetAt, now);
	const message = 'Too many requests';
	switch (settings.overLimit) {
		case '429':
			return {
				status: 429,
				headers: { 'Retry-After': String(seconds) },
				body: { error: 1, message },
			};
		case 'body429':
			return { status: 200, headers: {}, body: { error: 429, message, 'Retry-After': seconds } };
		case 'message':
			return {
				status: 200,
				headers: {},
				body: { error: 1, message: `${message}. Please try again in ${seconds} seconds.` },
			};
	}
}
