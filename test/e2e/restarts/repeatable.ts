/** The examples that run repeatedly or in slices, in a real n8n: after a crash, each night, at each poll. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { exampleFor } from '../../../sandbox/demo/example.ts';
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import {
	type Execution,
	finished,
	runWorkflow,
	startWorkflow,
} from '../../../sandbox/n8n/executions.ts';
import { bodyOf, listen } from '../../support/http';
import { LargeAccount, LINKS, SLICE } from '../../support/n8n/largeAccount';
import { Polls } from '../../support/n8n/polls';
import { everySecond, publish, runsOf, unpublish, until } from '../../support/n8n/published';
import { rowOf } from '../../support/n8n/workflow';
import { installation } from './installation';

let account: LargeAccount;
beforeAll(async () => (account = await LargeAccount.start(installation)));
afterAll(async () => await account?.stop());

interface State {
	links: Array<{ id: number; alias: string; longurl: string }>;
}

const control = async (path: string, body: object) =>
	await installation.service.control(path, { method: 'POST', body });
const linksOf = async () => (await installation.service.control<State>('/state')).links;

/** The requests since the last call. */
async function requests(): Promise<Array<{ method: string; path: string }>> {
	const sent =
		await installation.service.control<Array<{ method: string; path: string }>>('/requests');
	await installation.service.control('/requests', { method: 'DELETE' });
	return sent;
}

/** Saves the workflow and starts it. @returns the ID of the run */
async function begin(workflow: Workflow): Promise<string> {
	await installation.server.client.saveWorkflow(workflow);
	return await startWorkflow(installation.server.client, workflow.id, 'Start');
}

async function run(workflow: Workflow, trigger: string): Promise<Execution> {
	await installation.server.client.saveWorkflow(workflow);
	const execution = await runWorkflow(installation.server.client, workflow.id, trigger);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	return execution;
}

/** All rows of a Data Table. */
async function remembered(table: string): Promise<Array<Record<string, string>>> {
	const dataTableId = { __rl: true, mode: 'name', value: table };
	const parameters = { resource: 'row', operation: 'get', dataTableId, returnAll: true };
	const execution = await installation.run(
		rowOf('remembered', {
			name: 'Rows',
			type: 'n8n-nodes-base.dataTable',
			typeVersion: 1.1,
			parameters,
		}),
	);
	return execution.items('Rows').map(({ json }) => json as Record<string, string>);
}

describe('After n8n is killed in the middle of two runs', () => {
	const memory = 'Short links of the bulk run';
	// every other row has no alias
	const rows = Array.from({ length: 250 }, (_, n) => ({
		url: `https://www.example.com/page/${n}`,
		alias: n % 2 ? `page-${n}` : '',
	}));
	const refused = { url: 'no address', alias: '' };
	let bulk: Workflow;
	let written: number;
	let secondWalk: string;

	async function beginBulk(): Promise<void> {
		await control('/reset', { settings: { limit: 100, window: 1, fractionalSeconds: true } });
		const input = join(installation.folder, 'rows.csv');
		const lines = [...rows, refused].map(({ url, alias }) => `${url},${alias}`);
		writeFileSync(input, ['url,alias', ...lines].join('\n'));
		bulk = exampleFor({ input, credential: installation.credential }, 'resumable-bulk');
		// these never get a reply, so that n8n is killed in the middle of a slice
		const held = {
			match: { method: 'POST', body: 'page/(1[5-9]|2\\d)\\d"' },
			times: 0,
			fault: { kind: 'hang' },
		};
		await control('/faults', held);
		await begin(bulk);
		await until(async () => (await linksOf()).length >= 150);
	}

	beforeAll(async () => {
		await beginBulk();
		await account.reset();
		await account.beginToChange();
		const walk = account.walk('moving');
		await begin(walk);
		await until(async () => account.filesOf('moving').length >= 3);
		await installation.restart(async () => {
			await account.deleteNewest();
			await account.beginToChange();
		});
		await installation.service.control('/faults', { method: 'DELETE' });
		written = account.written('moving').length;
		secondWalk = await begin(walk);
	}, 300_000);

	test('a second run of resumable-bulk loses no row and creates none twice', async () => {
		const made = (await linksOf()).length;
		const known = (await remembered(memory)).length;
		expect([known > 0, known < made, made < rows.length]).toEqual([true, true, true]);
		await requests();
		const execution = await run(bulk, 'Start');
		const creations = (await requests()).filter(({ method }) => method === 'POST');
		// Rows whose links exist are found in the list instead, as soon as that takes fewer requests
		expect(creations.length).toBeGreaterThanOrEqual(rows.length - made);
		expect(creations.length).toBeLessThanOrEqual(rows.length - known);

		const links = await linksOf();
		expect(links.map(({ longurl }) => longurl).sort()).toEqual(rows.map(({ url }) => url).sort());
		expect(new Set(links.map(({ alias }) => alias)).size).toBe(rows.length);
		const aliasOf = new Map(links.map(({ longurl, alias }) => [longurl, alias]));
		for (const { url, alias } of rows) if (alias) expect(aliasOf.get(url)).toBe(alias);
		const wanted = rows.map(
			({ url, alias }) => `${url} ${alias} ${installation.service.url}/${aliasOf.get(url)} `,
		);
		const kept = (await remembered(memory)).filter(({ url }) => url !== refused.url);
		expect(
			kept
				.map((row) => `${row.url} ${row.alias} ${row.short_url} ${row.not_created_because}`)
				.sort(),
		).toEqual(wanted.sort());
		expect(execution.items('Not Created').map(({ json }) => json)).toMatchObject([
			{ ...refused, short_url: '', not_created_because: expect.stringMatching(/URL/) },
		]);
	});

	test('a third run of resumable-bulk sends no request', async () => {
		await requests();
		await run(bulk, 'Start');
		expect(await requests()).toEqual([]);
		expect(await remembered(memory)).toHaveLength(rows.length + 1);
	});

	test('a second run of walk-large-account reads every link once, although links are added and deleted meanwhile', async () => {
		const execution = await finished(installation.server.client, secondWalk);
		expect(execution).toMatchObject({ status: 'success', error: undefined });

		expect(await account.firstPage()).toBeGreaterThan(1);
		const ids = account.written('moving');
		expect([written > 0, written < ids.length]).toEqual([true, true]);
		expect(new Set(ids).size).toBe(ids.length);
		const held = await account.held();
		expect(held.filter((id) => id <= LINKS && !ids.includes(id))).toEqual([]);
		expect(execution.items('Read a Slice').at(-1)?.json).toMatchObject({
			links: ids.length,
			more: false,
		});
	});
});

