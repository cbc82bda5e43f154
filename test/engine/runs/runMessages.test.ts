/** What a run tells: in n8n's log while it lasts, and in a hint or an error after it. In virtual time where it takes minutes. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { Json, RunReply } from '../../support/engine';
import { startScripted } from '../../support/engine/scriptedService';
import { setUpTestbed } from '../../support/engine/testbed';
import { startClock, stopClock } from '../../support/virtual/clock';
import {
	runInVirtualTime,
	type VirtualReply,
	type VirtualRequest,
	type VirtualRun,
	type VirtualScript,
} from '../../support/virtual/scriptedRun';

const LIMIT = 30;
const MINUTE = 60_000;

/** Creates links, as many as the limit allows in each window of a minute. */
function withLimit(): VirtualScript {
	let [endsAt, used, id] = [-1, 0, 0];
	return ({ at, body }: VirtualRequest): VirtualReply => {
		if (at >= endsAt) [endsAt, used] = [at + MINUTE, 0];
		const isOver = ++used > LIMIT;
		const headers = {
			'x-ratelimit-limit': String(LIMIT),
			'x-ratelimit-remaining': String(Math.max(0, LIMIT - used)),
			'x-ratelimit-reset': String(Math.ceil((endsAt - at) / 1000)),
		};
		if (isOver) return { status: 429, headers, body: { error: 1, message: 'Too many requests' } };
		if (body.custom === 'taken')
			return { headers, body: { error: 1, message: 'The alias is taken' } };
		return { headers, body: { error: 0, id: ++id, shorturl: `https://sho.rt/a${id}` } };
	};
}

const rows = (count: number): VirtualRun => ({
	resource: 'link',
	operation: 'create',
	items: Array.from({ length: count }, (_, row) => ({ url: `https://example.com/${row}` })),
});
/** The same, with an alias that is taken in one row. */
const rowsWithTaken = (count: number, taken: number): VirtualRun => {
	const run = rows(count);
	run.items[taken]!.additionalFields = { custom: 'taken' };
	return run;
};
const infos = (logs: string[]) => logs.filter((line) => line.startsWith('info '));

describe('A run that waits for the limit', () => {
	beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00.300Z')));
	afterEach(stopClock);

	test('logs each wait once, with the items done and left, and hints at the time it waited', async () => {
		const { logs, hints, items } = await runInVirtualTime(rows(65), withLimit());
		expect(items).toHaveLength(65);
		expect(infos(logs)).toEqual([
			expect.stringMatching(
				/^info Node: waits (59|60|61) seconds for the service's limit of 30 requests; 30 of 65 items are done, 35 are left$/,
			),
			expect.stringMatching(/; 60 of 65 items are done, 5 are left$/),
		]);
		expect(hints).toEqual([
			"The run waited 2 minutes for the service's limit of 30 requests a minute.",
		]);
	});

	test('logs the limit once, at debug', async () => {
		const { logs } = await runInVirtualTime(rows(5), withLimit());
		expect(logs).toEqual(['debug Node: the service announces a limit of 30 requests']);
	});

	test('an ordinary run hints at nothing', async () => {
		const { hints } = await runInVirtualTime(rows(30), withLimit());
		expect(hints).toEqual([]);
	});

	test('On Error: Continue: the hint counts the failed items, too', async () => {
		const run = { ...rowsWithTaken(40, 3), continues: true };
		const { hints } = await runInVirtualTime(run, withLimit());
		expect(hints).toEqual([
			'1 of 40 items failed.',
			expect.stringMatching(/^Item 3 \(.+\) · .*alias.* taken\./i),
			expect.stringMatching(
				/^The run waited 6[01] seconds for the service's limit of 30 requests a minute\.$/,
			),
		]);
	});

	test('On Error: Stop: the error tells how long the run waited', async () => {
		const { error, hints } = await runInVirtualTime(rowsWithTaken(40, 35), withLimit());
		expect(error?.description).toMatch(
			/The run waited 6[01] seconds for the service's limit of 30 requests a minute\.$/,
		);
		expect(hints).toEqual([]);
	});
});

describe('Links that are other than asked for', () => {
	beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00.300Z')));
	afterEach(stopClock);

	test('the hint counts other aliases and other domains separately', async () => {
		const run = rows(4);
		run.items[0]!.additionalFields = { custom: 'spring' };
		run.items[1]!.additionalFields = { domain: 'https://go.example.com' };
		const { hints, items } = await runInVirtualTime(run, (_, count) => ({
			body: { error: 0, id: count, shorturl: `https://sho.rt/x${count}` },
		}));
		expect(items.filter(({ json }) => json.warning !== undefined)).toHaveLength(2);
		expect(hints).toEqual([
			'1 link got another alias than requested: see "warning".<br>1 link got another domain than requested: see "warning".',
		]);
	});
});

/** The node's own lines, without what n8n's log adds. */
const linesOf = ({ logs }: RunReply) =>
	logs.flatMap((line) => /Link Management: [^\n]*/.exec(line)?.[0] ?? []);

describe("In n8n's engine", () => {
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

	test.each([{}, { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }])(
		'a credential that cannot be right: each item fails, and the hint counts it once, with %j',
		async (retry) => {
			const settings = { onError: 'continueRegularOutput', ...retry } as const;
			const credentials = { baseUrl: 'no address', apiKey: 'a-key' };
			const { reply } = await testbed.run({
				parameters: CREATE,
				items: items(3),
				settings,
				credentials,
			});
			expect(reply.hints).toEqual([
				'3 of 3 items failed.',
				expect.stringMatching(/^Items 0, 1, 2 · .*Base URL.*$/),
			]);
		},
	);

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
});
