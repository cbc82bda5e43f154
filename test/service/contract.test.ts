import { request } from 'node:http';

import { type RunningService, startService } from '../support/service';
import { type Call, client } from './client';

let service: RunningService;
let call: Call;

beforeAll(async () => {
	service = await startService(['--limit', '0', '--quiet']);
	call = client(service);
});
afterAll(() => service.stop());
beforeEach(() => service.control('/reset', { method: 'POST' }));

const link = { url: 'https://example.com/' };
const lastEntry = async () => {
	const journal = await service.control<Array<Record<string, unknown>>>('/requests');
	return journal.at(-1)!;
};

describe('a request that breaks the description is refused and noted', () => {
	test.each<[string, string, string, unknown?]>([
		['an unknown field', 'POST', '/url/add', { ...link, alias: 'x' }],
		['a missing field', 'POST', '/url/add', { custom: 'x' }],
		['an address without scheme', 'POST', '/url/add', { url: 'example.com/page' }],
		['a date that does not exist', 'POST', '/url/add', { ...link, expiry: '2030-13-01 00:00:00' }],
		['an incomplete row', 'POST', '/url/add', { ...link, geotarget: [{ location: 'Canada' }] }],
		['null for a required field', 'POST', '/url/add', { url: null }],
		['an empty alias', 'POST', '/url/add', { ...link, custom: '' }],
		[
			'an RGB color out of range',
			'POST',
			'/qr/add',
			{ type: 'text', data: 'x', background: 'rgb(256,0,0)' },
		],
		['a HEX color in another form', 'POST', '/channel/add', { name: 'x', color: 'red' }],
		['an update without the name', 'PUT', '/campaign/1/update', { public: true }],
		['an id that is not a number', 'GET', '/url/abc'],
		['an unknown item type', 'POST', '/channel/1/assign/link/1'],
		['a body that is not JSON', 'POST', '/url/add', '{"url":'],
		['a body without content', 'POST', '/url/add'],
		['an unknown path', 'GET', '/links'],
		['another method', 'POST', '/urls'],
	])('%s', async (_name, ...[method, path, body]) => {
		const refused = await call(method, path, body);
		expect(refused.status).toBeGreaterThanOrEqual(400);
		expect(refused.status).toBeLessThan(500);
		expect(refused.body).toEqual({ error: 1, message: expect.any(String) });
		expect((await lastEntry()).contract).toEqual([expect.any(String)]);
	});
});

test('a body in another format is refused', async () => {
	const response = await fetch(`${service.url}/api/url/add`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'text/plain' },
		body: JSON.stringify(link),
	});
	expect(response.status).toBe(415);
	expect((await lastEntry()).contract).not.toBeNull();
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
		await call('POST', '/url/add', { ...link, custom: 'noted' });
		const entry = await lastEntry();
		expect(entry).toMatchObject({
			n: 1,
			method: 'POST',
			path: '/api/url/add',
			keyOk: true,
			body: { ...link, custom: 'noted' },
			status: 200,
			contract: null,
			faults: [],
			inFlight: 1,
		});
		expect(JSON.stringify(entry)).not.toContain(service.key);
		expect(await service.control('/stats')).toMatchObject({
			requests: 1,
			maxInFlight: 1,
			maxOpenSockets: 1,
		});
	});

	test('refuses what it does not know', async () => {
		const patch = (body: object) => service.control('/settings', { method: 'PATCH', body });
		await expect(patch({ limits: 5 })).rejects.toThrow('Unknown setting');
		await expect(patch({ overLimit: '430' })).rejects.toThrow('must be one of');
		const rule = (body: object) => service.control('/faults', { method: 'POST', body });
		await expect(rule({ fault: { kind: 'explode' } })).rejects.toThrow('Unknown fault kind');
		await expect(rule({ fault: { kind: 'latency' } })).rejects.toThrow('(number)');
		await expect(rule({ match: { url: 'x' }, fault: { kind: 'hang' } })).rejects.toThrow(
			'has no field',
		);
		await expect(service.control('/nothing')).rejects.toThrow('No GET /nothing');
	});

	test.each([
		['another site', { Origin: 'https://evil.example' }],
		['a site whose name leads here', { Host: 'evil.example' }],
	])('refuses requests from a page of %s', async (_, headers) => {
		await call('POST', '/url/add', link);
		const options = { method: 'POST', headers: { 'Content-Type': 'text/plain', ...headers } };
		const status = await new Promise((resolve, reject) => {
			request(`${service.url}/sandbox/reset`, options, (response) => {
				response.resume();
				resolve(response.statusCode);
			})
				.on('error', reject)
				.end('{}');
		});
		expect(status).toBe(403);
		expect(await service.control('/state?counts=1')).toMatchObject({ links: 1 });
	});

	test('answers its own pages', async () => {
		const headers = { Origin: service.url };
		expect((await fetch(`${service.url}/sandbox/stats`, { headers })).status).toBe(200);
	});

	test('resets to given settings and records', async () => {
		const body = {
			settings: { limit: 5 },
			seed: { links: 250, qrs: 2, campaigns: 3, channels: 4, domains: 1 },
		};
		await service.control('/reset', { method: 'POST', body });
		expect(await service.control('/settings')).toMatchObject({ limit: 5 });
		expect(await service.control('/state?counts=1')).toMatchObject({
			links: 250,
			qr_codes: 2,
			campaigns: 3,
			channels: 4,
			domains: 3,
		});
	});
});
