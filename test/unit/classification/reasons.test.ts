/** Which replies and words say that the service has no such endpoint (services.md), a rate limit, or a refused key. */
import type { HttpReply } from '../../../nodes/LinkManagement/client/replies/replyText';
import { failureOf, kindOf, PAGE, refusal, reply } from './replies';

describe('An endpoint that not every service has', () => {
	const endpoint = 'change short links';
	const offered = (given: HttpReply) => kindOf(given, { endpoint });

	test.each([
		['a page', reply(404, PAGE)],
		['another method', reply(405, { error: 1, message: 'Not allowed' })],
		['HTTP 501', reply(501, '')],
		['words about the endpoint', reply(200, { error: 1, message: 'Invalid endpoint.' })],
	])('that is answered with %s is not offered', (_, given) => {
		expect(failureOf(given, { endpoint })).toMatchObject({
			kind: 'notOffered',
			retry: 'never',
			message: expect.stringMatching(
				/^This service or plan does not offer a way to change short links( \(HTTP [45]\d\d\))?$/,
			),
		});
	});

	test.each(['Link not found', 'The campaign does not exist.'])(
		'is there where HTTP 404 says in any form that a record is not: "%s"',
		(message) => {
			expect(offered(reply(404, { message }))).toBe('notFound');
		},
	);

	test('that is forbidden is named, and nobody has to compare values', () => {
		const message = 'You do not have permission to access this endpoint.';
		const { advice, ...failure } = failureOf(reply(403, { error: 1, message }), { endpoint });
		expect(failure).toMatchObject({ kind: 'forbidden', message });
		expect(advice).toMatch(/^The service did not allow this request \(HTTP 403\)\. /);
		expect(advice).toMatch(/your plan and the API key .+ allow you to change short links\.$/);
	});

	test('is advised about what the address holds', () => {
		const { message, advice } = failureOf(reply(404, PAGE), { endpoint });
		expect(message).toMatch(/ \(HTTP 404\)$/);
		expect(advice).toBe(
			'Check the Base URL of the credential. If it is right, your service or plan does not have this operation.',
		);
	});

	test('is missing where a service says so in its words', () => {
		for (const words of ['The endpoint was not found', "This method doesn't exist"])
			expect(offered(refusal(words))).toBe('notOffered');
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
		[{ error: 1 }, 'notOffered'],
		[{ error: 'x1', message: 'Gone.' }, 'notOffered'],
		[{ error: '1x', message: 'Gone.' }, 'notOffered'],
	])('is there where HTTP 404 is a refusal in the form of api.md: %j is %s', (body, kind) => {
		expect(offered(reply(404, body))).toBe(kind);
	});

	test('is named in the advice after a record that is not found', () => {
		const body = { error: 1, message: 'Gone.' };
		expect(failureOf(reply(404, body), { endpoint }).advice).toContain(
			'Some services and plans do not offer a way to change short links.',
		);
		expect(failureOf(reply(404, body)).advice).not.toContain('Some services');
	});
});

describe('Words of the service that are no sign of a rate limit or a refused key', () => {
	test('are those of a value that is quoted, also as a slug', () => {
		const requestValues = [{}, { geotarget: [{ link: 'https://x.example/API key' }] }];
		expect(kindOf(refusal('The alias api-key is taken'), { requestValues })).toBe('refused');
	});

	test.each([404, 409])('are those beside HTTP %i, which names another reason', (status) => {
		const given = reply(status, { error: 1, message: 'Unknown API key field' });
		expect(kindOf(given)).not.toBe('invalidKey');
	});
});

describe('A limit', () => {
	test.each([
		['HTTP 429', reply(429, '')],
		['429 as the error', reply(200, { error: 429 })],
		['429 as the error, as text', reply(200, { error: '429' })],
		['429 as the status, beside an error of null', reply(200, { error: null, status: 429 })],
		...['API rate limit exceeded', 'You are being throttled.', 'Slow down!'].map(
			(message): [string, HttpReply] => [
				`"${message}" that says when to come back`,
				reply(403, { error: 1, message }, { 'retry-after': '5' }),
			],
		),
	])('is recognized by %s', (_, given) => {
		expect(failureOf(given)).toMatchObject({ kind: 'rateLimited', retry: 'afterWait' });
	});

	test.each(['Too many requests', '"Too Many Attempts." Wait'])(
		'is recognized by the message "%s" without an error',
		(message) => {
			expect(kindOf(reply(200, { message }))).toBe('rateLimited');
			expect(kindOf(reply(200, { error: 0, message }))).toBe('good');
		},
	);

	test('is recognized by words beside a quoted value, as is a refused key', () => {
		const requestValues = { custom: 'rate-limits' };
		const message = 'Too many requests for the alias rate-limits';
		expect(kindOf(refusal(message), { requestValues })).toBe('rateLimited');
		expect(kindOf(refusal('Invalid API key'), { requestValues })).toBe('invalidKey');
		expect(kindOf(refusal('Warns of too many requests!'))).toBe('refused');
	});

	test.each(['0', '5', '86400'])(
		'is not assumed where a refusal for another reason says to come back in %s s',
		(seconds) => {
			const headers = { 'retry-after': seconds };
			const kind = (status: number, body: object) => kindOf(reply(status, body, headers));
			const taken = { error: 1, message: 'That alias is taken.' };
			expect(failureOf(reply(200, taken, headers)).retry).toBe('never');
			expect(kind(200, taken)).toBe('refused');
			expect(kindOf(reply(200, { ...taken, 'Retry-After': seconds }))).toBe('refused');
			expect(kind(499, { error: 1 })).toBe('refused');
			expect(kind(401, { message: 'Invalid API key' })).toBe('invalidKey');
			expect(kind(403, { error: 1, message: 'Too many links' })).toBe('forbidden');
		},
	);

	test.each([
		['3600', 'rateLimited', ''],
		[String(48 * 3_600), 'quotaExhausted', 'in 48 hours'],
	])('that lasts %s seconds is %s', (seconds, kind, text) => {
		const failure = failureOf(reply(429, {}, { 'retry-after': seconds }));
		expect(failure.kind).toBe(kind);
		expect(failure.advice).toContain(text);
	});
});

test.each(['Invalid API key', 'apikey expired', 'Unauthorized'])(
	'A key is refused in the words "%s"',
	(message) => {
		expect(kindOf(refusal(message))).toBe('invalidKey');
		expect(kindOf(reply(499, { error: 1, message }))).toBe('invalidKey');
		expect(kindOf(reply(500, { error: 1, message }))).toBe('unavailable');
	},
);

test.each(['Unauthenticated.', 'unauthorised: log in'])(
	'A refused key is recognized by the message "%s" without an error, and with one',
	(message) => {
		expect(kindOf(reply(200, { message }))).toBe('invalidKey');
		expect(kindOf(refusal(message))).toBe('invalidKey');
		expect(kindOf(reply(200, { error: 0, message }))).toBe('good');
	},
);
