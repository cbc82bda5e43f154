/** Which replies and words are a rate limit or a refused key. */
import { failureOf, kindOf, refusal, reply } from './replies';

describe('Words of the service that are no sign of a rate limit or a refused key', () => {
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
	])('are those of a value that is quoted %s', (_, message, requestValues) => {
		expect(kindOf(refusal(message), { requestValues })).toBe('refused');
	});

	test.each([[404], [409]])('are those beside HTTP %i, which names another reason', (status) => {
		const words = (message: string) => reply(status, { error: 1, message });
		expect(kindOf(words('Unknown API key field'))).not.toBe('invalidKey');
	});
});

describe('A limit', () => {
	test.each([
		['HTTP 429', reply(429, '')],
		['429 as the error', reply(200, { error: 429 })],
		['429 as the error, as text', reply(200, { error: '429' })],
		['429 as the status, beside an error of null', reply(200, { error: null, status: 429 })],
		['a refusal that says when to come back', reply(499, { error: 1 }, { 'retry-after': '5' })],
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
	test.each(['Invalid API key', 'apikey expired', 'Unauthorized'])(
		'is refused in the words "%s"',
		(message) => {
			expect(kindOf(refusal(message))).toBe('invalidKey');
			expect(kindOf(reply(499, { error: 1, message }))).toBe('invalidKey');
			expect(kindOf(reply(500, { error: 1, message }))).toBe('unavailable');
		},
	);

	test.each(['The map is keyless', 'apikeys', 'invalid tokens'])(
		'is not refused in the words "%s"',
		(message) => {
			expect(kindOf(refusal(message))).toBe('refused');
		},
	);
});

test.each(['Unauthenticated.', 'unauthorised: log in'])(
	'A refused key is recognized by the message "%s" without an error, and with one',
	(message) => {
		expect(kindOf(reply(200, { message }))).toBe('invalidKey');
		expect(kindOf(refusal(message))).toBe('invalidKey');
		expect(kindOf(reply(200, { error: 0, message }))).toBe('good');
	},
);
