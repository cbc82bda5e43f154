/** Where one kind of failure ends and the next begins: codes, statuses and words, each at its edge. */
import { classifyReply } from '../../../nodes/LinkManagement/transport/classification';
import type { HttpReply } from '../../../nodes/LinkManagement/transport/http';
import { plainText } from '../../../nodes/LinkManagement/values/plainText';

const NOW = Date.parse('2030-01-31T10:00:00Z');
const FACTS = { sentAt: 7, now: NOW, requestValues: {}, plainText };
const reply = (status: number, body: unknown, headers = {}): HttpReply => ({
	status,
	headers,
	body,
});
const broken = (code: string, message = code): HttpReply => ({
	...reply(0, undefined),
	networkError: { code, message },
});
const refusal = (message: string) => reply(200, { error: 1, message });
const classify = (given: HttpReply, facts: object = {}) => {
	const outcome = classifyReply(given, { ...FACTS, ...facts });
	return 'failure' in outcome ? outcome.failure : { kind: 'good', message: '', advice: '' };
};
const kindOf = (given: HttpReply, facts: object = {}) => classify(given, facts).kind;
const failureOf = (given: HttpReply, facts: object = {}) => {
	const outcome = classifyReply(given, { ...FACTS, ...facts });
	if (!('failure' in outcome)) throw new Error('taken for a good reply');
	return outcome.failure;
};

describe('A good reply', () => {
	test('keeps its records, and has its message as a text for people', () => {
		const body = { error: 0, id: 7, title: '<b>x</b>', message: '<b>Done</b>', msg: 'a<br>b' };
		expect(classifyReply(reply(200, body), FACTS)).toEqual({
			body: { ...body, message: 'Done', msg: 'a b' },
		});
	});

	test('has no message where the service sent none', () => {
		for (const body of [{ id: 7 }, { id: 7, message: null }, { id: 7, msg: undefined }])
			expect(classifyReply(reply(201, body), FACTS)).toEqual({ body });
	});

	test('is HTTP 204 for those who expect nothing back, and for nobody else', () => {
		const given = reply(204, '');
		expect(classifyReply(given, { ...FACTS, mayBeEmpty: true })).toEqual({ body: {} });
		expect(kindOf(given)).toBe('emptyReply');
		expect(kindOf(reply(200, ''), { mayBeEmpty: true })).toBe('emptyReply');
	});

	test('ends below HTTP 300, even with the body of one', () => {
		expect(kindOf(reply(299, { id: 7 }))).toBe('good');
		expect(kindOf(reply(300, { id: 7 }))).toBe('redirect');
		expect(kindOf(reply(399, { id: 7 }))).toBe('redirect');
		expect(kindOf(reply(400, { id: 7 }))).toBe('refused');
	});

	test('comes over a connection that holds to the end', () => {
		expect(
			kindOf({ ...reply(200, { id: 7 }), networkError: { code: 'ECONNRESET', message: '' } }),
		).toBe('lostReply');
	});
});

