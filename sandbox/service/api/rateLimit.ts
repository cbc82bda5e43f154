import type { Settings } from '../settings.ts';

/** A key's budget after a request was counted. */
export interface Budget {
	isOver: boolean;
	/** Requests allowed per window; 0 for any number. */
	limit: number;
	remaining: number;
	/** When the window ends, in milliseconds since the epoch. */
	resetAt: number;
}

/** Fixed windows per key and budget. A window begins with the first request after the end of the last one. */
export class RateLimiter {
	private readonly settings: Settings;
	private readonly windows = new Map<string, { used: number; resetAt: number; isSpent: boolean }>();

	constructor(settings: Settings) {
		this.settings = settings;
	}

	/** Counts a request for an operation. A request over the limit does not use up the budget further. */
	take(key: string, now: number, operationId = ''): Budget {
		const name = budgetName(this.settings, operationId);
		const limit = limitOf(this.settings, operationId);
		const window = `${name} ${key}`;
		let current = this.windows.get(window);
		if (!current || now >= current.resetAt) {
			current = { used: 0, resetAt: now + this.settings.window * 1000, isSpent: false };
			this.windows.set(window, current);
		}
		const isOver = limit > 0 && this.left(limit, current.used) < 1;
		if (!isOver) current.used++;
		const remaining = this.left(limit, current.used);
		current.isSpent = limit > 0 && remaining < 1;
		return { isOver, limit, remaining, resetAt: current.resetAt };
	}

	/** Whether a key has to wait for the end of its window. */
	isSpent(now: number): boolean {
		return [...this.windows.values()].some(({ isSpent, resetAt }) => isSpent && now < resetAt);
	}

	reset(): void {
		this.windows.clear();
	}

	/** Requests left in a window in which this client has sent `used`. The other client's requests are spread between them. */
	private left(limit: number, used: number): number {
		const { stolenPerWindow } = this.settings;
		const ours = limit - stolenPerWindow;
		const stolen = ours > 0 ? Math.floor((used * stolenPerWindow) / ours) : stolenPerWindow;
		return Math.max(0, limit - used - stolen);
	}
}

const isList = (operationId: string) => operationId.startsWith('list');

/** The name of the budget that an operation uses. It is empty for the budget that all share. */
function budgetName({ separateBudgets }: Settings, operationId: string): string {
	if (separateBudgets === 'endpoints') return operationId;
	return separateBudgets === 'lists' && isList(operationId) ? 'lists' : '';
}

function limitOf({ separateBudgets, limit, listLimit }: Settings, operationId: string): number {
	return separateBudgets !== 'none' && isList(operationId) && listLimit > 0 ? listLimit : limit;
}

/** The three headers of every reply, unless the limit or the headers are switched off. */
export function rateLimitHeaders(
	settings: Settings,
	{ limit, remaining, resetAt }: Budget,
	now: number,
): Record<string, string> {
	if (limit === 0 || settings.resetFormat === 'none') return {};
	return {
		'X-RateLimit-Limit': String(limit),
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

interface OverLimitReply {
	status: number;
	headers: Record<string, string>;
	body: object;
}

/** The reply to a request over the limit, in the form that the setting asks for. */
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
