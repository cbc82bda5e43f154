/** How replies are classified, and which requests may be sent again after them. */
import fc from 'fast-check';

import { classifyReply } from '../../nodes/LinkManagement/transport/classification';
import type { HttpReply } from '../../nodes/LinkManagement/transport/http';
import { plainText, plainTextWithout } from '../../nodes/LinkManagement/values/plainText';

const reply = (status: number, body: unknown, headers = {}): HttpReply => ({
	status,
	headers,
	body,
});
const SENT = { sentAt: 7, now: 8, requestValues: {}, plainText };
const networkError = (code: string, message = code): HttpReply => ({
	...reply(0, undefined),
	networkError: { code, message },
});

test.each([[0], ['0'], [false], [null], [undefined], ['']])('error %p is a success', (error) => {
	expect(classifyReply(reply(200, { error, id: 1 }), SENT)).toEqual({ body: { error, id: 1 } });
});

const PAGE = '\n<!doctype html><title>Hello</title>';

test.each<[string, string, HttpReply, RegExp]>([
	['refused', 'never', reply(200, { error: 1, message: 'Alias is taken' }), /^Alias is taken$/],
	['refused', 'never', reply(200, { error: '1', msg: 'Alias is taken' }), /^Alias is taken$/],
	['refused', 'never', reply(200, { error: true }), /^The service refused this request$/],
	['refused', 'never', reply(422, { message: 'Bad colour' }), /^Bad colour$/],
	['rateLimited', 'afterWait', reply(429, ''), /^Too many requests$/],
	['rateLimited', 'afterWait', reply(200, { error: 429, message: 'Slow down' }), /^Slow down$/],
	['rateLimited', 'afterWait', reply(200, { error: 1, code: 429 }), /^Too many requests$/],
	[
		'rateLimited',
		'afterWait',
		reply(200, { error: { code: 429, message: 'Slow down' } }),
		/^Slow down$/,
	],
	[
		'rateLimited',
		'afterWait',
		reply(403, { error: 1, message: 'Come back' }, { 'retry-after': '5' }),
		/^Come back$/,
	],
	[
		'rateLimitedByWords',
		'afterWait',
		reply(200, { error: 1, message: 'Too Many Requests.' }),
		/^Too Many Requests\.$/,
	],
	[
		'rateLimitedByWords',
		'afterWait',
		reply(403, { error: 1, message: 'Rate limit exceeded' }),
		/^Rate limit exceeded$/,
	],
	[
		'rateLimitedByWords',
		'afterWait',
		reply(200, { error: 1, message: 'The limit is 30 requests per minute.' }),
		/^The limit is/,
	],
	['quotaExhausted', 'never', reply(429, {}, { 'retry-after': '86400' }), /^Too many requests$/],
	[
		'refused',
		'never',
		reply(422, { message: { url: ['is invalid', 'is too long'] } }),
		/^url: is invalid, is too long$/,
	],
	[
		'refused',
		'never',
		reply(422, { message: 'Not valid.', errors: { url: ['is invalid'] } }),
		/^Not valid\. url: is invalid$/,
	],
	['forbidden', 'never', reply(403, { error: 1, message: 'Alias is taken' }), /^Alias is taken$/],
	[
		'invalidKey',
		'never',
		reply(401, { error: 1, message: 'Invalid API key' }),
		/^Invalid API key$/,
	],
	['invalidKey', 'never', reply(403, PAGE), /did not accept the API key/],
	['notFound', 'never', reply(404, { error: 1, message: 'No such link' }), /^No such link$/],
	[
		'redirect',
		'never',
		reply(301, '', { location: 'https://other.example.com/api' }),
		/https:\/\/other\.example\.com\/api/,
	],
	['unavailable', 'ifRepeatable', reply(502, PAGE), /failed to process the request \(HTTP 502\)/],
	['unavailable', 'ifRepeatable', reply(408, ''), /failed to process the request \(HTTP 408\)/],
	['webPage', 'ifRepeatable', reply(200, PAGE), /reply is a web page/],
	['invalidJson', 'ifRepeatable', reply(200, '{"error":0,"id":'), /not a JSON object/],
	['emptyReply', 'ifRepeatable', reply(200, ''), /^The service sent an empty reply$/],
	['invalidJson', 'ifRepeatable', reply(200, [1]), /not a JSON object/],
	['unreachable', 'always', networkError('ECONNREFUSED'), /could not be reached \(ECONNREFUSED\)/],
	['unreachable', 'always', networkError('ENOTFOUND'), /could not be reached/],
	['misconfigured', 'never', networkError('ERR_INVALID_URL', 'Invalid URL'), /Invalid URL/],
	[
		'misconfigured',
		'never',
		networkError('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'),
		/self-signed/,
	],
	['lostReply', 'ifRepeatable', networkError('ECONNRESET'), /connection was lost/],
	['lostReply', 'ifRepeatable', networkError('', 'socket hang up'), /connection was lost/],
])('%s, retry %s (%#)', (kind, retry, given, message) => {
	const outcome = classifyReply(given, SENT);
	expect(outcome).toMatchObject({ failure: { kind, retry, sentAt: SENT.sentAt } });
	if (!('failure' in outcome)) throw new Error('taken for a good reply');
	expect(outcome.failure.message).toMatch(message);
	expect(outcome.failure.advice).toMatch(/\w.*\.$/);
});

