/** What an answer means, and what may be sent again after it. */
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

test.each([[0], ['0'], [false], [null], [undefined], ['']])('error %p is good', (error) => {
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
	['invalidJson', 'ifRepeatable', answer(200, ''), /not the JSON object/],
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

test('tells when a service that names hours can be asked again', () => {
	expect(classifyReply(answer(429, {}, { 'retry-after': '86400' }), SENT)).toMatchObject({
		failure: { advice: expect.stringContaining('in 24 hours') },
	});
});

test('a web page with 403 may be a firewall', () => {
	expect(classifyReply(answer(403, PAGE), SENT)).toMatchObject({
		failure: { advice: expect.stringContaining('firewall') },
	});
	expect(classifyReply(answer(403, { error: 1 }), SENT)).toMatchObject({
		failure: { advice: expect.not.stringContaining('firewall') },
	});
});

test.each([['ECONNABORTED'], ['ETIMEDOUT']])(
	'%s came too late: the service may still act',
	(code) => {
		expect(classifyReply(networkError(code), SENT)).toMatchObject({ failure: { late: true } });
		expect(classifyReply(networkError('ECONNRESET'), SENT)).toMatchObject({
			failure: { late: false },
		});
	},
);

describe('An endpoint that not every service has', () => {
	const OPTIONAL = { ...SENT, endpoint: 'change short links' };
	const kindOf = (reply: HttpReply, facts = OPTIONAL) => {
		const outcome = classifyReply(reply, facts);
		return 'failure' in outcome ? outcome.failure.kind : 'good';
	};

	it.each([
		['a page', answer(404, PAGE)],
		['nothing', answer(404, '')],
		[
			'JSON of a router',
			answer(404, { message: 'The route api/url/5/update could not be found.' }),
		],
		[
			'JSON of a web framework',
			answer(404, { statusCode: 404, error: 'Not Found', message: 'Route not found' }),
		],
		['another method', answer(405, { error: 1, message: 'Not allowed' })],
		['HTTP 501', answer(501, '')],
		['words about the endpoint', answer(200, { error: 1, message: 'Invalid endpoint.' })],
	])('that is answered with %s is not offered', (_, reply) => {
		const outcome = classifyReply(reply, OPTIONAL);
		expect(outcome).toMatchObject({
			failure: {
				kind: 'notOffered',
				retry: 'never',
				message: 'This service does not offer a way to change short links',
			},
		});
	});

	it.each([
		['notFound', answer(404, { error: 1, message: 'Link not found.' })],
		['notFound', answer(404, { error: '1', msg: 'This link does not exist.' })],
		['refused', answer(200, { error: 1, message: 'That alias is taken.' })],
		[
			'forbidden',
			answer(403, { error: 1, message: 'You do not have permission to access this endpoint.' }),
		],
		['invalidKey', answer(401, { error: 1, message: 'Invalid key for this endpoint' })],
		['unavailable', answer(502, PAGE)],
	])('%s stays what it is (%#)', (kind, reply) => {
		expect(kindOf(reply)).toBe(kind);
	});

	it('keeps the words of the service in the advice', () => {
		expect(classifyReply(answer(404, { message: 'No route' }), OPTIONAL)).toMatchObject({
			failure: { advice: expect.stringContaining('No route') },
		});
	});

	it('is told only where a request names it', () => {
		expect(kindOf(answer(404, PAGE), SENT as typeof OPTIONAL)).toBe('notFound');
	});
});
