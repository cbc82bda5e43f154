import type { Answer } from '../answer';
import { isObject, textOf } from '../json';

/** What the headers of one reply say about the budget of the key (api.md section 8). */
export interface Budget {
	limit?: number;
	remaining?: number;
	/** Milliseconds from now until the window ends. Absent when the header makes no sense. */
	resetIn?: number;
}

/** No window of such a service is longer, in ms; a reset further away is a clock gone wrong. */
const LONGEST_WINDOW = 60 * 60_000;
/** The `Date` header is exact to a second: only a larger difference is a wrong clock. */
const CLOCK_TOLERANCE = 2_000;

const count = (text: string | undefined): number | undefined => {
	const number = Number(text);
	return text !== undefined && text.trim() !== '' && Number.isFinite(number) && number >= 0
		? Math.floor(number)
		: undefined;
};

/** A moment that has just passed is now: a reply takes its time, and headers are exact to a second. */
const sane = (ms: number): number | undefined =>
	ms >= -CLOCK_TOLERANCE && ms <= LONGEST_WINDOW ? Math.max(0, ms) : undefined;

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
function untilMoment(text: string | undefined, headers: Record<string, string>, now: number) {
	if (text === undefined || text.trim() === '') return undefined;
	const serviceNow = now + clockSkew(headers, now);
	const number = Number(text);
	if (Number.isNaN(number)) return sane(Date.parse(text) - serviceNow);
	if (number >= 1e11) return sane(number - serviceNow);
	if (number >= 1e9) return sane(number * 1000 - serviceNow);
	return sane(number * 1000);
}

/** Reads X-RateLimit-Limit, -Remaining and -Reset; whatever is missing or makes no sense is left out. */
export function budgetOf({ headers }: Answer, now: number): Budget {
	return {
		limit: count(headers['x-ratelimit-limit']),
		remaining: count(headers['x-ratelimit-remaining']),
		resetIn: untilMoment(headers['x-ratelimit-reset'], headers, now),
	};
}

/**
 * How long a "too many requests" asks to stay away: Retry-After of the header or the body.
 *
 * @returns milliseconds, or undefined when it does not say
 */
export function retryAfter({ headers, body }: Answer, now: number): number | undefined {
	const said = isObject(body)
		? (body['Retry-After'] ?? body['retry-after'] ?? body.retry_after ?? body.retryAfter)
		: undefined;
	return (
		untilMoment(headers['retry-after'], headers, now) ?? untilMoment(textOf(said), headers, now)
	);
}