test('an empty reply is final for those who expect nothing back', () => {
	expect(classifyReply(reply(200, ' '), { ...SENT, mayBeEmpty: true })).toMatchObject({
		failure: { kind: 'emptyReply', retry: 'never' },
	});
});

test('names the time when a service that asks for hours can be called again', () => {
	expect(classifyReply(reply(429, {}, { 'retry-after': '86400' }), SENT)).toMatchObject({
		failure: { advice: expect.stringContaining('in 24 hours') },
	});
});

test('a web page with HTTP 403 is reported as a possible firewall', () => {
	expect(classifyReply(reply(403, PAGE), SENT)).toMatchObject({
		failure: { advice: expect.stringContaining('firewall') },
	});
	expect(classifyReply(reply(403, { error: 1 }), SENT)).toMatchObject({
		failure: { advice: expect.not.stringContaining('firewall') },
	});
});

test.each([['ECONNABORTED'], ['ETIMEDOUT']])('after %s the service may still act', (code) => {
	expect(classifyReply(networkError(code), SENT)).toMatchObject({ failure: { late: true } });
	expect(classifyReply(networkError('ECONNRESET'), SENT)).toMatchObject({
		failure: { late: false },
	});
});

describe('An endpoint that not every service has', () => {
	const OPTIONAL = { ...SENT, endpoint: 'change short links' };
	const kindOf = (given: HttpReply, facts = OPTIONAL) => {
		const outcome = classifyReply(given, facts);
		return 'failure' in outcome ? outcome.failure.kind : 'good';
	};

	test.each([
		['a page', reply(404, PAGE)],
		['nothing', reply(404, '')],
		['JSON of a router', reply(404, { message: 'The route api/url/5/update could not be found.' })],
		[
			'JSON of a web framework',
			reply(404, { statusCode: 404, error: 'Not Found', message: 'Route not found' }),
		],
		['another method', reply(405, { error: 1, message: 'Not allowed' })],
		['HTTP 501', reply(501, '')],
		['words about the endpoint', reply(200, { error: 1, message: 'Invalid endpoint.' })],
	])('that is answered with %s is not offered', (_, given) => {
		const outcome = classifyReply(given, OPTIONAL);
		expect(outcome).toMatchObject({
			failure: {
				kind: 'notOffered',
				retry: 'never',
				message: 'This service does not offer a way to change short links',
			},
		});
	});

	test.each([
		['notFound', reply(404, { error: 1, message: 'Link not found.' })],
		['notFound', reply(404, { error: '1', msg: 'This link does not exist.' })],
		['refused', reply(200, { error: 1, message: 'That alias is taken.' })],
		[
			'forbidden',
			reply(403, { error: 1, message: 'You do not have permission to access this endpoint.' }),
		],
		['invalidKey', reply(401, { error: 1, message: 'Invalid key for this endpoint' })],
		['unavailable', reply(502, PAGE)],
	])('%s stays what it is (%#)', (kind, given) => {
		expect(kindOf(given)).toBe(kind);
	});

	test('keeps the words of the service in the advice', () => {
		expect(classifyReply(reply(404, { message: 'No route' }), OPTIONAL)).toMatchObject({
			failure: { advice: expect.stringContaining('No route') },
		});
	});

	test('is told only where a request names it', () => {
		expect(kindOf(reply(404, PAGE), SENT as typeof OPTIONAL)).toBe('notFound');
	});
});

