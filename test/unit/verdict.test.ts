/** What an answer means, and what may be sent again after it. */
import type { Answer } from '../../nodes/LinkManagement/transport/answer';
import { judge } from '../../nodes/LinkManagement/transport/verdict';

const answer = (status: number, body: unknown, headers = {}): Answer => ({ status, headers, body });
const SENT = { sentAt: 7, now: 8, quotable: ['rate-limits'] };
const failure = (code: string, message = code): Answer => ({ ...answer(0, undefined), failure: { code, message } });

it.each([[0], ['0'], [false], [null], [undefined], ['']])('error %p is good', (error) => {
	expect(judge(answer(200, { error, id: 1 }), SENT)).toEqual({ body: { error, id: 1 } });
});

const PAGE = '\n<!doctype html><title>Hello</title>';

it.each<[string, string, Answer, RegExp]>([
	['refused', 'never', answer(200, { error: 1, message: 'Alias is taken' }), /^Alias is taken$/],
	['refused', 'never', answer(200, { error: '1', msg: 'Alias is taken' }), /^Alias is taken$/],
	['refused', 'never', answer(200, { error: true }), /refused this request \(HTTP 200\)/],
	['refused', 'never', answer(422, { message: 'Bad colour' }), /^Bad colour$/],
	['tooMany', 'later', answer(429, ''), /^Too many requests$/],
	['tooMany', 'later', answer(200, { error: 429, message: 'Slow down' }), /^Slow down$/],
	['tooMany', 'later', answer(200, { error: 1, code: 429 }), /^Too many requests$/],
	['tooMany', 'later', answer(200, { error: { code: 429, message: 'Slow down' } }), /^Slow down$/],
	['tooMany', 'later', answer(403, { error: 1, message: 'Come back' }, { 'retry-after': '5' }), /^Come back$/],
	['tooManyInWords', 'later', answer(200, { error: 1, message: 'Too Many Requests.' }), /^Too Many Requests\.$/],
	['tooManyInWords', 'later', answer(403, { error: 1, message: 'Rate limit exceeded' }), /^Rate limit exceeded$/],
	['tooManyInWords', 'later', answer(200, { error: 1, message: 'The limit is 30 requests per minute.' }), /^The limit is/],
	['usedUp', 'never', answer(429, {}, { 'retry-after': '86400' }), /^Too many requests$/],
	['refused', 'never', answer(400, { error: 1, message: 'The alias rate-limits is taken.' }), /^The alias rate-limits is taken\.$/],
	['refused', 'never', answer(422, { message: { url: ['is invalid', 'is too long'] } }), /^url: is invalid, is too long$/],
	['refused', 'never', answer(422, { message: 'Not valid.', errors: { url: ['is invalid'] } }), /^Not valid\. url: is invalid$/],
	['forbidden', 'never', answer(403, { error: 1, message: 'Alias is taken' }), /^Alias is taken$/],
	['key', 'never', answer(401, { error: 1, message: 'Invalid API key' }), /^Invalid API key$/],
	['key', 'never', answer(403, PAGE), /did not accept the API key/],
	['notFound', 'never', answer(404, { error: 1, message: 'No such link' }), /^No such link$/],
	['redirect', 'never', answer(301, '', { location: 'https://other.example.com/api' }), /https:\/\/other\.example\.com\/api/],
	['unavailable', 'ifRepeatable', answer(502, PAGE), /could not answer \(HTTP 502\)/],
	['unavailable', 'ifRepeatable', answer(408, ''), /could not answer \(HTTP 408\)/],
	['page', 'ifRepeatable', answer(200, PAGE), /web page came back/],
	['garbled', 'ifRepeatable', answer(200, '{"error":0,"id":'), /not the JSON object/],
	['garbled', 'ifRepeatable', answer(200, ''), /not the JSON object/],
	['garbled', 'ifRepeatable', answer(200, [1]), /not the JSON object/],
	['unreachable', 'always', failure('ECONNREFUSED'), /could not be reached \(ECONNREFUSED\)/],
	['unreachable', 'always', failure('ENOTFOUND'), /could not be reached/],
	['misconfigured', 'never', failure('ERR_INVALID_URL', 'Invalid URL'), /Invalid URL/],
	['misconfigured', 'never', failure('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), /self-signed/],
	['lost', 'ifRepeatable', failure('ECONNRESET'), /connection was lost/],
	['lost', 'ifRepeatable', failure('', 'socket hang up'), /connection was lost/],
])('%s, again %s (%#)', (kind, again, given, message) => {
	const outcome = judge(given, SENT);
	expect(outcome).toMatchObject({ verdict: { kind, again, sentAt: SENT.sentAt } });
	if (!('verdict' in outcome)) throw new Error('taken for a good reply');
	expect(outcome.verdict.message).toMatch(message);
	expect(outcome.verdict.advice).toMatch(/\w.*\.$/);
});

it('tells when a service that names hours can be asked again', () => {
	expect(judge(answer(429, {}, { 'retry-after': '86400' }), SENT)).toMatchObject({ verdict: { advice: expect.stringContaining('in 24 hours') } });
});

it('a web page with 403 may be a firewall', () => {
	expect(judge(answer(403, PAGE), SENT)).toMatchObject({ verdict: { advice: expect.stringContaining('firewall') } });
	expect(judge(answer(403, { error: 1 }), SENT)).toMatchObject({ verdict: { advice: expect.not.stringContaining('firewall') } });
});

it.each([['ECONNABORTED'], ['ETIMEDOUT']])('%s came too late: the service may still act', (code) => {
	expect(judge(failure(code), SENT)).toMatchObject({ verdict: { late: true } });
	expect(judge(failure('ECONNRESET'), SENT)).toMatchObject({ verdict: { late: false } });
});
