/** n8n in queue mode: main and three workers with Redis and PostgreSQL, all with one key. */
import type { Workflow } from '../../sandbox/n8n/client.ts';
import type { Worker } from '../../sandbox/n8n/cluster.ts';
import type { Execution } from '../../sandbox/n8n/executions.ts';
import { until } from '../support/n8n/published';
import { type QueueInstallation, startQueueMode, whatIsMissing } from '../support/n8n/queueMode';
import { type Request, spending, timesByGroup } from '../support/queue/budgetUse';
import {
	ended,
	groupOf,
	linksOf,
	publishBulk,
	reportsOf,
	type Row,
	rowsFor,
	startAll,
	underWay,
} from '../support/queue/bulkRuns';
import { describeIfInstalled } from '../support/requiredPrograms';

const suite = describeIfInstalled(whatIsMissing());

/** As many executions as the workers run at once, so that each worker has its full share. */
const executions = 15;

/** Bounds of the window's length, in ms: on an idle machine, and so that the test does not last too long. */
const [SHORTEST, LONGEST] = [4_000, 6_000];
/**
 * A window must be long enough for so many groups of ten rows in sequence, because the workers learn of one another
 * only with each reply.
 */
const GROUPS = 10;

let installation: QueueInstallation;

const reset = async (settings: object) =>
	await installation.service.control('/reset', { method: 'POST', body: { settings } });
const sorted = (urls: string[]) => [...urls].sort();
const urlsOf = (rows: Row[][]) => sorted(rows.flat().map(({ url }) => url));

beforeAll(async () => {
	installation = await startQueueMode();
}, 300_000);
afterAll(async () => await installation?.stop());

/** The window's length for this machine at its current load, in ms. */
async function windowOfThisMachine(): Promise<number> {
	await reset({ limit: 0 });
	const workflow = await publishBulk(installation, 'burst', 'create');
	await startAll(installation, workflow, rowsFor('burst', executions, 10));
	await ended(installation, workflow);
	const times = timesByGroup(await installation.service.control<Request[]>('/requests'));
	const middle = times[Math.floor(times.length / 2)]!;
	return Math.round(Math.min(LONGEST, Math.max(SHORTEST, GROUPS * middle)));
}

suite('Three workers with one key', () => {
	test('share its budget over 600 creations, which are all done exactly once', async () => {
		const limit = 30;
		const window = await windowOfThisMachine();
		await reset({ limit, window: window / 1_000, fractionalSeconds: true });
		const workflow = await publishBulk(installation, 'budget', 'create');
		const rows = rowsFor('budget', executions, 40);
		await startAll(installation, workflow, rows);
		const runs = await ended(installation, workflow);

		expect(runs.map(({ status }) => status)).toEqual(rows.map(() => 'success'));
		const links = await linksOf(installation);
		expect(sorted(links.map(({ longurl }) => longurl))).toEqual(urlsOf(rows));
		const reports = reportsOf(installation, runs, links);
		expect(sorted(reports.map(({ url }) => url))).toEqual(urlsOf(rows));
		expect(reports.filter(({ url, leadsTo }) => url !== leadsTo)).toEqual([]);

		const worker = new Map(
			installation.cluster.workers.flatMap(({ name, begun }) => begun().map((id) => [id, name])),
		);
		const sender = new Map(
			runs.flatMap((run) => run.items('Rows').map(({ json }) => [json.url, worker.get(run.id)!])),
		);
		const journal = await installation.service.control<Request[]>('/requests');
		const spent = spending(journal, limit, window, (url) => sender.get(url)!);
		console.info({ window, ...spent });
		expect(spent.refused).toBeLessThanOrEqual(0.05 * spent.requests);
		// counted in windows of the service, because the time depends on the machine's load
		expect(spent.windows).toBeLessThanOrEqual(1.15 * spent.leastWindows);
		const shares = installation.cluster.workers.map(({ name }) => spent.firstHalf[name] ?? 0);
		expect(Math.min(...shares)).toBeGreaterThanOrEqual((2 / 3) * (300 / shares.length));
	}, 600_000);
});

suite('A worker that is killed during a run', () => {
	const rows = { createOrGet: rowsFor('derived', 8, 24), create: rowsFor('given', 7, 24, true) };
	const operations = ['createOrGet', 'create'] as const;
	const workflows = {} as Record<keyof typeof rows, Workflow>;
	const runs = {} as Record<keyof typeof rows, Execution[]>;
	let killed: Worker;

	beforeAll(async () => {
		await reset({ limit: 90, window: 1, fractionalSeconds: true });
		// long enough that creations are in flight and most rows are left when the worker is killed
		const slow = { match: { method: 'POST' }, times: 0, fault: { kind: 'latency', ms: 3_000 } };
		await installation.service.control('/faults', { method: 'POST', body: slow });
		for (const operation of operations)
			workflows[operation] = await publishBulk(installation, operation, operation);
		for (const operation of operations)
			await startAll(installation, workflows[operation], rows[operation]);
		const isWith = ({ begun }: Worker, ids: string[]) => ids.some((id) => begun().includes(id));
		const started = await Promise.all(
			operations.map(async (operation) => await underWay(installation, workflows[operation])),
		);
		await until(async () =>
			installation.cluster.workers.some((worker) => started.every((ids) => isWith(worker, ids))),
		);
		killed = installation.cluster.workers.find((worker) =>
			started.every((ids) => isWith(worker, ids)),
		)!;
		await until(
			async () =>
				new Set((await linksOf(installation)).map(({ longurl }) => groupOf(longurl))).size ===
				executions,
		);
		await killed.kill();
		await installation.service.control('/faults', { method: 'DELETE' });
		for (const operation of operations)
			runs[operation] = await ended(installation, workflows[operation]);
	}, 300_000);

	test('its executions fail, and n8n does not run them again', () => {
		const all = [...runs.createOrGet, ...runs.create];
		const failed = all.filter(({ status }) => status !== 'success');
		expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['error']));
		expect(failed[0]!.error!.message).toMatch(
			/^This execution failed to be processed too many times/,
		);
		expect(killed.begun()).toEqual(expect.arrayContaining(failed.map(({ id }) => id)));
		const begun = installation.cluster.workers.flatMap((worker) => worker.begun());
		for (const { id } of all) expect(begun.filter((each) => each === id)).toHaveLength(1);
	});

	test.each(operations)(
		'Create or Get finds the links of its %s and creates none twice',
		async (operation) => {
			const wanted = urlsOf(rows[operation]);
			const mine = async () =>
				(await linksOf(installation)).filter(({ longurl }) => wanted.includes(longurl));
			const made = await mine();
			const known = reportsOf(installation, runs[operation], made);
			expect(known.length).toBeLessThan(made.length);
			expect(made.length).toBeLessThan(wanted.length);

			await startAll(installation, workflows.createOrGet, rows[operation]);
			const again = (await ended(installation, workflows.createOrGet)).slice(
				-rows[operation].length,
			);
			const links = await mine();
			expect(sorted(links.map(({ longurl }) => longurl))).toEqual(wanted);
			const reports = reportsOf(installation, again, links);
			expect(sorted(reports.map(({ url }) => url))).toEqual(wanted);
			expect(reports.filter(({ url, leadsTo }) => url !== leadsTo)).toEqual([]);
			expect(reports.filter(({ created }) => created === false)).toHaveLength(made.length);
		},
	);
});
