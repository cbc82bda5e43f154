import { setTimeout as sleep } from 'node:timers/promises';

import { type Step, Tested } from './client';

const tested = new Tested('--limit', '0');
const { call, tell, take } = tested;

beforeEach(() => tell('/reset'));

const plan = (...rules: object[]) => tell('/faults', rules);
const create = (fields: object = {}) =>
	call('POST', '/url/add', { url: 'https://example.com/', ...fields });
const statusesOf = async (count: number) => {
	const statuses: number[] = [];
	while (statuses.length < count) statuses.push((await create()).status);
	return statuses;
};
const created = (links: number): Step => ['GET /sandbox/state?counts=1', { links }];
const noted = (...entries: object[]): Step => ['GET /sandbox/requests', entries];
const page = expect.stringContaining('<!doctype html>');

/** Each fault, the reply to a creation, and how many links there are then. Without a reply, the connection breaks. */
const FAULTS: Array<[fault: object, reply: object | undefined, links: number]> = [
	[
		{ kind: 'status', status: 503, body: { error: 1 }, headers: { 'Retry-After': '1' } },
		{ status: 503, body: { error: 1 } },
		0,
	],
	[{ kind: 'html' }, { status: 200, body: page }, 0],
	[{ kind: 'redirect', location: 'https://elsewhere.example/' }, { status: 302 }, 0],
	[{ kind: 'wrongShape', body: [1, 2] }, { status: 200, body: [1, 2] }, 0],
	[{ kind: 'tooMany' }, { status: 429, body: { message: 'Too many requests' } }, 0],
	[{ kind: 'resetBefore' }, undefined, 0],
	[{ kind: 'statusAfter', status: 500 }, { status: 500, body: { error: 1 } }, 1],
	[{ kind: 'html', after: true }, { status: 200, body: page }, 1],
	[{ kind: 'wrongShape', body: 'fine', after: true }, { status: 200, body: 'fine' }, 1],
	[{ kind: 'truncated' }, { body: expect.stringMatching(/^\{"error":0,"id":1,"[^}]*$/) }, 1],
	[{ kind: 'resetAfter' }, undefined, 1],
];

test.each(FAULTS)('%j', async (fault, reply, links) => {
	await plan({ fault });
	if (reply) expect(await create()).toMatchObject(reply);
	else await expect(create()).rejects.toThrow();
	await take(created(links));
	expect(await create()).toMatchObject({ status: 200, body: { error: 0 } });
});

test('echoKey', async () => {
	await plan({ fault: { kind: 'echoKey' } });
	expect((await create()).body.message).toContain(tested.service.key);
});

test.each([
	[false, 0],
	[true, 1],
])('hang (after: %s) never answers', async (after, links) => {
	await plan({ fault: { kind: 'hang', after } });
	const { url, key, control } = tested.service;
	const leaving = new AbortController();
	const request = fetch(`${url}/api/url/add`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
		body: JSON.stringify({ url: 'https://example.com/' }),
		signal: leaving.signal,
	});
	const hangs = async () => {
		const [entry] = await control<Array<{ faults: unknown[] }>>('/requests');
		return (
			entry?.faults.length && (await control<{ links: number }>('/state?counts=1')).links === links
		);
	};
	while (!(await hangs())) await sleep(10);
	leaving.abort();
	await expect(request).rejects.toThrow();
	await take(created(links), noted({ status: null }));
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
	await take(
		noted(
			{ faults: [{ id: 'rule-1', kind: 'latency' }] },
			{ faults: [{ kind: 'latency' }, { id: 'rule-2', kind: 'html' }] },
		),
	);
});

test('a rule matches by method, path and body', async () => {
	const match = { method: 'post', path: '^/api/url/add$', body: '"custom":"bad"' };
	await plan({ match, times: 0, fault: { kind: 'status', status: 500 } });
	expect((await create({ custom: 'good' })).status).toBe(200);
	expect((await create({ custom: 'bad' })).status).toBe(500);
	expect((await call('GET', '/urls?q=bad')).status).toBe(200);
	await take(['GET /sandbox/faults', [{ id: 'rule-1', seen: 1, fired: 1 }]]);
});

test('a rule fires every so often, or by lot, the same way each time', async () => {
	const fault = { kind: 'status', status: 500 };
	await plan({ match: { every: 3 }, times: 2, fault });
	expect(await statusesOf(9)).toEqual([200, 200, 500, 200, 200, 500, 200, 200, 200]);

	const byLot: number[][] = [];
	for (const seed of [7, 7]) {
		await tell('/reset', { settings: { seed } });
		await plan({ probability: 0.5, times: 0, fault });
		byLot.push(await statusesOf(20));
	}
	expect(new Set(byLot[0])).toEqual(new Set([200, 500]));
	expect(byLot[1]).toEqual(byLot[0]);
});

test.each([
	['insertLink shows records again', { kind: 'insertLink', count: 2 }, [7, 6, 5, 4, 3]],
	['deleteLink lets records slip by', { kind: 'deleteLink' }, [4, 3, 2, 1]],
])('%s', async (_name, fault, second) => {
	await tell('/seed', { links: 10 });
	await plan({ match: { nth: 2 }, fault });
	for (const [index, ids] of [[10, 9, 8, 7, 6], second].entries()) {
		const urls = ids.map((id) => ({ id }));
		await take([`GET /urls?limit=5&page=${index + 1}`, { data: { urls } }]);
	}
});
