/** Which kind of failure a reply is, or what n8n throws without one, and whether the request may be sent again. */
import { type Caller, sendHttpRequest } from '../../../nodes/LinkManagement/client/http';
import { classifyReply } from '../../../nodes/LinkManagement/client/replies/classification';
import type { HttpReply } from '../../../nodes/LinkManagement/client/replies/replyText';
import {
	brokenConnection,
	FACTS,
	failureOf,
	kindOf,
	notSent,
	PAGE,
	refusal,
	reply,
} from './replies';

const CHECK =
	'Check the Base URL of the credential, including http:// or https://, and its certificate.';
const SETTINGS = 'The settings are N8N_SSRF_ALLOWED_HOSTNAMES and N8N_SSRF_ALLOWED_IP_RANGES.';

test.each([
	['Blocked', '', CHECK],
	['The destination hostname is restricted', 'Ask.', `Ask. ${SETTINGS}`],
])('n8n did not send it: %s. %s', (message, description, advice) => {
	expect(failureOf(notSent(message, description)).advice).toBe(advice);
});

const NO_SHORT_URL = 'You do not have the permission to access this short url.';
const OTHER_HOST = 'https://other.example.com/api';
const NESTED: unknown = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`);

test.each<[string, string, HttpReply, RegExp]>([
	['refused', 'never', reply(200, { error: 1, message: 'Alias is taken' }), /^Alias is taken$/],
	['refused', 'never', reply(200, { success: 0, message: 'Not today' }), /^Not today$/],
	['refused', 'never', reply(200, { status: 'error', message: 'Not today' }), /^Not today$/],
	['refused', 'never', reply(200, { status: 'fail', message: 'Not today' }), /^Not today$/],
	['rateLimited', 'afterWait', reply(200, { error: { code: 429, message: 'Slow' } }), /^Slow$/],
	['refused', 'never', reply(422, { message: 'No.', errors: { url: ['bad'] } }), /^No\. url: bad$/],
	['quotaExhausted', 'never', reply(429, {}, { 'retry-after': '86400' }), /^Too many requests$/],
	['forbidden', 'never', reply(403, { error: 1, message: 'Alias is taken' }), /^Alias is taken$/],
	['refused', 'never', reply(403, { error: 1, message: NO_SHORT_URL }), new RegExp(NO_SHORT_URL)],
	['forbidden', 'never', reply(401, { error: 1, message: 'No permission' }), /^No permission$/],
	['invalidKey', 'never', reply(401, { error: 1, message: 'API key: no permission' }), /^API key/],
	['invalidKey', 'never', reply(403, PAGE), /did not accept the API key/],
	['notFound', 'never', reply(404, { error: 1, message: 'No such link' }), /^No such link$/],
	['redirect', 'never', reply(302, '', { location: `${FACTS.baseUrl}/login` }), /\/login/],
	['misconfigured', 'never', reply(301, '', { location: OTHER_HOST }), new RegExp(OTHER_HOST)],
	['unavailable', 'ifRepeatable', reply(408, ''), /failed to process the request \(HTTP 408\)/],
	['webPage', 'ifRepeatable', reply(200, PAGE), /reply is a web page/],
	['invalidJson', 'ifRepeatable', reply(200, '{"error":0,"id":'), /not a JSON object/],
	['emptyReply', 'ifRepeatable', reply(200, ''), /^The service sent an empty reply$/],
	['invalidJson', 'ifRepeatable', reply(200, { a: NESTED }), /^The reply is nested too deeply/],
	['misconfigured', 'never', notSent('Blocked', ''), /^n8n did not send the request: Blocked$/],
	['lostReply', 'ifRepeatable', brokenConnection('', 'socket hang up'), /lost before .* complete$/],
])('%s, retry %s (%#)', (kind, retry, given, message) => {
	const { advice, ...failure } = failureOf(given);
	expect(failure).toMatchObject({ kind, retry, sentAt: FACTS.sentAt });
	expect(failure.message).toMatch(message);
	// A refusal in words of the service says all by itself
	expect(advice).toMatch(kind === 'refused' ? /^$/ : /\w.*\.$/);
});

const BODY = { id: 7 };
const MAY_BE_EMPTY = { mayBeEmpty: true };
const DONE = ['success', 'Link successfully added.', 'OK', 'Done!', true, 200, '204'];
const ENDPOINT = { endpoint: 'change short links' };
const UNKNOWN_ENDPOINT = { error: 1, message: 'Unknown endpoint' };
const NO_FIELD = { error: 1, message: 'Unknown API key field' };
/** Values of a request that are no sign of a limit or a key where the service quotes them, also as a slug. */
const QUOTED = { requestValues: [{}, { geotarget: [{ link: 'https://x.example/API key' }] }] };
const LIMITS = { requestValues: { custom: 'rate-limits' } };
const forbidden = (message: string) => reply(403, { error: 1, message }, { 'retry-after': '5' });

type Row = [kind: string, given: HttpReply, facts?: object];

test.each<Row>([
	['good', reply(299, BODY)],
	['redirect', reply(300, BODY)],
	['redirect', reply(399, BODY)],
	['refused', reply(400, BODY)],
	['lostReply', { ...reply(200, BODY), networkError: { code: 'ECONNRESET', message: '' } }],
	// HTTP 204 is good for those who expect nothing back, and for nobody else
	['emptyReply', reply(204, '')],
	...['', {}, []].map((body): Row => ['emptyReply', reply(200, body), MAY_BE_EMPTY]),
	// A change is done where the reply has one of these, or says so, and otherwise not for sure
	...['error', 'success', 'id', 'shorturl', 'short', 'details', 'data'].map((name): Row => [
		'good',
		reply(200, { [name]: '' }),
		MAY_BE_EMPTY,
	]),
	...['status', 'code', 'result', 'ok', 'message', 'msg'].flatMap((name) =>
		DONE.map((value): Row => ['good', reply(200, { [name]: value }), MAY_BE_EMPTY]),
	),
	...[{ error: null, message: 'Link updated.' }, { code: 1200 }, { code: 2000 }].flatMap(
		(body): Row[] => [
			['emptyReply', reply(200, body), MAY_BE_EMPTY],
			['good', reply(200, body)],
		],
	),
	// A body that is not a refusal in the form of api.md
	['emptyReply', reply(200, null)],
	['emptyReply', reply(200, ' \n')],
	['invalidJson', reply(200, 12)],
	['refused', reply(400, '<html>')],
	// The address or its certificate is wrong
	...[
		...['ERR_INVALID_URL', 'EPROTO', 'CERT_HAS_EXPIRED', 'HOSTNAME_MISMATCH', 'INVALID_CERT'],
		...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
	].map((code): Row => ['misconfigured', brokenConnection(code)]),
	...['XECONNREFUSED', 'ECONNREFUSEDX', 'XEPROTO', 'EPROTOX', 'XERR_TLS_'].map((code): Row => [
		'lostReply',
		brokenConnection(code),
	]),
	// An endpoint that not every service has is there if a record is not, in the form of api.md or in words
	...['Link not found', 'The campaign does not exist.'].map((message): Row => [
		'notFound',
		reply(404, { message }),
		ENDPOINT,
	]),
	['notFound', reply(404, { error: 1, message: 'Gone.' }), ENDPOINT],
	['notFound', reply(404, { error: 12, message: 'Gone.' }), ENDPOINT],
	['notOffered', reply(404, { error: 1 }), ENDPOINT],
	['notOffered', reply(404, { error: 'x1', message: 'Gone.' }), ENDPOINT],
	['notOffered', reply(404, { error: '1x', message: 'Gone.' }), ENDPOINT],
	['notOffered', refusal('The endpoint was not found'), ENDPOINT],
	['notOffered', refusal("This method doesn't exist"), ENDPOINT],
	['notOffered', reply(499, UNKNOWN_ENDPOINT), ENDPOINT],
	['invalidKey', reply(401, UNKNOWN_ENDPOINT), ENDPOINT],
	['forbidden', reply(403, UNKNOWN_ENDPOINT), ENDPOINT],
	['unavailable', reply(500, UNKNOWN_ENDPOINT), ENDPOINT],
	// A limit
	['rateLimited', reply(429, '')],
	['rateLimited', reply(200, { error: 429 })],
	['rateLimited', reply(200, { error: '429' })],
	['rateLimited', reply(200, { error: null, status: 429 })],
	['rateLimited', forbidden('API rate limit exceeded')],
	['rateLimited', forbidden('You are being throttled.')],
	['rateLimited', forbidden('Slow down!')],
	...['You have exceeded the rate limit.', 'Request limit reached'].flatMap((message): Row[] => [
		['rateLimited', reply(200, { error: 1, message }, { 'x-ratelimit-remaining': '0' })],
		['refused', reply(200, { error: 1, message }, { 'x-ratelimit-remaining': '1' })],
		['rateLimited', refusal(`${message} Try again in 60 seconds.`)],
		['refused', refusal(`${message} Try again.`)],
	]),
	...['Too many API calls', 'Too many requests', '"Too Many Attempts." Wait'].flatMap(
		(message): Row[] => [
			['rateLimited', reply(200, { message })],
			['good', reply(200, { error: 0, message })],
		],
	),
	['rateLimited', refusal('Too many requests for the alias rate-limits'), LIMITS],
	['refused', refusal('Warns of too many requests!')],
	// A refused key
	['invalidKey', refusal('Invalid API key'), LIMITS],
	['refused', refusal('The alias api-key is taken'), QUOTED],
	['notFound', reply(404, NO_FIELD)],
	['refused', reply(409, NO_FIELD)],
	...['Invalid API key', 'apikey expired', 'Unauthorized'].flatMap((message): Row[] => [
		['invalidKey', refusal(message)],
		['invalidKey', reply(499, { error: 1, message })],
		['unavailable', reply(500, { error: 1, message })],
	]),
	...['Unauthenticated.', 'unauthorised: log in'].flatMap((message): Row[] => [
		['invalidKey', reply(200, { message })],
		['invalidKey', refusal(message)],
		['good', reply(200, { error: 0, message })],
	]),
])('%s: %j', (kind, given, facts = {}) => {
	expect(kindOf(given, facts)).toBe(kind);
	if (kind === 'rateLimited') expect(failureOf(given, facts).retry).toBe('afterWait');
});

test('a change that may not be done is reported with what the service answered', () => {
	expect(failureOf(reply(200, { message: 'No access.' }), MAY_BE_EMPTY)).toMatchObject({
		message: 'The service answered "No access"',
		advice: expect.stringContaining('check at the service whether it was made'),
		retry: 'never',
	});
	expect(failureOf(reply(200, {}), MAY_BE_EMPTY).message).toBe('The service sent an empty reply');
});

describe('A good reply', () => {
	test('keeps its records, and has its message as a text for people', () => {
		const body = { error: 0, id: 7, title: '<b>x</b>', message: '<b>Done</b>', msg: 'a<br>b' };
		expect(classifyReply(reply(200, body), FACTS)).toEqual({
			body: { ...body, message: 'Done', msg: 'a b' },
		});
	});

	test('may be empty', () => {
		const facts = { ...FACTS, ...MAY_BE_EMPTY };
		expect(classifyReply(reply(204, ''), facts)).toEqual({ body: {} });
		expect(classifyReply(reply(200, {}), FACTS)).toEqual({ body: {} });
	});
});

describe('A broken connection', () => {
	test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])(
		'%s: the request never arrived',
		(code) => {
			expect(failureOf(brokenConnection(code))).toMatchObject({
				...{ kind: 'unreachable', retry: 'always', httpCode: code, late: false },
				message: `The service could not be reached (${code})`,
			});
		},
	);

	test.each([
		['ETIMEDOUT', 'x'],
		['', 'timedout'],
		['', 'Time out of the socket'],
	])('%s "%s": the service may still be working', (code, message) => {
		expect(failureOf(brokenConnection(code, message))).toMatchObject({
			kind: 'lostReply',
			late: true,
			advice: expect.stringContaining('Timeout'),
		});
	});
});

test.each([
	['http://localhost', true],
	['http://127.0.12.1:3000', true],
	['http://[::1]:8080/base', true],
	['http://[::]:8080', true],
	['https://go.example.com/?to=http://localhost', false],
	['http://localhost.example.com', false],
])('no connection to %s: the advice names Docker: %s', (baseUrl, isNamed) => {
	const { advice } = failureOf(brokenConnection('ECONNREFUSED'), { baseUrl });
	expect(advice.includes('host.docker.internal')).toBe(isNamed);
});

test.each([
	['DEPTH_ZERO_SELF_SIGNED_CERT', true],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', true],
	['CERT_HAS_EXPIRED', false],
])('the certificate is refused with %s: NODE_EXTRA_CA_CERTS helps: %s', (code, helps) => {
	const { kind, advice } = failureOf(brokenConnection(code));
	expect(kind).toBe('misconfigured');
	expect(advice.includes('NODE_EXTRA_CA_CERTS')).toBe(helps);
});

test.each([[504], [524]])('HTTP %i: the service may still be working', (status) => {
	expect(failureOf(reply(status, ''))).toMatchObject({ kind: 'unavailable', late: true });
});

test.each([
	[500, 'unavailable'],
	[404, 'notFound'],
	[410, 'notFound'],
])('HTTP %i is %s, and the message names it', (status, kind) => {
	const failure = failureOf(reply(status, { error: 1 }));
	expect(failure).toMatchObject({ kind, httpCode: String(status) });
	expect(`${failure.message}${failure.advice}`).toContain(`HTTP ${status}`);
});

test('a page with HTTP 400 or 403 may come from a firewall', () => {
	for (const status of [400, 403])
		expect(failureOf(reply(status, PAGE)).advice).toContain('firewall');
	expect(failureOf(reply(403, { error: 1 })).advice).not.toContain('firewall');
});

const closed = { code: 'ECONNRESET', message: 'socket hang up', config: {} };
const thrown = {
	httpCode: 'ECONNRESET',
	message: 'The connection to the server was closed unexpectedly',
};

test.each<[string, object, code: string, notSent: string | undefined]>([
	['with its cause', { ...thrown, cause: closed }, closed.code, undefined],
	['with nothing but its code', thrown, closed.code, undefined],
	['of the HTTP client without a code', { message: 'aborted', config: {} }, '', undefined],
	['as a refusal of its own', { ...thrown, httpCode: null, cause: { message: 'No.' } }, '', ''],
])('n8n throws an error %s', async (_, error, code, notSent) => {
	const httpRequestWithAuthentication = async () => await Promise.reject(error);
	const caller = { helpers: { httpRequestWithAuthentication } } as unknown as Caller;
	const { networkError } = await sendHttpRequest(caller, { url: '' }, {}, undefined, 1_000);
	expect(networkError).toMatchObject({ code });
	expect(networkError?.notSent).toBe(notSent);
});
