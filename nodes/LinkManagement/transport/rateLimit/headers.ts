import { isObject, textOf } from '../../values/json';
import type { HttpReply } from '../http';

/** What the headers of one reply say about the budget of the key (api.md section 8). */
export interface RateLimitHeaders {
	limit?: number;
	remaining?: number;
	/** Milliseconds from now until the window ends. Absent when the header makes no sense. */
	resetIn?: number;
}

/** No window of such a service is longer, in ms; a reset further away is a clock gone wrong. */
export const MAX_WINDOW = 60 * 60_000;
/** The longest time for which a service can mean to be left alone, in ms. */
const MAX_RETRY_AFTER = 40 * 24 * MAX_WINDOW;
/** The `Date` header is exact to a second: only a larger difference is a wrong clock. */
const CLOCK_TOLERANCE = 2_000;

/** The number that a header begins with: a proxy may have put a second one behind it (`29, 29`), or a unit. */
function leadingNumber(text: string | undefined): number | undefined {
	const digits = /^\s*(\d+(?:\.\d+)?)\s*(?:$|[,;s])/i.exec(text ?? '')?.[1];
	return digits === undefined ? undefined : Number(digits);
}

const count = (text: string | undefined): number | undefined => {
	const number = leadingNumber(text);
	return number === undefined ? undefined : Math.floor(number);
};

/** A moment that has just passed is now: a reply takes its time, and headers are exact to a second. */
const plausible = (ms: number, longest: number): number | undefined =>
	ms >= -CLOCK_TOLERANCE && ms <= longest ? Math.max(0, ms) : undefined;

/** The service's clock minus ours, in ms; 0 while they differ by no more than the header can tell. */
export function clockSkew(headers: Record<string, string>, now: number): number {
	const skew = Date.parse(headers.date ?? '') - now;
	return Math.abs(skew) > CLOCK_TOLERANCE ? skew : 0;
}

/**
 * A point in time in any form that services use: epoch seconds, epoch milliseconds, seconds to go, a date.
 *
 * @returns milliseconds from now, or undefined when the text is none of these or out of all proportion
 */
function untilMoment(
	text: string | undefined,
	headers: Record<string, string>,
	now: number,
	longest: number,
) {
	if (text === undefined || text.trim() === '') return undefined;
	const serviceNow = now + clockSkew(headers, now);
	const number = leadingNumber(text);
	if (number === undefined) return plausible(Date.parse(text) - serviceNow, longest);
	if (number >= 1e11) return plausible(number - serviceNow, longest);
	if (number >= 1e9) return plausible(number * 1000 - serviceNow, longest);
	return plausible(number * 1000, longest);
}

/** Reads X-RateLimit-Limit, -Remaining and -Reset; whatever is missing or makes no sense is left out. */
export function readRateLimitHeaders({ headers }: HttpReply, now: number): RateLimitHeaders {
	return {
		limit: count(headers['x-ratelimit-limit']),
		remaining: count(headers['x-ratelimit-remaining']),
		resetIn: untilMoment(headers['x-ratelimit-reset'], headers, now, MAX_WINDOW),
	};
}

/**
 * How long the service asks to stay away: Retry-After of the header or the body.
 *
 * @returns milliseconds, or undefined when it does not say
 */
export function retryAfter({ headers, body }: HttpReply, now: number): number | undefined {
	const said = isObject(body)
		? (body['Retry-After'] ?? body['retry-after'] ?? body.retry_after ?? body.retryAfter)
		: undefined;
	const [first, second] = [headers['retry-after'], textOf(said)].map((text) =>
		untilMoment(text, headers, now, MAX_RETRY_AFTER),
	);
	return first ?? second;
}
