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

/** Rows for several executions, `each` for each, every second one with an alias. No URL is there twice. */
function rowsFor(name: string, executions: number, each: number): Row[][] {
	const row = (name: string, index: number): Row => ({
		url: `https://www.example.com/${name}`,
		alias: index % 2 ? name : '',
	});
	const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
	return numbers(executions).map((run) => numbers(each).map((n) => row(`${name}-${run}-${n}`, n)));
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

suite('A worker is killed during a run', () => {
	const rows = rowsFor('killed', executions, 24);
	let killed: Worker;
	/** The runs during which it is killed, by their IDs. */
	let underWay: string[];
	let made: Link[];
	let reported: Report[];
	let again: Execution[];

	beforeAll(async () => {
		await reset({ limit: 90, window: 1, fractionalSeconds: true });
		// long enough that creations are in flight and most rows are left when the worker is killed
		const slow = { match: { method: 'POST' }, times: 0, fault: { kind: 'latency', ms: 3_000 } };
		await queue.service.tell('/faults', slow);
		const workflow = await queue.publishBulk('killed', 'createOrGet');
		await queue.startAll(workflow, rows);
		await until(
			async () =>
				new Set((await queue.links()).map(({ longurl }) => groupOf(longurl))).size === executions,
		);
		underWay = await queue.underWay(workflow);
		killed = queue.cluster.workers.find(({ begun }) =>
			begun().some((id) => underWay.includes(id)),
		)!;
		await killed.kill();
		const lost = killed.begun();
		await queue.service.control('/faults', { method: 'DELETE' });

		const runs = await queue.ended(workflow, lost);
		reported = queue.reportsOf(runs, await queue.links());
		// the service still carries out the requests of the killed worker, which has hung up
		await until(async () => {
			const urls = new Set((await queue.links()).map(({ longurl }) => longurl));
			const accepted = (await journal()).filter(
				({ method, status }) => method === 'POST' && status !== 429,
			);
			return accepted.every(({ body }) => urls.has(body.url));
		});
		made = await queue.links();
		await queue.startAll(workflow, rows);
		again = (await queue.ended(workflow, lost)).slice(-executions);
	});

	test('Create or Get finds its links afterwards and creates none twice, with and without an alias', async () => {
		expect(reported.length).toBeLessThan(made.length);
		expect(made.length).toBeLessThan(urlsOf(rows).length);

		const links = await queue.links();
		expect(sorted(links.map(({ longurl }) => longurl))).toEqual(urlsOf(rows));
		const reports = queue.reportsOf(again, links);
		expect(sorted(reports.map(({ url }) => url))).toEqual(urlsOf(rows));
		expect(reports.filter(({ url, leadsTo }) => url !== leadsTo)).toEqual([]);
		expect(reports.filter(({ created }) => created === false)).toHaveLength(made.length);
	});

	test('its executions fail, and n8n does not run them again', async () => {
		const { client } = queue.cluster.main;
		const all = await Promise.all(underWay.map(async (id) => await finished(client, id)));
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
