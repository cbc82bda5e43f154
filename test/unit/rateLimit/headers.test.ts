/** The headers of the rate limit at the edges of what is plausible. */
import type { HttpReply } from '../../../nodes/LinkManagement/transport/http';
import {
	clockSkew,
	readRateLimitHeaders,
	readRetryAfter,
} from '../../../nodes/LinkManagement/transport/rateLimit/headers';

const NOW = Date.parse('2030-01-31T10:00:00Z');
const reply = (headers: Record<string, string>): HttpReply => ({ status: 200, headers, body: {} });
const resetIn = (reset: number) =>
	readRateLimitHeaders(reply({ 'x-ratelimit-reset': String(reset) }), NOW).resetIn;

test.each([
	[-2_001, undefined],
	[-2_000, 0],
	[3_600_000, 3_600_000],
	[3_600_001, undefined],
])('a window that ends in %d ms ends in %p ms', (ms, plausible) => {
	expect(resetIn(NOW + ms)).toBe(plausible);
});

test('a window may have all of its requests left', () => {
	const headers = { 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '30' };
	expect(readRateLimitHeaders(reply(headers), NOW)).toMatchObject({ limit: 30, remaining: 30 });
});

test('a wait may have several decimals', () => {
	expect(readRetryAfter(reply({ 'retry-after': '12.25' }), NOW)).toBe(12_250);
});

test('clocks that differ by two seconds count as the same', () => {
	const date = new Date(NOW).toUTCString();
	expect(clockSkew({ date }, NOW - 2_000)).toBe(0);
	expect(clockSkew({ date }, NOW - 2_001)).toBe(2_001);
});
