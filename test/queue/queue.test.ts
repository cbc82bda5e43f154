/** n8n in queue mode: main and three workers with Redis and PostgreSQL, all with one key. At the end, a worker is killed. */
import type { Worker } from '../../sandbox/n8n/cluster.ts';
import { type Execution, finished } from '../../sandbox/n8n/executions.ts';
import { until } from '../support/n8n/published';
import { type QueueInstallation, startQueueMode, whatIsMissing } from '../support/n8n/queueMode';
import { type Request, spending, timesByGroup } from '../support/queue/budgetUse';
import {
	ended,
	groupOf,
	type Link,
	linksOf,
	publishBulk,
	type Report,
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

/** Of the service's counts. */
interface Traffic {
	inFlight: number;
}

let installation: QueueInstallation;

const reset = async (settings: object) => await installation.service.tell('/reset', { settings });
const sorted = (urls: string[]) => [...urls].sort();
const urlsOf = (rows: Row[][]) => sorted(rows.flat().map(({ url }) => url));

beforeAll(async () => {
	installation = await startQueueMode();
});
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

suite('The three workers', () => {
	test('share the budget of the key over 450 creations, which are all done exactly once', async () => {
		const limit = 30;
		const window = await windowOfThisMachine();
		await reset({ limit, window: window / 1_000, fractionalSeconds: true });
		const workflow = await publishBulk(installation, 'budget', 'create');
		const rows = rowsFor('budget', executions, 30);
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
		expect(shares).toHaveLength(3);
		expect(Math.min(...shares)).toBeGreaterThanOrEqual((2 / 3) * (225 / shares.length));
	});
});

/** The rows of the runs during which the worker is killed, by the operation. */
const rows = { createOrGet: rowsFor('derived', 8, 24), create: rowsFor('given', 7, 24, true) };
const operations = ['createOrGet', 'create'] as const;
let killed: Worker;
/** These runs, by their IDs. */
const bulkRuns: string[] = [];

suite('A worker is killed during a run', () => {
	const made = {} as Record<keyof typeof rows, Link[]>;
	const reported = {} as Record<keyof typeof rows, Report[]>;
	const again = {} as Record<keyof typeof rows, Execution[]>;

	const linksFor = async (operation: keyof typeof rows) => {
		const wanted = urlsOf(rows[operation]);
		return (await linksOf(installation)).filter(({ longurl }) => wanted.includes(longurl));
	};

	beforeAll(async () => {
		await reset({ limit: 90, window: 1, fractionalSeconds: true });
		// long enough that creations are in flight and most rows are left when the worker is killed
		const slow = { match: { method: 'POST' }, times: 0, fault: { kind: 'latency', ms: 3_000 } };
		await installation.service.tell('/faults', slow);
		const workflows = {
			createOrGet: await publishBulk(installation, 'createOrGet', 'createOrGet'),
			create: await publishBulk(installation, 'create', 'create'),
		};
		for (const operation of operations)
			await startAll(installation, workflows[operation], rows[operation]);
		const isWith = ({ begun }: Worker, ids: string[]) => ids.some((id) => begun().includes(id));
		const running = async () =>
			await Promise.all(
				operations.map(async (operation) => await underWay(installation, workflows[operation])),
			);
		const started = await running();
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
		bulkRuns.push(...(await running()).flat());
		await killed.kill();
		const lost = killed.begun();
		await installation.service.control('/faults', { method: 'DELETE' });

		for (const operation of operations) {
			const runs = await ended(installation, workflows[operation], lost);
			reported[operation] = reportsOf(installation, runs, await linksOf(installation));
		}
		// the service still answers the requests of the killed worker
		await until(async () => (await installation.service.control<Traffic>('/stats')).inFlight === 0);
		for (const operation of operations) made[operation] = await linksFor(operation);
		for (const operation of operations)
			await startAll(installation, workflows.createOrGet, rows[operation]);
		const runs = (await ended(installation, workflows.createOrGet, lost)).slice(-executions);
		again.createOrGet = runs.slice(0, rows.createOrGet.length);
		again.create = runs.slice(rows.createOrGet.length);
	});

	test.each(operations)(
		'Create or Get finds the links of its %s and creates none twice',
		async (operation) => {
			const wanted = urlsOf(rows[operation]);
			expect(reported[operation].length).toBeLessThan(made[operation].length);
			expect(made[operation].length).toBeLessThan(wanted.length);

			const links = await linksFor(operation);
			expect(sorted(links.map(({ longurl }) => longurl))).toEqual(wanted);
			const reports = reportsOf(installation, again[operation], links);
			expect(sorted(reports.map(({ url }) => url))).toEqual(wanted);
			expect(reports.filter(({ url, leadsTo }) => url !== leadsTo)).toEqual([]);
			expect(reports.filter(({ created }) => created === false)).toHaveLength(
				made[operation].length,
			);
		},
	);
});

suite('The executions of the killed worker', () => {
	test('fail, and n8n does not run them again', async () => {
		const { client } = installation.cluster.main;
		const all = await Promise.all(bulkRuns.map(async (id) => await finished(client, id)));
		expect(all).toHaveLength(executions);
		const failed = all.filter(({ status }) => status !== 'success');
		expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['error']));
		expect(failed[0]!.error!.message).toMatch(
			/^This execution failed to be processed too many times/,
		);
		expect(killed.begun()).toEqual(expect.arrayContaining(failed.map(({ id }) => id)));
		const begun = installation.cluster.workers.flatMap((worker) => worker.begun());
		for (const { id } of all) expect(begun.filter((each) => each === id)).toHaveLength(1);
	});
});
