/**
 * The example that reads a large account, in a real n8n: slice by slice, while the list changes, with n8n killed and
 * started again.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { exampleFor } from '../../sandbox/demo/example.ts';
import type { Workflow } from '../../sandbox/n8n/client.ts';
import { finished, startWorkflow } from '../../sandbox/n8n/executions.ts';
import { setUpInstallation } from '../support/n8n/installation';
import { until } from '../support/n8n/published';

const LINKS = 2_000;
const SLICE = 200;
const PAGE = 50;

const installation = setUpInstallation();

const post = async (path: string, body: object) =>
	await installation.service.control(path, { method: 'POST', body });
/** The IDs of the links that the account holds. */
const held = async () =>
	(await installation.service.control<{ links: Array<{ id: number }> }>('/state')).links.map(
		({ id }) => id,
	);

/** Slows the pages of the list down, and adds a link now and then. */
const busy = [
	{ match: { path: '^/api/urls' }, times: 0, fault: { kind: 'latency', ms: 50 } },
	{ match: { path: '^/api/urls', every: 3 }, times: 0, fault: { kind: 'insertLink' } },
];

/** Deletes the newest links. */
async function deleteNewest(count: number): Promise<void> {
	const { url, key, control } = installation.service;
	await control('/faults', { method: 'DELETE' });
	await post('/faults', [{ match: { path: '^/api/urls' }, fault: { kind: 'deleteLink', count } }]);
	await (await fetch(`${url}/api/urls`, { headers: { authorization: `Bearer ${key}` } })).text();
}

/** The example, in small slices; its files are called by the name given. */
function walk(name: string): Workflow {
	const workflow = exampleFor(
		{ output: join(installation.folder, `${name}.csv`), credential: installation.credential },
		'walk-large-account',
	);
	const { assignments } = workflow.nodes.find((node) => node.name === 'Files')!.parameters
		.assignments as { assignments: Array<{ name: string; value: unknown }> };
	const sizes: Record<string, number> = { links_per_slice: SLICE, page_size: PAGE };
	for (const assignment of assignments)
		assignment.value = sizes[assignment.name] ?? assignment.value;
	return workflow;
}

const filesOf = (name: string) =>
	readdirSync(installation.folder)
		.filter((file) => file.startsWith(`${name}-`) && file.endsWith('.csv'))
		.sort();

/** The IDs in all files, in their order. */
const written = (name: string) =>
	filesOf(name).flatMap((file) => {
		const [, ...rows] = readFileSync(join(installation.folder, file), 'utf8')
			.replace('\ufeff', '')
			.trim()
			.split(/\r?\n/);
		return rows.map((row) => Number(row.split(',')[0]));
	});

const running = async (workflow: Workflow) => {
	await installation.server.client.saveWorkflow(workflow);
	return await startWorkflow(installation.server.client, workflow.id, 'Start');
};

test('walk-large-account reads every link once, although links are added and deleted and n8n is killed meanwhile', async () => {
	await post('/reset', { seed: { links: LINKS }, settings: { limit: 0 } });
	await post('/faults', busy);
	const workflow = walk('moving');
	await running(workflow);
	await until(async () => filesOf('moving').length >= 3);
	await installation.restart(async () => {
		await deleteNewest(PAGE / 2);
		await installation.service.control('/requests', { method: 'DELETE' });
		await post('/faults', busy);
	});
	const before = written('moving').length;
	const execution = await finished(installation.server.client, await running(workflow));
	expect(execution).toMatchObject({ status: 'success', error: undefined });

	const [first] =
		await installation.service.control<Array<{ query: { page: number } }>>('/requests');
	expect(Number(first!.query.page)).toBeGreaterThan(1);
	const ids = written('moving');
	expect([before > 0, before < ids.length]).toEqual([true, true]);
	expect(new Set(ids).size).toBe(ids.length);
	expect((await held()).filter((id) => id <= LINKS && !ids.includes(id))).toEqual([]);
	expect(execution.items('Read a Slice').at(-1)?.json).toMatchObject({
		links: ids.length,
		more: false,
	});
});

test('n8n stores no slice: the record of the run holds no link', async () => {
	await post('/reset', { seed: { links: LINKS }, settings: { limit: 0 } });
	const id = await running(walk('still'));
	const { items } = await finished(installation.server.client, id);
	expect(items('Read a Slice').length).toBeGreaterThan(LINKS / SLICE);
	expect(written('still')).toEqual(Array.from({ length: LINKS }, (_, index) => LINKS - index));

	const { data } = await installation.server.client.request<{ data: string }>(
		'GET',
		`/executions/${id}`,
	);
	expect(data).toContain('lowest_id');
	expect(data).not.toContain('www.example.com/page/');
	const { results } = await installation.server.client.request<{
		results: Array<{ mode: string; status: string }>;
	}>('GET', '/executions?limit=100');
	expect(
		results.filter(({ mode, status }) => mode === 'integrated' && status === 'success'),
	).toEqual([]);
});
