import { isObject, textOf } from '../../values/json';
import type { HttpReply } from '../http';

/** What the rate-limit headers of one reply say (api.md section 8). */
export interface RateLimitHeaders {
	limit?: number;
	remaining?: number;
	/** Ms until the window ends. Missing when the header makes no sense. */
	resetIn?: number;
}

/** The longest window of such a service, in ms. A reset that is further away comes from a wrong clock. */
export const MAX_WINDOW = 60 * 60_000;
/** The longest wait that a service can mean, in ms. */
const MAX_RETRY_AFTER = 40 * 24 * MAX_WINDOW;
/** The `Date` header is exact to a second. Only a larger difference, in ms, shows that a clock is wrong. */
const CLOCK_TOLERANCE = 2_000;
/** Numbers from here on are points in time: epoch seconds (2001 and later) and epoch milliseconds (1973 and later). */
const MIN_EPOCH_SECONDS = 1e9;
const MIN_EPOCH_MS = 1e11;

/** The number at the start of a header. A proxy may have added a second one (`29, 29`); a policy or a unit may follow. */
function leadingNumber(text: string | undefined): number | undefined {
	const digits = /^\s*(\d+(?:\.\d+)?)\s*(?:$|[,;s])/i.exec(text ?? '')?.[1];
	return digits === undefined ? undefined : Number(digits);
}

const readCount = (text: string | undefined): number | undefined => {
	const number = leadingNumber(text);
	return number === undefined ? undefined : Math.floor(number);
};

/** A time that has just passed counts as now: the reply took a while, and headers are exact to a second. */
const plausibleTime = (ms: number, max: number): number | undefined =>
	ms >= -CLOCK_TOLERANCE && ms <= max ? Math.max(0, ms) : undefined;

/** @returns the service's clock minus ours, in ms; 0 when the header is not exact enough to show a difference */
export function clockSkew(headers: Record<string, string>, now: number): number {
	const skew = Date.parse(headers.date ?? '') - now;
	return Math.abs(skew) > CLOCK_TOLERANCE ? skew : 0;
}

/**
 * Reads a point in time in any form that services use: epoch seconds, epoch milliseconds, seconds to go, a date.
 *
 * @param max the longest plausible time, in ms
 * @returns ms from now; undefined when the text has none of these forms or is not plausible
 */
function readTime(
	text: string | undefined,
	headers: Record<string, string>,
	now: number,
	max: number,
): number | undefined {
	if (text === undefined || text.trim() === '') return undefined;
	const serviceNow = now + clockSkew(headers, now);
	const number = leadingNumber(text);
	if (number === undefined) return plausibleTime(Date.parse(text) - serviceNow, max);
	if (number >= MIN_EPOCH_MS) return plausibleTime(number - serviceNow, max);
	if (number >= MIN_EPOCH_SECONDS) return plausibleTime(number * 1000 - serviceNow, max);
	return plausibleTime(number * 1000, max);
}

/**
 * Reads X-RateLimit-Limit, -Remaining and -Reset. What is missing or makes no sense is left out.
 *
 * @param now when the reply came, ms since epoch
 */
export function readRateLimitHeaders({ headers }: HttpReply, now: number): RateLimitHeaders {
	return {
		limit: readCount(headers['x-ratelimit-limit']),
		remaining: readCount(headers['x-ratelimit-remaining']),
		resetIn: readTime(headers['x-ratelimit-reset'], headers, now, MAX_WINDOW),
	};
}

/**
 * Reads how long the service asks to wait: Retry-After in the header or in the body.
 *
 * @param now when the reply came, ms since epoch
 * @returns ms; undefined when the service does not say
 */
export function readRetryAfter({ headers, body }: HttpReply, now: number): number | undefined {
	const inBody = isObject(body)
		? (body['Retry-After'] ?? body['retry-after'] ?? body.retry_after ?? body.retryAfter)
		: undefined;
	const [fromHeader, fromBody] = [headers['retry-after'], textOf(inBody)].map((text) =>
		readTime(text, headers, now, MAX_RETRY_AFTER),
	);
	return fromHeader ?? fromBody;
}
