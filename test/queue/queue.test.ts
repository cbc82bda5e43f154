/** n8n in queue mode: main and three workers with Redis and PostgreSQL, all with one key. At the end, a worker is killed. */
import type { Worker } from '../../sandbox/n8n/cluster.ts';
import { type Execution, finished } from '../../sandbox/n8n/executions.ts';
import { until } from '../support/n8n/published';
import {
	type Link,
	QueueMode,
	type Report,
	type Row,
	whatIsMissing,
} from '../support/n8n/queueMode';
import { describeIfInstalled } from '../support/requiredPrograms';

const suite = describeIfInstalled(whatIsMissing());

/** As many executions as the workers run at once, so that each worker has its full share. */
const executions = 15;

/** Bounds of the window's length, in ms: the other tests may load the machine later, and the test must not last too long. */
const [SHORTEST, LONGEST] = [6_000, 8_000];
/**
 * A window must be long enough for so many groups of ten rows in sequence, because the workers learn of one another
 * only with each reply.
 */
const GROUPS = 10;

/** Of the journal of the service. */
interface Request {
	/** Arrival, in milliseconds since the epoch. */
	at: number;
	/** Milliseconds until it was answered. */
	ms: number;
	status: number;
	method: string;
	body: { url: string };
}

let queue: QueueMode;

const reset = async (settings: object) => await queue.service.tell('/reset', { settings });
const journal = async () => await queue.service.control<Request[]>('/requests');

/** Rows for several executions, `each` for each. No URL is there twice. */
function rowsFor(name: string, executions: number, each: number, withAlias = false): Row[][] {
	const row = (name: string): Row => ({
		url: `https://www.example.com/${name}`,
		alias: withAlias ? name : '',
	});
	const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
	return numbers(executions).map((run) => numbers(each).map((n) => row(`${name}-${run}-${n}`)));
}

/** The common part of the URLs of one execution. */
const groupOf = (url: string): string => url.replace(/-\d+$/, '');
const sorted = (urls: string[]) => [...urls].sort();
const urlsOf = (rows: Row[][]) => sorted(rows.flat().map(({ url }) => url));

beforeAll(async () => {
	queue = await QueueMode.start();
});
afterAll(async () => await queue?.stop());

/** How long each group of rows took, from its first request to its last answer, in ms; the shortest first. */
function timesByGroup(requests: Request[]): number[] {
	const groups = new Map<string, Request[]>();
	for (const request of requests) {
		const group = groupOf(request.body.url);
		groups.set(group, [...(groups.get(group) ?? []), request]);
	}
	return [...groups.values()]
		.map((group) => Math.max(...group.map(({ at, ms }) => at + ms)) - group[0]!.at)
		.sort((a, b) => a - b);
}

/** The windows that these requests used. A window begins with the first request after the last one ended. */
function windowsOf(requests: Request[], length: number): number {
	let [count, end] = [0, -Infinity];
	for (const { at } of requests) {
		if (at < end) continue;
		count++;
		end = at + length;
	}
	return count;
}

/** The window's length for this machine at its current load, in ms. */
async function windowOfThisMachine(): Promise<number> {
	await reset({ limit: 0 });
	const workflow = await queue.publishBulk('burst', 'create');
	await queue.startAll(workflow, rowsFor('burst', executions, 10));
	await queue.ended(workflow);
	const times = timesByGroup(await journal());
	const middle = times[Math.floor(times.length / 2)]!;
	return Math.round(Math.min(LONGEST, Math.max(SHORTEST, GROUPS * middle)));
}

