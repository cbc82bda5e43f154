/** What a run says in n8n's log. */
import { expect, test } from '@jest/globals';

import type { Json, RunReply } from '../../support/engine';
import { startScripted } from '../../support/engine/scriptedService';
import { setUpTestbed } from '../../support/engine/testbed';

/** The node's own lines, without what n8n's log adds. */
const linesOf = ({ logs }: RunReply) =>
	logs.flatMap((line) => /Link Management: [^\n]*/.exec(line)?.[0] ?? []);

const testbed = setUpTestbed();

const CREATE = { resource: 'link', operation: 'create', url: '={{ $json.url }}' };
const SECRET = 'token=a-secret-of-the-target';
const KEY = 'a-key-for-tests';
const items = (count: number): Json[] =>
	Array.from({ length: count }, (_, row) => ({
		url: `https://shop.example.com/${row}?${SECRET}`,
	}));

test('no line holds the query of a long URL, whatever has to be sent again or looked up', async () => {
	const faults = [
		{ match: { method: 'POST', path: '/url/add', nth: 2 }, fault: { kind: 'resetAfter' } },
		{ match: { method: 'POST', path: '/url/add', nth: 4 }, fault: { kind: 'resetBefore' } },
		{ match: { method: 'GET', path: '/urls', nth: 1 }, fault: { kind: 'status', status: 503 } },
	];
	const { reply } = await testbed.run(
		{ parameters: CREATE, items: items(6), settings: { onError: 'continueRegularOutput' } },
		{ faults },
	);
	const lines = linesOf(reply);
	expect(lines).toEqual(
		expect.arrayContaining([
			expect.stringContaining('looks up the short link [item '),
			expect.stringContaining('GET /api/urls is sent again in '),
		]),
	);
	expect(lines.join('\n')).not.toContain(SECRET);
});

test('what a hostile service says does not get into the log: neither the key nor the query of a long URL', async () => {
	const service = await startScripted();
	const url = `https://shop.example.com/?${SECRET}`;
	service.answer(({ method }) => ({
		status: method === 'POST' ? 500 : 503,
		content: JSON.stringify({ error: 1, message: `${KEY} ${url}` }),
		headers: { 'x-ratelimit-limit': '30', 'x-request': KEY },
	}));
	const reply = await testbed.engine.run({
		parameters: { ...CREATE, url },
		credentials: { baseUrl: service.url, apiKey: KEY },
	});
	await service.stop();
	const lines = linesOf(reply).join('\n');
	expect(lines).toContain('is sent again');
	expect(lines).not.toContain(KEY);
	expect(lines).not.toContain(SECRET);
});
