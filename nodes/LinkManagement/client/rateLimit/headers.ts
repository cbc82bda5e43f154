import { isObject, textOf } from '../../text/json';

/** What a reply says about the rate limit (api.md section 8). Missing and implausible values are undefined. */
export interface LimitInfo {
	limit?: number;
	remaining?: number;
	/** Time until the window ends, in ms. */
	resetIn?: number;
	/** The service's clock minus ours, in ms; undefined without a `Date` header. */
	clockSkew?: number;
	/** Set when the limit is reached: the time that the service asks to wait, in ms. */
	refusal?: { retryAfter: number | undefined };
	/** `unavailable`: HTTP 503, with which some services answer too many requests at once. */
	outcome?: 'success' | 'unavailable';
}

/** The longest window of such a service, in ms. A reset that is further away comes from a wrong clock. */
export const MAX_WINDOW = 60 * 60_000;
const MAX_RETRY_AFTER = 40 * 24 * MAX_WINDOW;
/** The `Date` header is exact to a second. Only a larger difference, in ms, shows that a clock is wrong. */
const CLOCK_TOLERANCE = 2_000;
/** Numbers from these on are points in time: epoch seconds (2001 and later) and epoch milliseconds (1973 and later). */
const MIN_EPOCH_SECONDS = 1e9;
const MIN_EPOCH_MS = 1e11;

/** A longer text is neither a number nor a date, in characters. */
const MAX_LENGTH = 200;
/** A number at the start of a header. A proxy may have added a second one (`29, 29`); a policy or a unit may follow. */
const NUMBER = /^\s*(\d+(?:\.\d+)?)(?:\s*(ms|s))?\s*(?:$|[,;])/i;

function leadingNumber(text = ''): { number: number; unit: string } | undefined {
	if (text.length > MAX_LENGTH) return undefined;
	const [, digits, unit = ''] = NUMBER.exec(text) ?? [];
	return digits === undefined ? undefined : { number: Number(digits), unit: unit.toLowerCase() };
}

/** A plausible count. Numbers with hundreds of digits become Infinity, which would never change again. */
function readCount(text: string | undefined): number | undefined {
	const count = Math.floor(leadingNumber(text)?.number ?? NaN);
	return Number.isSafeInteger(count) ? count : undefined;
}

/** A time that has just passed counts as now, because the reply took a while and headers are exact to a second. */
const plausibleTime = (ms: number, max: number): number | undefined =>
	ms >= -CLOCK_TOLERANCE && ms <= max ? Math.max(0, ms) : undefined;

/** What a date ends with. Without it, the date would be read in n8n's own time zone; most services mean UTC. */
const ZONE = /(?:GMT|UTC|Z|[+-]\d\d:?\d\d)\s*$/i;

/** @returns ms since epoch; NaN for a text that is no date */
const dateIn = (text = ''): number =>
	text.length > MAX_LENGTH ? NaN : Date.parse(ZONE.test(text) ? text : `${text}Z`);

/** @returns the service's clock minus ours, in ms; 0 when the header is not exact enough to show a difference */
function clockSkewOf(headers: Record<string, string>, now: number): number {
	const skew = dateIn(headers.date) - now;
	return Math.abs(skew) > CLOCK_TOLERANCE ? skew : 0;
}

/** Epoch seconds, epoch milliseconds, a date, or a time to go, as ms from now. */
function readTime(
	text: string | undefined,
	headers: Record<string, string>,
	now: number,
	max: number,
): number | undefined {
	if (text === undefined || text.trim() === '') return undefined;
	const { number, unit } = leadingNumber(text) ?? {};
	// Both in whole seconds, so that the end of a window is late by a second at most, and never early
	const serviceSecond = Math.floor((dateIn(headers.date) || now) / 1000) * 1000;
	// A date without a zone that is hours away shows another zone, and no long wait
	const maxForDate = ZONE.test(text) ? max : MAX_WINDOW;
	if (number === undefined) return plausibleTime(dateIn(text) - serviceSecond, maxForDate);
	if (number >= MIN_EPOCH_MS) return plausibleTime(number - now - clockSkewOf(headers, now), max);
	if (number >= MIN_EPOCH_SECONDS) return plausibleTime(number * 1000 - serviceSecond, max);
	if (unit === 'ms') return plausibleTime(number, max);
	// Without a unit, a number that as seconds would be longer than any window is in ms
	const ms = unit === '' ? plausibleTime(number, MAX_WINDOW) : undefined;
	return plausibleTime(number * 1000, max) ?? ms;
}

/** A limit of 0, and counts that contradict each other, are left out. @param now ms since epoch */
export function readRateLimitHeaders(
	{ headers }: { headers: Record<string, string> },
	now: number,
): LimitInfo {
	const limit = readCount(headers['x-ratelimit-limit']);
	const remaining = readCount(headers['x-ratelimit-remaining']);
	const isContradiction = limit === 0 || (remaining ?? 0) > (limit ?? Infinity);
	return {
		...(isContradiction ? {} : { limit, remaining }),
		resetIn: readTime(headers['x-ratelimit-reset'], headers, now, MAX_WINDOW),
		clockSkew: headers.date === undefined ? undefined : clockSkewOf(headers, now),
	};
}

/** In the header or in the body, in seconds or as a date. @returns ms; undefined when the service does not say */
export function readRetryAfter(
	{ headers, body }: { headers: Record<string, string>; body: unknown },
	now: number,
): number | undefined {
	const inBody = isObject(body)
		? (body['Retry-After'] ?? body['retry-after'] ?? body.retry_after ?? body.retryAfter)
		: undefined;
	const fromHeader = readTime(headers['retry-after'], headers, now, MAX_RETRY_AFTER);
	return fromHeader ?? readTime(textOf(inBody), headers, now, MAX_RETRY_AFTER);
}
