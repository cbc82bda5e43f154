/** n8n is killed once, in the middle of a run and while two triggers wait: nothing is lost, nothing comes twice. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { startWorkflow } from '../../../sandbox/n8n/executions.ts';
import { credentialOf } from '../../support/n8n/installation';
import { Polls } from '../../support/n8n/polls';
import { everySecond, publication, publish, unpublish, until } from '../../support/n8n/published';
import { watching } from '../../support/n8n/workflow';
import { type RunningService, startService } from '../../support/service';
import {
	exampleOf,
	installation,
	linksOf,
	remembered,
	removeFaults,
	run,
	tell,
} from './installation';

/** Of the triggers alone: they go on while other tests reset their service. */
let watched: RunningService;
beforeAll(async () => {
	watched = await startService(['--limit', '0']);
});
afterAll(async () => await watched?.stop());

/** A workflow that is started by an event of this service, with a credential of its own. */
async function onEvent(id: string, event: string, key = watched.key): Promise<Workflow> {
	const data = { ...credentialOf({ url: watched.url, key }), name: id };
	const credential = await installation.server.client.saveCredential(data);
	return watching(id, credential, { event, pollTimes: everySecond });
}

const statusOf = async (workflow: Workflow) => await publication(installation.server, workflow);

describe('After n8n is killed', () => {
	const memory = 'Short links of the bulk run';
	// every other row has no alias
	const rows = Array.from({ length: 250 }, (_, n) => ({
		url: `https://www.example.com/page/${n}`,
		alias: n % 2 ? `page-${n}` : '',
	}));
	const refused = { url: 'no address', alias: '' };
	let bulk: Workflow;
	let links: Workflow;
	let codes: Workflow;
	let withBadKey: Workflow;
	const startedBy = async (workflow: Workflow, path: string, count: number) =>
		await new Polls(watched, path).started(installation, workflow, count);

	async function beginBulk(): Promise<void> {
		await tell('/reset', { settings: { limit: 100, window: 1, fractionalSeconds: true } });
		const input = join(installation.folder, 'rows.csv');
		const lines = [...rows, refused].map(({ url, alias }) => `${url},${alias}`);
		writeFileSync(input, ['url,alias', ...lines].join('\n'));
		bulk = exampleOf('resumable-bulk', { input });
		// these never get a reply, so that n8n is killed in the middle of a slice
		const held = {
			match: { method: 'POST', body: 'page/(1[5-9]|2\\d)\\d"' },
			times: 0,
			fault: { kind: 'hang' },
		};
		await tell('/faults', held);
		const { client } = installation.server;
		await client.saveWorkflow(bulk);
		await startWorkflow(client, bulk.id, 'Start');
		await until(async () => (await linksOf()).length >= 150);
	}

	/** One of the triggers has started its workflow before, the other one has not. */
	async function publishTriggers(): Promise<void> {
		await watched.tell('/reset', { seed: { links: 5, qrs: 2 } });
		links = await onEvent('links', 'newLink');
		codes = await onEvent('codes', 'newQrCode');
		for (const workflow of [links, codes]) {
			await publish(installation.server, workflow);
			expect(await statusOf(workflow)).toMatchObject({ status: 'published' });
		}
		await watched.tell('/seed', { links: 3 });
		expect(await startedBy(links, '/api/urls', 3)).toEqual([6, 7, 8]);
	}

	beforeAll(async () => {
		await publishTriggers();
		await beginBulk();
		await installation.restart(async () => {
			await watched.tell('/seed', { links: 2, qrs: 3 });
			const fault = { kind: 'wrongShape', body: { error: 1, message: 'Down for repair' } };
			await watched.tell('/faults', { match: { path: '^/api/urls' }, times: 0, fault });
		});
		await removeFaults();
		// n8n tries for a while to activate it
		withBadKey = await onEvent('badKey', 'newLink', 'not-a-key');
		await publish(installation.server, withBadKey);
	});

	test('the triggers continue where they were, also when the service is down at the restart', async () => {
		expect(await startedBy(codes, '/api/qr', 3)).toEqual([3, 4, 5]);
		expect(await statusOf(links)).toMatchObject({ status: 'published' });
		await new Polls(watched, '/api/urls').pass(2);
		await watched.control('/faults', { method: 'DELETE' });
		expect(await startedBy(links, '/api/urls', 5)).toEqual([6, 7, 8, 9, 10]);
		for (const workflow of [links, codes]) await unpublish(installation.server, workflow);
	});

	test('a second run of resumable-bulk loses no row and creates none twice, and a third sends no request', async () => {
		const made = (await linksOf()).length;
		const known = (await remembered(memory)).length;
		expect([known > 0, known < made, made < rows.length]).toEqual([true, true, true]);
		await installation.requests();
		const execution = await run(bulk);
		const creations = (await installation.requests()).filter(({ method }) => method === 'POST');
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

		await installation.requests();
		await run(bulk);
		expect(await installation.requests()).toEqual([]);
		expect(await remembered(memory)).toHaveLength(rows.length + 1);
	});

	test('a trigger with a bad key is not activated, and n8n shows the reason', async () => {
		const { status, triggers } = await statusOf(withBadKey);
		expect(status).toBe('failed');
		expect(triggers[0]?.errorMessage).toMatch(/API key/);
		expect(triggers[0]?.errorMessage).not.toContain('not-a-key');
	});
});
