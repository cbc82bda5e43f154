/** n8n in queue mode: main and three workers with Redis and PostgreSQL, all with one key. At the end, a worker is killed. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { missingPackages } from '../../sandbox/n8n/backing.ts';
import { stopChildren } from '../../sandbox/n8n/child.ts';
import type { Workflow } from '../../sandbox/n8n/client.ts';
import { type Cluster, startCluster, type Worker } from '../../sandbox/n8n/cluster.ts';
import { type Execution, finished } from '../../sandbox/n8n/executions.ts';
import { FEWER_ISOLATES } from '../support/engine';
import { credentialOf, packedNode, withoutEditor } from '../support/n8n/installation';
import { listedRuns, publication, publish, runsOf, until } from '../support/n8n/published';
import { forEachRow, linkManagement } from '../support/n8n/workflow';
import { describeIfInstalled } from '../support/requiredPrograms';
import { type RunningService, startService, type State } from '../support/service';

const missing = missingPackages();
const suite = describeIfInstalled(
	missing.length > 0
		? `queue mode needs programs that are not here: apt-get install ${missing.join(' ')}`
		: undefined,
);

/** n8n's time limits for a worker that does not respond, scaled like the service's windows. */
const scaled = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

/** As many executions as the workers run at once, so that each worker has its full share. */
const executions = 15;

/**
 * The window's length, in ms: long enough for many creations in sequence, because the workers learn of one another only
 * with each reply.
 */
const WINDOW = 8_000;

interface Row {
	url: string;
	/** Empty: not given. */
	alias: string;
}

type Link = State['links'][number];

/** Of the journal of the service. */
interface Request {
	/** Arrival, in milliseconds since the epoch. */
	at: number;
	status: number;
	method: string;
	body: { url: string };
}

let folder: string;
let service: RunningService;
let cluster: Cluster;
let credential: { id: string; name: string };
beforeAll(async () => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), 'link-management-queue-')));
	service = await startService();
	const environment = { ...scaled, ...withoutEditor, ...FEWER_ISOLATES };
	cluster = await startCluster({ folder, tarball: packedNode(), environment });
	credential = await cluster.main.client.saveCredential(credentialOf(service));
});
afterAll(async () => {
	await cluster?.stop();
	await Promise.all([stopChildren(), service?.stop()]);
	rmSync(folder, { recursive: true, force: true });
});

const reset = async (settings: object) => await service.tell('/reset', { settings });
const journal = async () => await service.control<Request[]>('/requests');
const allLinks = async () => (await service.state()).links;

/** Publishes a workflow that creates a link for each row of its webhook. */
async function publishBulk(id: string, operation: 'create' | 'createOrGet'): Promise<Workflow> {
	const additionalFields = { custom: '={{ $json.alias }}' };
	const parameters = { resource: 'link', operation, url: '={{ $json.url }}', additionalFields };
	const workflow = forEachRow(id, linkManagement('Link', credential, parameters));
	await publish(cluster.main, workflow);
	await publication(cluster.main, workflow);
	return workflow;
}

/** One execution for each group of rows. */
async function startAll({ id }: Workflow, groups: Row[][]): Promise<void> {
	const headers = { 'Content-Type': 'application/json' };
	const start = async (rows: Row[]) => {
		const init = { method: 'POST', headers, body: JSON.stringify({ rows }) };
		expect(await fetch(`${cluster.main.url}/webhook/${id}`, init)).toMatchObject({ ok: true });
	};
	await Promise.all(groups.map(start));
}

/** The runs of the workflow that have not ended, by their IDs. */
async function runsUnderWay(workflow: Workflow): Promise<string[]> {
	const runs = await listedRuns(cluster.main, workflow);
	return runs
		.filter(({ status }) => ['new', 'running', 'waiting'].includes(status))
		.map((run) => run.id);
}

/**
 * All runs of the workflow, when the last has ended. Polls rarely, to leave the machine to the workers.
 *
 * @param except the IDs of runs that are left out and not waited for
 */
async function ended(workflow: Workflow, except: string[] = []): Promise<Execution[]> {
	const isRunning = async () => (await runsUnderWay(workflow)).some((id) => !except.includes(id));
	while (await isRunning()) await sleep(500);
	return await runsOf(cluster.main, workflow, except);
}

/** The result of each row: its long URL, where the reported link really leads, and whether "Create or Get" created it. */
function reportsOf(runs: Execution[], links: Link[]) {
	const target = new Map(links.map(({ alias, longurl }) => [`${service.url}/${alias}`, longurl]));
	return runs.flatMap((run) => {
		const rows = run.items('Rows');
		return run.items('Link').map(({ json }, index) => ({
			url: String(rows[index]?.json.url),
			leadsTo: target.get(String(json.shorturl)),
			created: json.created,
		}));
	});
}

/** Expects that there is one link for each row, and that the runs reported it; gives the reports. */
async function expectEachRowOnce(rows: Row[][], runs: Execution[]) {
	const urls = urlsOf(rows);
	const links = await allLinks();
	expect(links.map(({ longurl }) => longurl).sort()).toEqual(urls);
	const reports = reportsOf(runs, links);
	expect(reports.map(({ url }) => url).sort()).toEqual(urls);
	expect(reports.filter(({ url, leadsTo }) => url !== leadsTo)).toEqual([]);
	return reports;
}

