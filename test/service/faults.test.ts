import { setTimeout as sleep } from 'node:timers/promises';

import { type RunningService, startService } from '../support/service';
import { type Call, client } from './client';

let service: RunningService;
let call: Call;

beforeAll(async () => {
	service = await startService(['--limit', '0']);
	call = client(service);
});
afterAll(() => service.stop());
beforeEach(() => service.control('/reset', { method: 'POST' }));

const plan = (...rules: object[]) => service.control('/faults', { method: 'POST', body: rules });
const create = () => call('POST', '/url/add', { url: 'https://example.com/' });
const created = async () => (await service.control<{ links: number }>('/state?counts=1')).links;
const faults = async () => {
	const journal =
		await service.control<Array<{ faults: unknown[]; status: number | null }>>('/requests');
	return journal.flatMap((entry) => entry.faults);
};

describe('before the service acts', () => {
	test.each<[string, object, object]>([
		[
			'status',
			{ kind: 'status', status: 503, body: { error: 1 }, headers: { 'Retry-After': '1' } },
			{ status: 503, body: { error: 1 } },
		],
		[
			'status with text',
			{ kind: 'status', status: 502, body: 'Bad gateway', contentType: 'text/plain' },
			{ status: 502, body: 'Bad gateway' },
		],
		['html', { kind: 'html' }, { status: 200, body: expect.stringContaining('<!doctype html>') }],
		['redirect', { kind: 'redirect', location: 'https://elsewhere.example/' }, { status: 302 }],
		['wrongShape', { kind: 'wrongShape', body: [1, 2] }, { status: 200, body: [1, 2] }],
		['tooMany', { kind: 'tooMany' }, { status: 429, body: { message: 'Too many requests' } }],
	])('%s', async (_name, fault, expected) => {
		await plan({ fault });
		expect(await create()).toMatchObject(expected);
		expect(await created()).toBe(0);
		expect(await create()).toMatchObject({ status: 200, body: { error: 0 } });
	});

	test('resetBefore', async () => {
		await plan({ fault: { kind: 'resetBefore' } });
		await expect(create()).rejects.toThrow();
		expect(await created()).toBe(0);
	});

	test('echoKey', async () => {
		await plan({ fault: { kind: 'echoKey' } });
		expect((await create()).body.message).toContain(service.key);
	});

	test('latency lets the request, and the next rules, go on', async () => {
		await plan(
			{ fault: { kind: 'latency', ms: 60 }, times: 0 },
			{ match: { nth: 2 }, fault: { kind: 'html' } },
		);
		const began = performance.now();
		expect((await create()).body.error).toBe(0);
		expect(performance.now() - began).toBeGreaterThan(55);
		expect((await create()).body).toContain('html');
		expect(await faults()).toEqual([
			{ id: 'rule-1', kind: 'latency' },
			{ id: 'rule-1', kind: 'latency' },
			{ id: 'rule-2', kind: 'html' },
		]);
	});
});

