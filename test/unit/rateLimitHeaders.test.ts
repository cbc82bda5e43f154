/** Rate limit headers in every form that services use (api.md section 8 shows none). */
import {
	readRateLimitHeaders,
	retryAfter,
} from '../../nodes/LinkManagement/transport/rateLimit/headers';

const NOW = Date.parse('2030-01-31T10:00:00Z');
const reply = (headers: Record<string, string>, body: unknown = {}) => ({
	status: 200,
	headers,
	body,
});
const reset = (text: string, more = {}) =>
	readRateLimitHeaders(reply({ 'x-ratelimit-reset': text, ...more }), NOW).resetIn;

test.each([
	['epoch seconds', String(NOW / 1000 + 41)],
	['epoch milliseconds', String(NOW + 41_000)],
	['seconds to go', '41'],
	['seconds with their unit', '41s'],
	['seconds, and the same from a proxy', '41, 41'],
	['an HTTP date', new Date(NOW + 41_000).toUTCString()],
	['an ISO date', new Date(NOW + 41_000).toISOString()],
])('%s', (_form, text) => {
	expect(reset(text)).toBe(41_000);
});

test.each([
	['the past', String(NOW / 1000 - 5)],
	['a year ahead', String(NOW / 1000 + 365 * 86_400)],
	['no number', 'soon'],
	['nothing', ''],
])('%s says nothing', (_form, text) => {
	expect(reset(text)).toBeUndefined();
});

test('takes a moment that has just passed for now', () => {
	expect(reset(String(NOW - 1_500))).toBe(0);
});

test('goes by the clock of the service where that is another', () => {
	const date = new Date(NOW + 3_600_000).toUTCString();
	expect(reset(String(NOW / 1000 + 3600 + 20), { date })).toBe(20_000);
});

test('takes a difference within the exactness of the Date header for none', () => {
	expect(reset(String(NOW / 1000 + 20), { date: new Date(NOW - 1_000).toUTCString() })).toBe(
		20_000,
	);
});

test('reads the counts, whatever else is missing', () => {
	expect(
		readRateLimitHeaders(reply({ 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '0' }), NOW),
	).toEqual({
		limit: 30,
		remaining: 0,
		resetIn: undefined,
	});
	expect(
		readRateLimitHeaders(reply({ 'x-ratelimit-remaining': 'many' }), NOW).remaining,
	).toBeUndefined();
});

test('reads counts that a proxy has doubled or a policy follows', () => {
	const headers = { 'x-ratelimit-limit': '30;w=60', 'x-ratelimit-remaining': '29, 29' };
	expect(readRateLimitHeaders(reply(headers), NOW)).toMatchObject({ limit: 30, remaining: 29 });
});

test('Retry-After may be tomorrow', () => {
	expect(retryAfter(reply({ 'retry-after': '86400' }), NOW)).toBe(86_400_000);
});

test.each([
	['the header', { 'retry-after': '41' }, {}],
	['a date in the header', { 'retry-after': new Date(NOW + 41_000).toUTCString() }, {}],
	['the body', {}, { error: 429, 'Retry-After': 41 }],
	['a text in the body', {}, { error: 429, 'Retry-After': '41' }],
])('Retry-After in %s', (_place, headers, body) => {
	expect(retryAfter(reply(headers, body), NOW)).toBe(41_000);
});

test('has no Retry-After where there is none', () => {
	expect(retryAfter(reply({}, 'too many'), NOW)).toBeUndefined();
});
