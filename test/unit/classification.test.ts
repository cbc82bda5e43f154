/** How replies are classified, and which requests may be sent again after them. */
import { classifyReply } from '../../nodes/LinkManagement/transport/classification';
import type { HttpReply } from '../../nodes/LinkManagement/transport/http';

const answer = (status: number, body: unknown, headers = {}): HttpReply => ({
	status,
	headers,
	body,
});
const SENT = { sentAt: 7, now: 8, quotable: ['rate-limits'] };
const networkError = (code: string, message = code): HttpReply => ({
	...answer(0, undefined),
	networkError: { code, message },
});

test.each([[0], ['0'], [false], [null], [undefined], ['']])('error %p is a success', (error) => {
	expect(classifyReply(answer(200, { error, id: 1 }), SENT)).toEqual({ body: { error, id: 1 } });
});

const PAGE = '\n<!doctype html><title>Hello</title>';

test.each<[string, string, HttpReply, RegExp]>([
	['refused', 'never', answer(200, { error: 1, message: 'Alias is taken' }), /^Alias is taken$/],
	['refused', 'never', answer(200, { error: '1', msg: 'Alias is taken' }), /^Alias is taken$/],
	['refused', 'never', answer(200, { error: true }), /refused this request \(HTTP 200\)/],
	['refused', 'never', answer(422, { message: 'Bad colour' }), /^Bad colour$/],
	['rateLimited', 'afterWait', answer(429, ''), /^Too many requests$/],
	['rateLimited', 'afterWait', answer(200, { error: 429, message: 'Slow down' }), /^Slow down$/],
	['rateLimited', 'afterWait', answer(200, { error: 1, code: 429 }), /^Too many requests$/],
	[
		'rateLimited',
		'afterWait',
		answer(200, { error: { code: 429, message: 'Slow down' } }),
		/^Slow down$/,
	],
	[
		'rateLimited',
		'afterWait',
		answer(403, { error: 1, message: 'Come back' }, { 'retry-after': '5' }),
		/^Come back$/,
	],
	[
		'rateLimitedByWords',
		'afterWait',
		answer(200, { error: 1, message: 'Too Many Requests.' }),
		/^Too Many Requests\.$/,
	],
	[
		'rateLimitedByWords',
		'afterWait',
		answer(403, { error: 1, message: 'Rate limit exceeded' }),
		/^Rate limit exceeded$/,
	],
	[
		'rateLimitedByWords',
		'afterWait',
		answer(200, { error: 1, message: 'The limit is 30 requests per minute.' }),
		/^The limit is/,
	],
	['quotaExhausted', 'never', answer(429, {}, { 'retry-after': '86400' }), /^Too many requests$/],
	[
		'refused',
		'never',
		answer(400, { error: 1, message: 'The alias rate-limits is taken.' }),
		/^The alias rate-limits is taken\.$/,
	],
	[
		'refused',
		'never',
		answer(422, { message: { url: ['is invalid', 'is too long'] } }),
		/^url: is invalid, is too long$/,
	],
	[
		'refused',
		'never',
		answer(422, { message: 'Not valid.', errors: { url: ['is invalid'] } }),
		/^Not valid\. url: is invalid$/,
	],
	['forbidden', 'never', answer(403, { error: 1, message: 'Alias is taken' }), /^Alias is taken$/],
	[
		'invalidKey',
		'never',
		answer(401, { error: 1, message: 'Invalid API key' }),
		/^Invalid API key$/,
	],
	['invalidKey', 'never', answer(403, PAGE), /did not accept the API key/],
	['notFound', 'never', answer(404, { error: 1, message: 'No such link' }), /^No such link$/],
	[
		'redirect',
		'never',
		answer(301, '', { location: 'https://other.example.com/api' }),
		/https:\/\/other\.example\.com\/api/,
	],
	['unavailable', 'ifRepeatable', answer(502, PAGE), /could not answer \(HTTP 502\)/],
	['unavailable', 'ifRepeatable', answer(408, ''), /could not answer \(HTTP 408\)/],
	['webPage', 'ifRepeatable', answer(200, PAGE), /web page came back/],
	['invalidJson', 'ifRepeatable', answer(200, '{"error":0,"id":'), /not the JSON object/],
	['emptyReply', 'ifRepeatable', answer(200, ''), /answered with nothing \(HTTP 200\)/],
	['invalidJson', 'ifRepeatable', answer(200, [1]), /not the JSON object/],
	['unreachable', 'always', networkError('ECONNREFUSED'), /could not be reached \(ECONNREFUSED\)/],
	['unreachable', 'always', networkError('ENOTFOUND'), /could not be reached/],
	['misconfigured', 'never', networkError('ERR_INVALID_URL', 'Invalid URL'), /Invalid URL/],
	[
		'misconfigured',
		'never',
		networkError('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'),
		/self-signed/,
	],
	['lostAnswer', 'ifRepeatable', networkError('ECONNRESET'), /connection was lost/],
	['lostAnswer', 'ifRepeatable', networkError('', 'socket hang up'), /connection was lost/],
])('%s, retry %s (%#)', (kind, retry, given, message) => {
	const outcome = classifyReply(given, SENT);
	expect(outcome).toMatchObject({ failure: { kind, retry, sentAt: SENT.sentAt } });
	if (!('failure' in outcome)) throw new Error('taken for a good reply');
	expect(outcome.failure.message).toMatch(message);
	expect(outcome.failure.advice).toMatch(/\w.*\.$/);
});

test('an empty reply is final for those who expect nothing back', () => {
	expect(classifyReply(answer(200, ' '), { ...SENT, mayBeEmpty: true })).toMatchObject({
		failure: { kind: 'emptyReply', retry: 'never' },
	});
});

test('names the time when a service that asks for hours can be called again', () => {
	expect(classifyReply(answer(429, {}, { 'retry-after': '86400' }), SENT)).toMatchObject({
		failure: { advice: expect.stringContaining('in 24 hours') },
	});
});

test('a web page with HTTP 403 is reported as a possible firewall', () => {
	expect(classifyReply(answer(403, PAGE), SENT)).toMatchObject({
		failure: { advice: expect.stringContaining('firewall') },
	});
	expect(classifyReply(answer(403, { error: 1 }), SENT)).toMatchObject({
		failure: { advice: expect.not.stringContaining('firewall') },
	});
});

test.each([['ECONNABORTED'], ['ETIMEDOUT']])('after %s the service may still act', (code) => {
	expect(classifyReply(networkError(code), SENT)).toMatchObject({ failure: { late: true } });
	expect(classifyReply(networkError('ECONNRESET'), SENT)).toMatchObject({
		failure: { late: false },
	});
});