suite('The three workers', () => {
	test('share the budget of the key over 450 creations, which are all done exactly once', async () => {
		const limit = 30;
		const window = await windowOfThisMachine();
		await reset({ limit, window: window / 1_000, fractionalSeconds: true });
		const workflow = await queue.publishBulk('budget', 'create');
		const rows = rowsFor('budget', executions, 30);
		await queue.startAll(workflow, rows);
		const runs = await queue.ended(workflow);

		expect(runs.map(({ status }) => status)).toEqual(rows.map(() => 'success'));
		const links = await queue.links();
		expect(sorted(links.map(({ longurl }) => longurl))).toEqual(urlsOf(rows));
		const reports = queue.reportsOf(runs, links);
		expect(sorted(reports.map(({ url }) => url))).toEqual(urlsOf(rows));
		expect(reports.filter(({ url, leadsTo }) => url !== leadsTo)).toEqual([]);

		const worker = new Map(
			queue.cluster.workers.flatMap(({ name, begun }) => begun().map((id) => [id, name])),
		);
		const sender = new Map(
			runs.flatMap((run) => run.items('Rows').map(({ json }) => [json.url, worker.get(run.id)!])),
		);
		const requests = await journal();
		const passed = requests.filter(({ status }) => status !== 429);
		const refused = requests.length - passed.length;
		const windows = windowsOf(passed, window);
		const senders = passed.slice(0, passed.length / 2).map(({ body }) => sender.get(body.url));
		const shares = queue.cluster.workers.map(
			({ name }) => senders.filter((other) => other === name).length,
		);
		console.info({ window, requests: requests.length, refused, windows, shares });
		expect(refused).toBeLessThanOrEqual(0.05 * requests.length);
		// counted in windows of the service, because the time depends on the machine's load
		expect(windows).toBeLessThanOrEqual(1.15 * Math.ceil(passed.length / limit));
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
		return (await queue.links()).filter(({ longurl }) => wanted.includes(longurl));
	};

	beforeAll(async () => {
		await reset({ limit: 90, window: 1, fractionalSeconds: true });
		// long enough that creations are in flight and most rows are left when the worker is killed
		const slow = { match: { method: 'POST' }, times: 0, fault: { kind: 'latency', ms: 3_000 } };
		await queue.service.tell('/faults', slow);
		const workflows = {
			createOrGet: await queue.publishBulk('createOrGet', 'createOrGet'),
			create: await queue.publishBulk('create', 'create'),
		};
		for (const operation of operations) await queue.startAll(workflows[operation], rows[operation]);
		const isWith = ({ begun }: Worker, ids: string[]) => ids.some((id) => begun().includes(id));
		const running = async () =>
			await Promise.all(
				operations.map(async (operation) => await queue.underWay(workflows[operation])),
			);
		const started = await running();
		await until(async () =>
			queue.cluster.workers.some((worker) => started.every((ids) => isWith(worker, ids))),
		);
		killed = queue.cluster.workers.find((worker) => started.every((ids) => isWith(worker, ids)))!;
		await until(
			async () =>
				new Set((await queue.links()).map(({ longurl }) => groupOf(longurl))).size === executions,
		);
		bulkRuns.push(...(await running()).flat());
		await killed.kill();
		const lost = killed.begun();
		await queue.service.control('/faults', { method: 'DELETE' });

		for (const operation of operations) {
			const runs = await queue.ended(workflows[operation], lost);
			reported[operation] = queue.reportsOf(runs, await queue.links());
		}
		// the service still carries out the requests of the killed worker, which has hung up
		await until(async () => {
			const urls = new Set((await queue.links()).map(({ longurl }) => longurl));
			const accepted = (await journal()).filter(
				({ method, status }) => method === 'POST' && status !== 429,
			);
			return accepted.every(({ body }) => urls.has(body.url));
		});
		for (const operation of operations) made[operation] = await linksFor(operation);
		for (const operation of operations)
			await queue.startAll(workflows.createOrGet, rows[operation]);
		const runs = (await queue.ended(workflows.createOrGet, lost)).slice(-executions);
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
			const reports = queue.reportsOf(again[operation], links);
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
		const { client } = queue.cluster.main;
		const all = await Promise.all(bulkRuns.map(async (id) => await finished(client, id)));
		expect(all).toHaveLength(executions);
		const failed = all.filter(({ status }) => status !== 'success');
		expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['error']));
		expect(failed[0]!.error!.message).toMatch(
			/^This execution failed to be processed too many times/,
		);
		expect(killed.begun()).toEqual(expect.arrayContaining(failed.map(({ id }) => id)));
		const begun = queue.cluster.workers.flatMap((worker) => worker.begun());
		for (const { id } of all) expect(begun.filter((each) => each === id)).toHaveLength(1);
	});
});