/** Rows for the executions, `each` for each, every second one with an alias. No URL is there twice. */
function rowsFor(name: string, each: number): Row[][] {
	const row = (name: string, index: number): Row => ({
		url: `https://www.example.com/${name}`,
		alias: index % 2 ? name : '',
	});
	const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
	return numbers(executions).map((run) => numbers(each).map((n) => row(`${name}-${run}-${n}`, n)));
}

/** The common part of the URLs of one execution. */
const groupOf = (url: string): string => url.replace(/-\d+$/, '');
const urlsOf = (rows: Row[][]) =>
	rows
		.flat()
		.map(({ url }) => url)
		.sort();

/** The windows that these requests used. A window begins with the first request after the last one ended. */
function windowsOf(requests: Request[]): number {
	let [count, end] = [0, -Infinity];
	for (const { at } of requests) {
		if (at < end) continue;
		count++;
		end = at + WINDOW;
	}
	return count;
}

suite('The three workers', () => {
	test('share the budget of the key over 360 creations, which are all done exactly once', async () => {
		const limit = 30;
		// As a time to go: the node reads a point in time to a second, which would be an eighth of so short a window
		const budget = { limit, window: WINDOW / 1_000, resetFormat: 'seconds' };
		await reset({ ...budget, fractionalSeconds: true });
		const workflow = await publishBulk('budget', 'create');
		const rows = rowsFor('budget', 24);
		await startAll(workflow, rows);
		const runs = await ended(workflow);

		expect(runs.map(({ status }) => status)).toEqual(rows.map(() => 'success'));
		await expectEachRowOnce(rows, runs);

		const worker = new Map(
			cluster.workers.flatMap(({ name, begun }) => begun().map((id) => [id, name])),
		);
		const sender = new Map(
			runs.flatMap((run) => run.items('Rows').map(({ json }) => [json.url, worker.get(run.id)!])),
		);
		const requests = await journal();
		const passed = requests.filter(({ status }) => status !== 429);
		const refused = requests.length - passed.length;
		const windows = windowsOf(passed);
		const senders = passed.slice(0, passed.length / 2).map(({ body }) => sender.get(body.url));
		const shares = cluster.workers.map(
			({ name }) => senders.filter((other) => other === name).length,
		);
		console.info({ requests: requests.length, refused, windows, shares });
		expect(refused).toBeLessThanOrEqual(0.05 * requests.length);
		// counted in windows of the service, because the time depends on the machine's load
		expect(windows).toBeLessThanOrEqual(1.15 * Math.ceil(passed.length / limit));
		expect(shares).toHaveLength(3);
		expect(Math.min(...shares)).toBeGreaterThanOrEqual((2 / 3) * (senders.length / shares.length));
	});
});

suite('A worker is killed during a run', () => {
	const rows = rowsFor('killed', 24);
	let killed: Worker;
	/** The runs during which it is killed, by their IDs. */
	let underWay: string[];
	let made: Link[];
	let reported: ReturnType<typeof reportsOf>;
	let again: Execution[];

	beforeAll(async () => {
		await reset({ limit: 90, window: 1, fractionalSeconds: true });
		// long enough that creations are in flight and most rows are left when the worker is killed
		const slow = { match: { method: 'POST' }, times: 0, fault: { kind: 'latency', ms: 3_000 } };
		await service.tell('/faults', slow);
		const workflow = await publishBulk('killed', 'createOrGet');
		await startAll(workflow, rows);
		await until(
			async () =>
				new Set((await allLinks()).map(({ longurl }) => groupOf(longurl))).size === executions,
		);
		underWay = await runsUnderWay(workflow);
		killed = cluster.workers.find(({ begun }) => begun().some((id) => underWay.includes(id)))!;
		await killed.kill();
		const lost = killed.begun();
		await service.control('/faults', { method: 'DELETE' });

		const runs = await ended(workflow, lost);
		reported = reportsOf(runs, await allLinks());
		// the service still carries out the requests of the killed worker, which has hung up
		await until(async () => {
			const urls = new Set((await allLinks()).map(({ longurl }) => longurl));
			const accepted = (await journal()).filter(
				({ method, status }) => method === 'POST' && status !== 429,
			);
			return accepted.every(({ body }) => urls.has(body.url));
		});
		made = await allLinks();
		await startAll(workflow, rows);
		again = (await ended(workflow, lost)).slice(-executions);
	});

	test('Create or Get finds its links afterwards and creates none twice, with and without an alias', async () => {
		expect(reported.length).toBeLessThan(made.length);
		expect(made.length).toBeLessThan(urlsOf(rows).length);

		const reports = await expectEachRowOnce(rows, again);
		expect(reports.filter(({ created }) => created === false)).toHaveLength(made.length);
	});

	test('its executions fail, and n8n does not run them again', async () => {
		const { client } = cluster.main;
		const all = await Promise.all(underWay.map(async (id) => await finished(client, id)));
		expect(all).toHaveLength(executions);
		const failed = all.filter(({ status }) => status !== 'success');
		expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['error']));
		expect(failed[0]!.error!.message).toMatch(
			/^This execution failed to be processed too many times/,
		);
		expect(killed.begun()).toEqual(expect.arrayContaining(failed.map(({ id }) => id)));
		const begun = cluster.workers.flatMap((worker) => worker.begun());
		for (const { id } of all) expect(begun.filter((each) => each === id)).toHaveLength(1);
	});
});