test('n8n stores no slice of walk-large-account: the record of the run holds no link', async () => {
	await account.reset();
	const { client } = installation.server;
	const id = await begin(account.walk('still'));
	const { items } = await finished(client, id);
	expect(items('Read a Slice').length).toBeGreaterThan(LINKS / SLICE);
	expect(account.written('still')).toEqual(
		Array.from({ length: LINKS }, (_, index) => LINKS - index),
	);

	const { data } = await client.request<{ data: string }>('GET', `/executions/${id}`);
	expect(data).toContain('lowest_id');
	expect(data).not.toContain('www.example.com/page/');
	const { results } = await client.request<{
		results: Array<{ mode: string; status: string }>;
	}>('GET', '/executions?limit=100');
	expect(
		results.filter(({ mode, status }) => mode === 'integrated' && status === 'success'),
	).toEqual([]);
});

test('nightly-sync-of-new-links reads only what is new', async () => {
	const settings = { limit: 0, maxPageSize: 10 };
	await control('/reset', { seed: { links: 100 }, settings });
	const workflow = exampleFor({ credential: installation.credential }, 'nightly-sync-of-new-links');
	await run(workflow, 'Every Night');
	expect((await requests()).length).toBeGreaterThanOrEqual(10);

	await control('/seed', { links: 5 });
	const second = await run(workflow, 'Every Night');
	expect((await requests()).length).toBeLessThanOrEqual(2);
	expect(second.items('Remember').length).toBeLessThan(10);

	const links = await linksOf();
	const rows = await remembered('Synced links');
	expect(rows.map((row) => `${row.link_id} ${row.short_url} ${row.long_url}`).sort()).toEqual(
		links
			.map(({ id, alias, longurl }) => `${id} ${installation.service.url}/${alias} ${longurl}`)
			.sort(),
	);
	// in the order of dates, an interrupted run can continue where it stopped
	const dates = rows.map(({ created }) => created!);
	expect(dates).toEqual([...dates].sort());
});

test('link-takes-off sends one message for a link, when it reaches the threshold', async () => {
	const messages: string[] = [];
	const server = createServer((request, response) => {
		void bodyOf(request).then((body) => {
			messages.push((JSON.parse(body) as { text: string }).text);
			response.end('ok');
		});
	});
	const channel = await listen(server);
	await control('/reset', { seed: { links: 3 }, settings: { limit: 0 } });
	const clicks = async (id: number, count: number) => await control('/clicks', { id, count });
	await clicks(1, 120);

	const workflow = exampleFor({ credential: installation.credential }, 'link-takes-off');
	for (const { name, parameters } of workflow.nodes) {
		if (name === 'Link Clicks Reached') parameters.pollTimes = everySecond;
		if (name === 'Send Message') parameters.url = channel.url;
	}
	const polls = new Polls(installation, '/api/urls');
	await publish(installation.server, workflow);
	await polls.pass(2);
	await clicks(2, 99);
	await polls.pass(2);
	await clicks(2, 1);
	await polls.bring(async () => messages.length > 0);
	await clicks(2, 50);
	await polls.pass(2);
	await unpublish(installation.server, workflow);
	await channel.stop();

	const link = (await linksOf())[1]!;
	expect(messages).toEqual([
		expect.stringMatching(
			new RegExp(`takes off: 100 clicks by now.* ${installation.service.url}/${link.alias}$`),
		),
	]);
	expect(await runsOf(installation.server, workflow)).toMatchObject([{ status: 'success' }]);
});
