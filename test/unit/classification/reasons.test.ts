/** Which replies say that the service has no such endpoint (services.md), a rate limit, or a refused key, and the words of the service. */
import type { HttpReply } from '../../../nodes/LinkManagement/client/replies/replyText';
import { failureOf, kindOf, PAGE, refusal, reply } from './replies';

describe('An endpoint that not every service has', () => {
	const endpoint = 'change short links';
	const offered = (given: HttpReply) => kindOf(given, { endpoint });

	test.each([
		['a page', reply(404, PAGE)],
		['another method', reply(405, { error: 1, message: 'Not allowed' })],
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

	test.each([
		['You do not have permission to access this endpoint.', true],
		['Alias already in use', false],
	])('that is forbidden (%s) is named, and nobody has to compare values', (message, isNamed) => {
		const { advice, ...failure } = failureOf(reply(403, { error: 1, message }), { endpoint });
		expect(failure).toMatchObject({ kind: 'forbidden', message });
		expect(advice.includes('This service or plan does not offer a way to change short links')).toBe(
			isNamed,
		);
		expect(advice).toMatch(/your plan and the API key .+ allow you to change short links\.$/);
	});

	test.each([
		...['Unknown endpoint', 'No such action', 'The endpoint was not found', 'Endpoint is unknown'],
		...["This method doesn't exist", 'The route cannot be found', 'endpoint not known'],
	])('is missing where a service says "%s"', (message) => {
		expect(offered(refusal(message))).toBe('notOffered');
	});

	test.each(['The actions are not valid', 'endpoints: unknown', 'Link not found'])(
		'is there where a service says "%s"',
		(message) => {
			expect(offered(refusal(message))).toBe('refused');
		},
	);

	test.each<[unknown, string]>([
		[{ error: 1, message: 'Gone.' }, 'notFound'],
		[{ error: 1 }, 'notOffered'],
		[{ error: 'x1', message: 'Gone.' }, 'notOffered'],
	])('is there where HTTP 404 is a refusal in the form of api.md: %j is %s', (body, kind) => {
		expect(offered(reply(404, body))).toBe(kind);
	});
});

test.each<[string, string, unknown]>([
	['in another case', 'Rate-Limits is taken', { custom: 'rate-limits' }],
	[
		'without its scheme',
		'rate-limit.example.com/a is not allowed',
		{ url: 'https://rate-limit.example.com/a' },
	],
	[
		'from a row within the body',
		'The link https://throttle.example is not valid',
		{ geotarget: [{ location: 'Canada', link: 'https://throttle.example' }] },
	],
	['that names a key', 'The alias api-key is taken', { custom: 'API key' }],
])(
	'Words of the service that are no sign of a rate limit or a refused key are those of a value that is quoted %s',
	(_, message, requestValues) => {
		expect(kindOf(refusal(message), { requestValues })).toBe('refused');
	},
);

describe('A limit', () => {
	test.each([
		['HTTP 429', reply(429, '')],
		['429 as the error', reply(200, { error: 429 })],
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
			const taken = { error: 1, message: 'That alias is taken.' };
			expect(failureOf(reply(200, taken, headers))).toMatchObject({
				kind: 'refused',
				retry: 'never',
			});
			expect(kindOf(reply(200, { ...taken, 'Retry-After': seconds }))).toBe('refused');
			expect(kindOf(reply(499, { error: 1 }, headers))).toBe('refused');
			expect(kindOf(reply(401, { message: 'Invalid API key' }, headers))).toBe('invalidKey');
			expect(kindOf(reply(403, { error: 1, message: 'Too many links' }, headers))).toBe(
				'forbidden',
			);
		},
	);

	test('is not assumed where a service that is down says when to come back', () => {
		expect(kindOf(reply(500, { error: 1 }, { 'retry-after': '5' }))).toBe('unavailable');
		expect(kindOf(reply(500, { error: 1 }, { 'retry-after': '86400' }))).toBe('unavailable');
	});

	test.each([
		['3600', 'rateLimited', ''],
		[String(47 * 3_600), 'quotaExhausted', 'in 47 hours'],
		[String(48 * 3_600), 'quotaExhausted', 'in 2 days'],
	])('that lasts %s seconds is %s', (seconds, kind, text) => {
		const failure = failureOf(reply(429, {}, { 'retry-after': seconds }));
		expect(failure.kind).toBe(kind);
		expect(failure.advice).toContain(text);
	});
});

describe('A key', () => {
	test.each(['Invalid API key', 'apikey expired', 'Unauthorized'])('is refused: %s', (message) => {
		expect(kindOf(refusal(message))).toBe('invalidKey');
		expect(kindOf(reply(499, { error: 1, message }))).toBe('invalidKey');
		expect(kindOf(reply(500, { error: 1, message }))).toBe('unavailable');
	});

	test.each(['The map is keyless', 'apikeys', 'invalid tokens'])(
		'is not refused in the words "%s"',
		(message) => {
			expect(kindOf(refusal(message))).toBe('refused');
		},
	);
});

test.each(['Unauthenticated.', 'unauthorised: log in'])('%s is about the key', (message) => {
	expect(kindOf(reply(200, { message }))).toBe('invalidKey');
	expect(kindOf(refusal(message))).toBe('invalidKey');
	expect(kindOf(reply(200, { error: 0, message }))).toBe('good');
});

describe('The words of a service', () => {
	const wordsOf = (given: HttpReply) => failureOf(given).message;

	test.each<[string, object, string]>([
		['its error', { error: 'Six' }, 'Six'],
		['its message and its list of errors', { error: 1, message: 'One', errors: ['a'] }, 'One a'],
		[
			'none, where true is its error',
			{ error: true },
			'The service refused this request (HTTP 422)',
		],
	])('are %s', (_, body, words) => {
		expect(wordsOf(reply(422, body))).toBe(words);
	});

	test('are a short text beside an error', () => {
		expect(wordsOf(reply(400, 'Too bad'))).toBe('Too bad');
		expect(wordsOf(reply(499, 'x'.repeat(500)))).toBe('x'.repeat(500));
		for (const body of ['x'.repeat(501), '<p>Too bad</p>'])
			expect(wordsOf(reply(400, body))).toBe('The service refused this request (HTTP 400)');
	});

	test('stand before what happened, which the advice tells after a single word', () => {
		const { message, advice } = failureOf(reply(422, { message: 'Bad.' }));
		expect(message).toBe('Bad.');
		expect(advice).toMatch(/^The service refused this request \(HTTP 422\)\. Compare/);
		const refusal = failureOf(reply(422, { message: 'The alias is blocked.' }));
		expect(refusal).toMatchObject({ message: 'The alias is blocked.', advice: '' });
		expect(failureOf(reply(422, '')).advice).toBe('Check the values of this item.');
		const limit = failureOf(reply(429, { message: 'Too many requests.' }));
		expect(limit.advice).toMatch(/^The service limits/);
		expect(failureOf(reply(302, '', { location: '/login' })).advice).toContain('signing in');
		const elsewhere = failureOf(reply(302, '', { location: 'https://other.example/login' }));
		expect(elsewhere.advice).toContain('must not go to another address');
	});
});
