/**
 * Rate-limit headers in every form that services use, as api.md section 8 leaves their form open, up to the edges of what
 * is plausible.
 */

import {
	readRateLimitHeaders,
	readRetryAfter,
} from '../../../nodes/LinkManagement/client/rateLimit/headers';

const NOW = Date.parse('2030-01-31T10:00:00Z');
const IN_41_SECONDS = new Date(NOW + 41_000);
const figures = (headers: Record<string, string>) => readRateLimitHeaders({ headers }, NOW);
const reset = (text: string, more = {}) => figures({ 'x-ratelimit-reset': text, ...more }).resetIn;
const counts = (limit: string, remaining: string) => {
	const read = figures({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining });
	return [read.limit, read.remaining];
};

test.each([
	['epoch seconds', `${NOW / 1000 + 41}`],
	['epoch milliseconds', `${NOW + 41_000}`],
	['seconds with their unit', '41s'],
	['milliseconds with their unit', ' 41000  ms '],
	['epoch seconds, and the same from a proxy', `${NOW / 1000 + 41}, ${NOW / 1000 + 41}`],
	['an HTTP date', IN_41_SECONDS.toUTCString()],
	['an ISO date', IN_41_SECONDS.toISOString()],
	['a date in another zone', '2030-01-31T11:00:41+01:00'],
	['a date in another zone, without a colon', '2030-01-31T09:00:41-0100'],
	['a date without a zone', IN_41_SECONDS.toISOString().slice(0, 19).replace('T', ' ')],
	['a number of 200 characters', '41'.padEnd(200)],
	['a date of 200 characters', IN_41_SECONDS.toUTCString().padEnd(200)],
])('a reset as %s is read', (_form, text) => {
	expect(reset(text)).toBe(41_000);
});

test.each([
	['41', 41_000],
	['0.25', 250],
	['3600', 3_600_000],
	['3601', 3_601],
	['3600000', 3_600_000],
	['3600001', undefined],
])(
	'a reset of %s without a unit is in seconds, or in milliseconds where no window is so long',
	(text, resetIn) => {
		expect(reset(text)).toBe(resetIn);
	},
);

test.each([
	['a year ahead', String(NOW / 1000 + 365 * 86_400)],
	['no number', 'soon'],
	['nothing', ''],
	['a negative number', '-41'],
	['a number of 400 digits', '9'.repeat(400)],
	['in seconds with their unit, and longer than any window', '41000s'],
	['longer than a number', '41'.padEnd(201)],
	['longer than a date', IN_41_SECONDS.toUTCString().padEnd(201)],
])('a reset that is %s is ignored', (_form, text) => {
	expect(reset(text)).toBeUndefined();
});

test.each([
	[-2_001, undefined],
	[-2_000, 0],
	[3_600_000, 3_600_000],
	[3_600_001, undefined],
])('a window that ends in %d ms ends in %p ms', (ms, plausible) => {
	expect(reset(String(NOW + ms))).toBe(plausible);
});

test.each([
	['milliseconds from 1973 on', 1e11, 1e11],
	['seconds from 2001 on', 1e9, 1e12],
])('a reset as epoch %s is read', (_form, number, ms) => {
	const headers = { 'x-ratelimit-reset': String(number) };
	expect(readRateLimitHeaders({ headers }, ms - 41_000).resetIn).toBe(41_000);
});

test('uses the clock of the service where it differs from ours by more than two seconds', () => {
	const date = new Date(NOW + 3_600_000).toUTCString();
	expect(reset(String(NOW / 1000 + 3600 + 20), { date })).toBe(20_000);
	const skewAt = (now: number) => readRateLimitHeaders({ headers: { date } }, now).clockSkew;
	expect([skewAt(NOW + 3_600_000 - 2_000), skewAt(NOW + 3_600_000 - 2_001)]).toEqual([0, 2_001]);
});

test('reads the counts, whatever else is missing, doubled by a proxy, or before a policy', () => {
	const read = figures({ 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '0' });
	expect(read).toEqual({ limit: 30, remaining: 0, resetIn: undefined });
	expect(figures({ 'x-ratelimit-remaining': 'many' }).remaining).toBeUndefined();
	expect(counts(' 30 ; w=60', '29, 29')).toEqual([30, 29]);
	expect(counts('30', '30')).toEqual([30, 30]);
});

test.each([
	['more remaining than the limit', '30', '1000000'],
	['a limit of 0', '0', '0'],
	['numbers of 400 digits', '9'.repeat(400), '9'.repeat(400)],
	['negative numbers', '-30', '-1'],
])('figures that make no sense are ignored: %s', (_, limit, remaining) => {
	expect(counts(limit, remaining)).toEqual([undefined, undefined]);
});

test.each<[string, Record<string, string>, unknown, number?]>([
	['the header', { 'retry-after': '41' }, {}],
	['a date in the header', { 'retry-after': IN_41_SECONDS.toUTCString() }, {}],
	['a header of a day', { 'retry-after': '86400' }, {}, 86_400_000],
	['the body', {}, { error: 429, 'Retry-After': 41 }],
	['a text in the body', {}, { error: 429, 'Retry-After': '41' }],
	['the body, in small letters', {}, { error: 429, 'retry-after': 41 }],
	['the body, with an underscore', {}, { error: 429, retry_after: 41 }],
	['the body, in camel case', {}, { error: 429, retryAfter: 41 }],
])('Retry-After in %s', (_place, headers, body, wait = 41_000) => {
	expect(readRetryAfter({ headers, body }, NOW)).toBe(wait);
});

test('without Retry-After, or with a date without a zone that is hours away, there is no wait', () => {
	const waitOf = (headers: Record<string, string>) =>
		readRetryAfter({ headers, body: 'too many' }, NOW);
	expect(waitOf({})).toBeUndefined();
	expect(waitOf({ 'retry-after': '2030-01-31 16:00:00' })).toBeUndefined();
});