describe('after the service has acted', () => {
	test.each<[string, object, object]>([
		['statusAfter', { kind: 'statusAfter', status: 500 }, { status: 500, body: { error: 1 } }],
		[
			'html',
			{ kind: 'html', after: true },
			{ status: 200, body: expect.stringContaining('<!doctype html>') },
		],
		[
			'wrongShape',
			{ kind: 'wrongShape', body: 'fine', after: true },
			{ status: 200, body: 'fine' },
		],
		[
			'truncated',
			{ kind: 'truncated' },
			{ status: 200, body: expect.stringMatching(/^\{"error":0,"id":1,"[^}]*$/) },
		],
	])('%s', async (_name, fault, expected) => {
		await plan({ fault });
		expect(await create()).toMatchObject(expected);
		expect(await created()).toBe(1);
	});

	test('resetAfter', async () => {
		await plan({ fault: { kind: 'resetAfter' } });
		await expect(create()).rejects.toThrow();
		expect(await created()).toBe(1);
	});

	test.each([
		['an empty reply', { changeReply: 'empty' }, '/url/1/update'],
		['a page', { unknownRecord: '500' }, '/url/9/update'],
	])('%s of the service is replaced as well', async (_name, settings, path) => {
		await create();
		await service.control('/settings', { method: 'PATCH', body: settings });
		await plan({ fault: { kind: 'resetAfter' } }, { fault: { kind: 'statusAfter', status: 503 } });
		const update = () => call('PUT', path, { description: 'x' });
		await expect(update()).rejects.toThrow();
		expect(await update()).toMatchObject({ status: 503, body: { error: 1 } });
	});

	test.each([false, true])('hang (after: %s) never answers', async (after) => {
		await plan({ fault: { kind: 'hang', after } });
		const leaving = new AbortController();
		const request = fetch(`${service.url}/api/url/add`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
			body: JSON.stringify({ url: 'https://example.com/' }),
			signal: leaving.signal,
		});
		while ((await faults()).length === 0 || (await created()) < Number(after)) await sleep(10);
		// who comes later is answered
		expect((await call('GET', '/account')).body.error).toBe(0);
		leaving.abort();
		await expect(request).rejects.toThrow();
		expect(await created()).toBe(after ? 1 : 0);
		expect(await service.control('/requests')).toMatchObject([{ status: null }, { status: 200 }]);
	});
});

describe('a rule', () => {
	test('matches by method, path and body', async () => {
		const match = { method: 'post', path: '^/api/url/add$', body: '"custom":"bad"' };
		await plan({ match, times: 0, fault: { kind: 'status', status: 500 } });
		const post = (custom: string) =>
			call('POST', '/url/add', { url: 'https://example.com/', custom });
		expect((await post('good')).status).toBe(200);
		expect((await post('bad')).status).toBe(500);
		expect((await call('GET', '/urls?q=bad')).status).toBe(200);
		expect(await service.control('/faults')).toMatchObject([{ id: 'rule-1', seen: 1, fired: 1 }]);
	});

	test('fires every so often', async () => {
		await plan({ match: { every: 3 }, times: 2, fault: { kind: 'status', status: 500 } });
		const statuses: number[] = [];
		for (let i = 0; i < 12; i++) statuses.push((await create()).status);
		expect(statuses.map((status, i) => (status === 500 ? i + 1 : 0)).filter(Boolean)).toEqual([
			3, 6,
		]);
	});

	test('draws by lot, the same way each time', async () => {
		const run = async () => {
			await service.control('/reset', { method: 'POST', body: { settings: { seed: 7 } } });
			await plan({ probability: 0.5, times: 0, fault: { kind: 'status', status: 500 } });
			const statuses: number[] = [];
			for (let i = 0; i < 20; i++) statuses.push((await create()).status);
			return statuses;
		};
		const first = await run();
		expect(new Set(first)).toEqual(new Set([200, 500]));
		expect(await run()).toEqual(first);
	});
});

describe('lists that move', () => {
	const ids = async (page: number) => {
		const { body } = await call('GET', `/urls?limit=5&page=${page}`);
		return body.data.urls.map((link: { id: number }) => link.id) as number[];
	};
	beforeEach(() => service.control('/seed', { method: 'POST', body: { links: 10 } }));

	test('insertLink shows records again', async () => {
		await plan({ match: { nth: 2 }, fault: { kind: 'insertLink', count: 2 } });
		expect(await ids(1)).toEqual([10, 9, 8, 7, 6]);
		expect(await ids(2)).toEqual([7, 6, 5, 4, 3]);
	});

	test('deleteLink lets records slip by', async () => {
		await plan({ match: { nth: 2 }, fault: { kind: 'deleteLink' } });
		expect(await ids(1)).toEqual([10, 9, 8, 7, 6]);
		expect(await ids(2)).toEqual([4, 3, 2, 1]);
	});
});
