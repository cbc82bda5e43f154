/** How the node recognizes that a service has no such endpoint (services.md). */
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

	test('is advised about what the address holds', () => {
		const { message, advice } = failureOf(reply(404, PAGE), { endpoint });
		expect(message).toMatch(/ \(HTTP 404\)$/);
		expect(advice).toBe(
			'Check the Base URL of the credential. If it is right, your service or plan does not have this operation.',
		);
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