describe('A broken connection', () => {
	test.each([
		...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'],
		...['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'],
	])('%s: the request never arrived', (code) => {
		expect(failureOf(broken(code))).toMatchObject({
			...{ kind: 'unreachable', retry: 'always', httpCode: code, late: false },
			message: `The service could not be reached (${code})`,
		});
	});

	test.each([
		...['ERR_INVALID_URL', 'ERR_UNSUPPORTED_PROTOCOL', 'EPROTO', 'ERR_TLS_CERT_ALTNAME_INVALID'],
		...['ERR_SSL_WRONG_VERSION_NUMBER', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
		...['SELF_SIGNED_CERT_IN_CHAIN', 'HOSTNAME_MISMATCH', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
		...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'INVALID_CERT'],
	])('%s: the address or its certificate is wrong', (code) => {
		expect(failureOf(broken(code))).toMatchObject({ kind: 'misconfigured', retry: 'never' });
	});

	test.each([
		...['XECONNREFUSED', 'ECONNREFUSEDX', 'XEPROTO', 'EPROTOX', 'XERR_TLS_', 'XCERT_A'],
		...['HOSTNAME_MISMATCHX', 'XUNABLE_TO_A', 'A_CERTX', 'EPIPE'],
	])('%s may have come after the service acted', (code) => {
		expect(kindOf(broken(code))).toBe('lostReply');
	});

	test.each([
		['ETIMEDOUT', 'x'],
		['ECONNABORTED', 'x'],
		['', 'The request timed out'],
		['', 'timedout'],
		['', 'Time out of the socket'],
		['', 'timeout of 5 ms exceeded'],
	])('%s "%s": the service may still be working', (code, message) => {
		expect(failureOf(broken(code, message))).toMatchObject({ kind: 'lostReply', late: true });
	});

	test('without a code has none in its message', () => {
		expect(failureOf(broken('', 'socket hang up'))).toMatchObject({
			message: 'The connection was lost before the reply was complete',
			httpCode: undefined,
		});
	});
});

describe('A status', () => {
	test.each([
		[504, true],
		[524, true],
		[500, false],
		[502, false],
	])('HTTP %i: whether the service may still be working: %p', (status, late) => {
		expect(failureOf(reply(status, ''))).toMatchObject({ kind: 'unavailable', late });
	});

	test.each([
		[500, 'unavailable'],
		[408, 'unavailable'],
		[404, 'notFound'],
		[410, 'notFound'],
		[403, 'forbidden'],
		[499, 'refused'],
	])('HTTP %i is %s, and is told', (status, kind) => {
		const failure = failureOf(reply(status, { error: 1 }), {
			requestValues: {},
			plainText: (value: unknown) => (typeof value === 'string' ? value : ''),
		});
		// A refusal of the key has no words
		expect(failure.kind).toBe(status === 403 ? 'invalidKey' : kind);
		expect(failure).toMatchObject({ httpCode: String(status) });
		expect(`${failure.message}${failure.advice}`).toContain(`HTTP ${status}`);
	});

	test('below 300 is not told beside a failure, where it would only confuse', () => {
		expect(failureOf(reply(200, { error: true })).message).toBe('The service refused this request');
	});

	test('of a redirect names where it leads', () => {
		const at = (location?: string) => failureOf(reply(302, '', { location })).message;
		expect(at('https://other.example/')).toContain(
			'redirected the request to https://other.example/',
		);
		expect(at()).toContain('to another address (HTTP 302)');
		expect(at(`https://${'x'.repeat(400)}`).length).toBeLessThan(360);
	});
});

describe('A limit', () => {
	test.each([
		['HTTP 429', reply(429, '')],
		['429 as the error', reply(200, { error: 429 })],
		['429 as the error, as text', reply(200, { error: '429' })],
		['429 as the code', reply(200, { error: 1, code: 429 })],
		['429 as the status', reply(200, { error: 1, status: '429' })],
		['429 within the error', reply(200, { error: { code: 429 } })],
		['a refusal that says when to come back', reply(499, { error: 1 }, { 'retry-after': '5' })],
	])('is recognized by %s', (_, given) => {
		expect(failureOf(given)).toMatchObject({ kind: 'rateLimited', retry: 'afterWait' });
	});

	test('is none where a service that is down says when to come back', () => {
		expect(kindOf(reply(500, { error: 1 }, { 'retry-after': '5' }))).toBe('unavailable');
		expect(kindOf(reply(500, { error: 1 }, { 'retry-after': '86400' }))).toBe('unavailable');
	});

	test('is none where a good reply says when to come back', () => {
		expect(kindOf(reply(200, { id: 1 }, { 'retry-after': '86400' }))).toBe('good');
		expect(kindOf(reply(200, 'text', { 'retry-after': '86400' }))).toBe('invalidJson');
	});

	test.each([
		['3600', 'rateLimited', ''],
		['3601', 'quotaExhausted', 'in 2 hours'],
		[String(47 * 3_600), 'quotaExhausted', 'in 47 hours'],
		[String(48 * 3_600), 'quotaExhausted', 'in 2 days'],
		[String(49 * 3_600), 'quotaExhausted', 'in 3 days'],
	])('that lasts %s seconds is %s', (seconds, kind, text) => {
		const failure = failureOf(reply(429, {}, { 'retry-after': seconds }));
		expect(failure.kind).toBe(kind);
		expect(failure.advice).toContain(text);
	});

	test.each([
		...['Too many requests!', 'rate limit', 'rate-limit', 'ratelimit', 'Rate limiting is on'],
		...['request limit', 'The requests limit', 'The number of requests is too high'],
		...['30 requests per minute', '1 request per second', 'requests a minute', 'requests an hour'],
		...['requests each minute', 'requests every hour', 'You are throttled', 'Slow down, please'],
		...['wait before you go on', 'Try again in 12 seconds', 'Try again in 1 minute'],
	])('is recognized by the words "%s"', (message) => {
		expect(kindOf(refusal(message))).toBe('rateLimitedByWords');
	});

	test.each([
		...['requests per day', 'requests minute', 'Try again in a minute', 'again in seconds'],
		...['irate xlimit', 'limit reached', 'requests about minutes'],
	])('is not recognized by the words "%s"', (message) => {
		expect(kindOf(refusal(message))).toBe('refused');
	});
});

describe('A key', () => {
	test.each([
		'Invalid API key',
		'apikey expired',
		'API-key?',
		'Unauthorized',
		'unauthorised',
		'Invalid token',
	])('is refused in the words "%s"', (message) => {
		expect(kindOf(refusal(message))).toBe('invalidKey');
		expect(kindOf(reply(499, { error: 1, message }))).toBe('invalidKey');
		expect(kindOf(reply(500, { error: 1, message }))).toBe('unavailable');
	});

	test.each(['The map is keyless', 'apikeys', 'api--key', 'invalid tokens', 'unauthorizedx'])(
		'is not refused in the words "%s"',
		(message) => {
			expect(kindOf(refusal(message))).toBe('refused');
		},
	);
});

describe('An endpoint that not every service has', () => {
	const endpoint = 'change short links';
	const offered = (given: HttpReply) => kindOf(given, { endpoint });

	test.each([
		...['Unknown endpoint', 'invalid route', 'Undefined method', 'No such action'],
		...['The endpoint was not found', 'Endpoint is unknown', 'route does not exist'],
		...["This method doesn't exist", 'Method not allowed', 'action must not be valid, invalid'],
		...['The route cannot be found', 'The endpoint is not available', 'method is not implemented'],
		...['Route not supported', 'endpoint not known'],
	])('is missing where a service says "%s"', (message) => {
		expect(offered(refusal(message))).toBe('notOffered');
	});

	test.each([
		...['The actions are not valid', 'endpoints: unknown', `method ${'x'.repeat(90)} not found`],
		...['Link not found', 'The alias is unknown'],
	])('is there where a service says "%s"', (message) => {
		expect(offered(refusal(message))).toBe('refused');
	});

	test.each([
		[401, 'invalidKey'],
		[403, 'forbidden'],
		[500, 'unavailable'],
		[499, 'notOffered'],
	])('is not judged by words beside HTTP %i: %s', (status, kind) => {
		expect(offered(reply(status, { error: 1, message: 'Unknown endpoint' }))).toBe(kind);
	});

	test.each<[unknown, string]>([
		[{ error: 1, message: 'Gone.' }, 'notFound'],
		[{ error: 12, message: 'Gone.' }, 'notFound'],
		[{ error: 'true', message: 'Gone.' }, 'notFound'],
		[{ error: 1 }, 'notOffered'],
		[{ error: 'x1', message: 'Gone.' }, 'notOffered'],
		[{ error: '1x', message: 'Gone.' }, 'notOffered'],
		[{ message: 'Gone.' }, 'notOffered'],
	])('is there where HTTP 404 is a refusal in the form of api.md: %j is %s', (body, kind) => {
		expect(offered(reply(404, body))).toBe(kind);
	});

	test('is named in the advice after a record that is not found', () => {
		const body = { error: 1, message: 'Gone.' };
		expect(failureOf(reply(404, body), { endpoint }).advice).toContain(
			'Some services do not offer a way to change short links.',
		);
		expect(failureOf(reply(404, body)).advice).not.toContain('Some services');
	});
});

describe('A body that is no refusal in the form of api.md', () => {
	test.each<[unknown, string]>([
		[null, 'emptyReply'],
		[undefined, 'emptyReply'],
		[' \n', 'emptyReply'],
		['text', 'invalidJson'],
		[[], 'invalidJson'],
		[12, 'invalidJson'],
		['  <html>', 'webPage'],
		['a < b', 'invalidJson'],
	])('%j with HTTP 200 is %s', (body, kind) => {
		expect(kindOf(reply(200, body))).toBe(kind);
	});

	test('is a refusal of what was asked from HTTP 400 on, also as a page', () => {
		expect(kindOf(reply(400, '<html>'))).toBe('refused');
		expect(failureOf(reply(400, '<html>')).advice).toContain('firewall');
	});
});

describe('The words of a service', () => {
	const wordsOf = (given: HttpReply) => failureOf(given).message;

	test.each<[string, object, string]>([
		['message', { message: 'One', msg: 'Two' }, 'One'],
		['msg', { msg: 'Two', error_description: 'Three' }, 'Two'],
		['error_description', { error_description: 'Three', detail: 'Four' }, 'Three'],
		['detail', { detail: 'Four' }, 'Four'],
		['the message in its error', { error: { message: 'Five' } }, 'Five'],
		['its error', { error: 'Six' }, 'Six'],
		['what is no number', { message: '12', error: 'Six' }, 'Six'],
		['its list of errors', { error: true, errors: ['a', 'b'] }, 'a, b'],
		['its message and its list of errors', { error: 1, message: 'One', errors: ['a'] }, 'One a'],
		['its message, as the errors are a number', { error: 1, message: 'One', errors: 12 }, 'One'],
		[
			'none, where true is its error',
			{ error: true },
			'The service refused this request (HTTP 422)',
		],
		['none, where all are numbers', { error: 1 }, 'The service refused this request (HTTP 422)'],
	])('are %s', (_, body, words) => {
		expect(wordsOf(reply(422, body))).toBe(words);
	});

	test('are a short text beside an error', () => {
		expect(wordsOf(reply(400, 'Too bad'))).toBe('Too bad');
		expect(wordsOf(reply(499, 'x'.repeat(500)))).toBe('x'.repeat(500));
		for (const body of ['x'.repeat(501), '<p>Too bad</p>'])
			expect(wordsOf(reply(400, body))).toBe('The service refused this request (HTTP 400)');
	});

	test('stand before what happened, which the advice tells then', () => {
		const { message, advice } = failureOf(reply(422, { message: 'Bad.' }));
		expect(message).toBe('Bad.');
		expect(advice).toMatch(/^The service refused this request \(HTTP 422\)\. Compare/);
	});

	test('are no sign of a limit where they quote a value with a broken percent code', () => {
		const message = 'No page "too many requests%"';
		expect(kindOf(refusal(message), { requestValues: { q: 'too many requests%' } })).toBe(
			'refused',
		);
	});
});
