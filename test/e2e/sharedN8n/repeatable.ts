/** The examples that run repeatedly or in slices, in a real n8n: each night, at each poll. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { bodyOf, listen } from '../../support/http';
import { Polls } from '../../support/n8n/polls';
import { everySecond, publish, runsOf, unpublish } from '../../support/n8n/published';
import {
	assign,
	exampleOf,
	installation,
	linksOf,
	nodesOf,
	refuse,
	remembered,
	removeFaults,
	run,
	tell,
} from './installation';

/** The IDs in the files that a walk has written, in their order. */
const writtenIds = () =>
	readdirSync(installation.folder)
		.filter((file) => /^walk-.*\.csv$/.test(file))
		.sort()
		.flatMap((file) => {
			const [, ...rows] = readFileSync(join(installation.folder, file), 'utf8').trim().split('\n');
			return rows.map((row) => Number(row.split(',')[0]));
		});

test('walk-large-account goes on where a run failed, reads each link once although links come and go meanwhile, and n8n stores no slice', async () => {
	const links = 600;
	await tell('/reset', { seed: { links }, settings: { limit: 0 } });
	const workflow = exampleOf('walk-large-account', {
		output: join(installation.folder, 'walk.csv'),
	});
	const { Files } = nodesOf(workflow);
	assign(Files, 'links_per_slice', 100);
	assign(Files, 'page_size', 50);
	const path = '^/api/urls';
	const moreLinks = { match: { path, every: 3 }, times: 0, fault: { kind: 'insertLink' } };
	await tell('/faults', [moreLinks]);
	await refuse({ path, nth: 7 }, 'Come back later.', 1);
	expect(await installation.run(workflow)).toMatchObject({ status: 'error' });
	const written = writtenIds().length;

	// Fewer than a page holds
	await removeFaults();
	await tell('/faults', [{ match: { path }, fault: { kind: 'deleteLink', count: 25 } }]);
	await installation.service.ask('GET /api/urls');
	await tell('/faults', [moreLinks]);
	await installation.requests();
	const execution = await run(workflow);
	const [first] = await installation.service.control<Array<{ query: object }>>('/requests');
	await removeFaults();
	expect(Number((first!.query as { page: number }).page)).toBeGreaterThan(1);
	const ids = writtenIds();
	expect([written > 0, written < ids.length]).toEqual([true, true]);
	expect(new Set(ids).size).toBe(ids.length);
	expect((await linksOf()).filter(({ id }) => id <= links && !ids.includes(id))).toEqual([]);
	expect(execution.items('Read a Slice').at(-1)?.json).toMatchObject({
		...{ links: ids.length, more: false },
	});

	const { client } = installation.server;
	const { data } = await client.request<{ data: string }>('GET', `/executions/${execution.id}`);
	expect(data).toContain('written');
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
	await tell('/reset', { seed: { links: 100 }, settings });
	const workflow = exampleOf('nightly-sync-of-new-links');
	await run(workflow, 'Every Night');
	expect((await installation.requests()).length).toBeGreaterThanOrEqual(10);

	await tell('/seed', { links: 5 });
	const second = await run(workflow, 'Every Night');
	expect((await installation.requests()).length).toBeLessThanOrEqual(2);
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
	await tell('/reset', { seed: { links: 3 }, settings: { limit: 0 } });
	const clicks = async (id: number, count: number) => await tell('/clicks', { id, count });
	await clicks(1, 120);

	const workflow = exampleOf('link-takes-off');
	for (const { name, parameters } of workflow.nodes) {
		if (name === 'Link Clicks Reached') parameters.pollTimes = everySecond;
		if (name === 'Send Message') parameters.url = channel.url;
	}
	const polls = new Polls(installation.service, '/api/urls');
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
