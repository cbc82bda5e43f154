import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

import { startService } from '../support/service';
import { client, refused, type Step, Tested } from './client';

const tested = new Tested('--limit', '0', '--quiet');
const { call, tell, take } = tested;

beforeEach(() => tell('/reset'));

const link = { url: 'https://example.com/' };
const NOTED: Step = ['GET /sandbox/requests', [{ contract: [expect.any(String)] }]];

test.each<[string, string, string, unknown?]>([
	['an unknown field', 'POST', '/url/add', { ...link, alias: 'x' }],
	['an address without scheme', 'POST', '/url/add', { url: 'example.com/page' }],
	['a date that does not exist', 'POST', '/url/add', { ...link, expiry: '2030-13-01 00:00:00' }],
	['an empty alias', 'POST', '/url/add', { ...link, custom: '' }],
	['an id that is not a number', 'GET', '/url/abc'],
	['a body that is not JSON', 'POST', '/url/add', '{"url":'],
	['an unknown path', 'GET', '/links'],
	['another method', 'POST', '/urls'],
])('%s breaks the description, is refused and noted', async (_name, ...request) => {
	const { status, body: reply } = await call(...request);
	expect(status).toBeGreaterThanOrEqual(400);
	expect(status).toBeLessThan(500);
	expect(reply).toEqual(refused());
	await take(NOTED);
});

test.each([
	['/urls?page=99999999999999999999&limit=9', { data: { urls: [] } }],
	['/urls?limit=99999999999999999999', { data: { urls: [{ id: 1 }] } }],
	['/urls?q=https://example.com/?a=1,2', { data: { urls: [{ id: 1 }] } }],
	['/urls?limit=0&order=x&page=y&short={url}/a,b', { details: { id: 1 } }],
])('%s is no breach', async (path, reply) => {
	await call('POST', '/url/add', { url: 'https://example.com/?a=1,2', custom: 'a,b' });
	await tested.set({ maxPageSize: 0 });
	const { status, body } = await call('GET', path.replace('{url}', tested.service.url));
	expect({ status, body }).toMatchObject({ status: 200, body: reply });
});

test('a body in another format is refused', async () => {
	const asText = client(tested.service, undefined, { 'Content-Type': 'text/plain' });
	expect((await asText('POST', '/url/add', link)).status).toBe(415);
	await take(NOTED);
});

test('a reply of ours that breaks the description is a failure, and noted as ours', async () => {
	const broken = await startService(['--base-url', 'no-address', '--quiet']);
	try {
		const reply = await client(broken)('POST', '/url/add', link);
		expect(reply.status).toBe(500);
		const [entry] = await broken.control<Array<{ contract: string[] }>>('/requests');
		expect(entry!.contract).toContainEqual(expect.stringMatching(/^reply: .*shorturl/));
		await broken.control('/settings', { method: 'PATCH', body: { validateResponses: false } });
		expect((await client(broken)('GET', '/urls')).status).toBe(200);
	} finally {
		await broken.stop();
	}
});

describe('the control plane', () => {
	test('shows what was asked without the key', async () => {
		const body = { ...link, custom: 'noted' };
		await call('POST', '/url/add', body);
		const expected = {
			...{ n: 1, method: 'POST', path: '/api/url/add', keyOk: true, body },
			...{ status: 200, contract: null, faults: [], inFlight: 1 },
		};
		await take(
			['GET /sandbox/requests', [expected]],
			['GET /sandbox/stats', { requests: 1, maxInFlight: 1, maxOpenSockets: 1 }],
		);
		const journal = await tested.control('/requests');
		expect(JSON.stringify(journal)).not.toContain(tested.service.key);
	});

	test.each([
		[{ fault: { kind: 'explode' } }, 'Unknown fault kind'],
		[{ fault: { kind: 'latency' } }, '(number)'],
		[{ match: { url: 'x' }, fault: { kind: 'hang' } }, 'has no field'],
	])('refuses the rule %j', async (rule, message) => {
		await expect(tell('/faults', rule)).rejects.toThrow(message);
	});

	test.each([
		['another site', 403, { Origin: 'https://evil.example' }],
		['a site whose name leads here', 403, { Host: 'evil.example' }],
		['its own', 200, {}],
	])('answers a page of %s with %d', async (_, expected, headers) => {
		await call('POST', '/url/add', link);
		const { url } = tested.service;
		const sent = { Origin: url, 'Content-Type': 'text/plain', ...headers };
		const reset = request(`${url}/sandbox/reset`, { method: 'POST', headers: sent }).end('{}');
		const [reply] = (await once(reset, 'response')) as [IncomingMessage];
		expect(reply.resume().statusCode).toBe(expected);
		const links = expected === 200 ? 0 : 1;
		await take(['GET /sandbox/state?counts=1', { links }]);
	});
});