describe('Words of the service that are no sign of a rate limit or a refused key', () => {
	const kindOf = (given: HttpReply, requestValues: unknown = {}) => {
		const outcome = classifyReply(given, { ...SENT, requestValues });
		return 'failure' in outcome ? outcome.failure.kind : 'good';
	};
	const refusal = (message: string) => reply(200, { error: 1, message });

	test.each<[string, string, unknown]>([
		['as it is', 'The alias rate-limits is taken', { custom: 'rate-limits' }],
		['in another case', 'Rate-Limits is taken', { custom: 'rate-limits' }],
		['as a slug', 'The alias rate-limits is taken', { custom: 'Rate Limits!' }],
		['as a slug without accents', 'The alias rate-limits is taken', { custom: 'Räte Limits' }],
		[
			'without its scheme',
			'rate-limit.example.com/a is not allowed',
			{ url: 'https://rate-limit.example.com/a' },
		],
		['in part', 'The domain slow-down.example is blocked', { url: 'https://slow-down.example/a' }],
		['decoded', 'No page "slow down" there', { url: 'https://example.com/slow%20down' }],
		[
			'from a row within the body',
			'The link https://throttle.example is not valid',
			{ geotarget: [{ location: 'Canada', link: 'https://throttle.example' }] },
		],
		['from the query', 'Nothing matches too many requests', [{ q: 'too many requests' }, {}]],
		['that names a key', 'The alias api-key is taken', { custom: 'API key' }],
		['with markup', 'The alias <b>Rate</b> <i>limits</i> is taken', { custom: 'rate-limits' }],
	])('are those of a value that is quoted %s', (_, message, requestValues) => {
		expect(kindOf(refusal(message), requestValues)).toBe('refused');
	});

	test('are those beside a header that says that requests are left', () => {
		const words = { error: 1, message: 'The rate limit of this campaign cannot be changed' };
		expect(kindOf(reply(200, words, { 'x-ratelimit-remaining': '12' }))).toBe('refused');
		expect(kindOf(reply(200, words, { 'x-ratelimit-remaining': '0' }))).toBe('rateLimitedByWords');
		expect(kindOf(reply(200, words))).toBe('rateLimitedByWords');
	});

	test.each([[404], [409], [422]])(
		'are those beside HTTP %i, which names another reason',
		(status) => {
			const words = (message: string) => reply(status, { error: 1, message });
			expect(kindOf(words('Rate limit rules do not apply'))).not.toBe('rateLimitedByWords');
			expect(kindOf(words('Unknown API key field'))).not.toBe('invalidKey');
		},
	);

	test('Words of its own beside a quoted value are a sign', () => {
		const message = 'Too many requests for the alias rate-limits';
		expect(kindOf(refusal(message), { custom: 'rate-limits' })).toBe('rateLimitedByWords');
		expect(kindOf(refusal('Invalid API key'), { custom: 'rate-limits' })).toBe('invalidKey');
	});
});

describe('Whatever a reply holds', () => {
	const KEY = 'sk_9f8e7d6c5b4a39281706f5e4d3c2b1a0';
	const piece = fc.constantFrom(
		...['<b>', '</b>', '<script>', '<a href="x">', '&lt;', KEY, ' ', 'No.', 'x'.repeat(480)],
	);
	const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
	const value = fc.oneof(
		text,
		fc.jsonValue({ maxDepth: 3 }),
		fc.constant({ toString: 1, toJSON: 1 }),
	);
	const body = fc.oneof(
		text,
		fc.jsonValue(),
		fc.record(
			{ error: value, message: value, msg: value, detail: value, errors: value, code: value },
			{ requiredKeys: [] },
		),
	);
	const status = fc.constantFrom(0, 200, 201, 302, 400, 401, 403, 404, 405, 422, 429, 500, 504);

	test('a failure has texts without key and markup, within bounds', () => {
		fc.assert(
			fc.property(status, body, text, (code, content, location) => {
				const outcome = classifyReply(reply(code, content, { location }), {
					...SENT,
					requestValues: content,
					plainText: plainTextWithout(KEY),
				});
				if (!('failure' in outcome)) return;
				const { message, advice } = outcome.failure;
				expect(`${message} ${advice}`).not.toMatch(new RegExp(`<|${KEY.slice(0, 9)}`));
				expect(message.trim()).not.toBe('');
				expect(message.length).toBeLessThanOrEqual(500);
				expect(advice.length).toBeLessThan(1_500);
			}),
			{ seed: Number(process.env.FC_SEED ?? 20_261_121), numRuns: 1_000 },
		);
	});

	test.each([
		['errors', (deep: unknown) => ({ error: 1, errors: deep })],
		['error', (deep: unknown) => ({ error: deep, message: 'x' })],
		['message', (deep: unknown) => ({ error: 1, message: deep })],
	])('`%s` may be nested very deep', (_, bodyOf) => {
		const deep = JSON.parse(`${'{"a":['.repeat(3_000)}1${']}'.repeat(3_000)}`) as unknown;
		for (const code of [200, 404])
			expect(classifyReply(reply(code, bodyOf(deep)), SENT)).toHaveProperty('failure');
	});
});
