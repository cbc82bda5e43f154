/** The examples that run repeatedly or in slices, in a real n8n: each night, at each poll. */
import { createServer } from 'node:http';

import { exampleFor } from '../../../sandbox/demo/example.ts';
import { finished } from '../../../sandbox/n8n/executions.ts';
import { bodyOf, listen } from '../../support/http';
import { LINKS, SLICE } from '../../support/n8n/largeAccount';
import { Polls } from '../../support/n8n/polls';
import { everySecond, publish, runsOf, unpublish } from '../../support/n8n/published';
import { installation } from './installation';
import { account, begin, control, linksOf, remembered, requests, run } from './runs';

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
