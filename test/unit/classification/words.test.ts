/** What a failure tells: in words of the service or our own, whatever a reply holds. */
import fc from 'fast-check';

import { classifyReply } from '../../../nodes/LinkManagement/client/replies/classification';
import type { HttpReply } from '../../../nodes/LinkManagement/client/replies/replyText';
import { plainTextWithout } from '../../../nodes/LinkManagement/text/plainText';
import { FACTS, failureOf, kindOf, PAGE, reply } from './replies';

describe('The words of a service', () => {
	const wordsOf = (given: HttpReply) => failureOf(given).message;

	test.each<[string, object, string]>([
		['its error', { error: 'Six' }, 'Six'],
		['its message, as the errors are a number', { error: 1, message: 'One', errors: 12 }, 'One'],
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

describe('An endpoint that not every service has', () => {
	const endpoint = 'change short links';

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

	test('is named in the advice after a record that is not found', () => {
		const body = { error: 1, message: 'Gone.' };
		expect(failureOf(reply(404, body), { endpoint }).advice).toContain(
			'Some services and plans do not offer a way to change short links.',
		);
		expect(failureOf(reply(404, body)).advice).not.toContain('Some services');
	});
});

describe('A limit', () => {
	test('is not assumed where a refusal for another reason says when to come back', () => {
		const headers = { 'retry-after': '86400' };
		const kind = (status: number, body: object) => kindOf(reply(status, body, headers));
		const taken = { error: 1, message: 'That alias is taken.' };
		expect(kind(200, taken)).toBe('refused');
		expect(kindOf(reply(200, { ...taken, 'Retry-After': '86400' }))).toBe('refused');
		expect(kind(499, { error: 1 })).toBe('refused');
		expect(kind(401, { message: 'Invalid API key' })).toBe('invalidKey');
		expect(kind(403, { error: 1, message: 'Too many links' })).toBe('forbidden');
	});

	test.each([
		['3600', 'rateLimited', ''],
		[String(48 * 3_600), 'quotaExhausted', 'in 48 hours'],
	])('that lasts %s seconds is %s', (seconds, kind, text) => {
		const failure = failureOf(reply(429, {}, { 'retry-after': seconds }));
		expect(failure.kind).toBe(kind);
		expect(failure.advice).toContain(text);
	});
});

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

test('whatever a reply holds, a failure has texts without key and markup, within bounds', () => {
	fc.assert(
		fc.property(status, body, text, (code, content, location) => {
			const outcome = classifyReply(reply(code, content, { location }), {
				...FACTS,
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
