/** n8n in queue mode: the link service beside main, workers, Redis and PostgreSQL, and bulk runs that create links from rows. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { missingPackages } from '../../../sandbox/n8n/backing.ts';
import { stopChildren } from '../../../sandbox/n8n/child.ts';
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { type Cluster, startCluster } from '../../../sandbox/n8n/cluster.ts';
import type { Execution } from '../../../sandbox/n8n/executions.ts';
import { FEWER_ISOLATES } from '../engine';
import { type RunningService, startService, type State } from '../service';
import { credentialOf, packedNode, withoutEditor } from './installation';
import { listedRuns, publication, publish, runsOf } from './published';
import { forEachRow, linkManagement } from './workflow';

/** n8n's time limits for a worker that does not respond, scaled like the service's windows. */
const scaled = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

export interface Row {
	url: string;
	/** Empty: not given. */
	alias: string;
}

export type Link = State['links'][number];

export interface Report {
	/** The row's long URL. */
	url: string;
	/** Where the link leads that was reported for it. */
	leadsTo: string | undefined;
	/** Of "Create or Get": whether the link was new. */
	created: unknown;
}

/** What to install before queue mode can be tested; undefined when nothing is missing. */
export function whatIsMissing(): string | undefined {
	const missing = missingPackages();
	return missing.length > 0
		? `queue mode needs programs that are not here: apt-get install ${missing.join(' ')}`
		: undefined;
}

export class QueueMode {
	private constructor(
		readonly service: RunningService,
		readonly cluster: Cluster,
		private readonly credential: { id: string; name: string },
		private readonly end: () => Promise<void>,
	) {}

	static async start(): Promise<QueueMode> {
		const folder = realpathSync(mkdtempSync(join(tmpdir(), 'link-management-queue-')));
		const service = await startService();
		const end = async () => {
			await Promise.all([stopChildren(), service.stop()]);
			rmSync(folder, { recursive: true, force: true });
		};
		try {
			const environment = { ...scaled, ...withoutEditor, ...FEWER_ISOLATES };
			const cluster = await startCluster({ folder, tarball: packedNode(), environment });
			const credential = await cluster.main.client.saveCredential(credentialOf(service));
			return new QueueMode(service, cluster, credential, end);
		} catch (error) {
			await end();
			throw error;
		}
	}

	async stop(): Promise<void> {
		await this.cluster.stop();
		await this.end();
	}

	/** Publishes a workflow that creates a link for each row of its webhook. */
	async publishBulk(id: string, operation: 'create' | 'createOrGet'): Promise<Workflow> {
		const additionalFields = { custom: '={{ $json.alias }}' };
		const parameters = { resource: 'link', operation, url: '={{ $json.url }}', additionalFields };
		const workflow = forEachRow(id, linkManagement('Link', this.credential, parameters));
		await publish(this.cluster.main, workflow);
		await publication(this.cluster.main, workflow);
		return workflow;
	}

	/** One execution for each group of rows. */
	async startAll({ id }: Workflow, groups: Row[][]): Promise<void> {
		const headers = { 'Content-Type': 'application/json' };
		const start = async (rows: Row[]) => {
			const init = { method: 'POST', headers, body: JSON.stringify({ rows }) };
			const response = await fetch(`${this.cluster.main.url}/webhook/${id}`, init);
			if (!response.ok)
				throw new Error(`The webhook answered ${response.status}: ${await response.text()}`);
		};
		await Promise.all(groups.map(start));
	}

	/** The runs of the workflow that have not ended, by their IDs. */
	async underWay(workflow: Workflow): Promise<string[]> {
		const runs = await listedRuns(this.cluster.main, workflow);
		return runs
			.filter(({ status }) => ['new', 'running', 'waiting'].includes(status))
			.map((run) => run.id);
	}

	/**
	 * All runs of the workflow, when the last has ended. Polls rarely, to leave the machine to the workers.
	 *
	 * @param except the IDs of runs that are left out and not waited for
	 */
	async ended(workflow: Workflow, except: string[] = []): Promise<Execution[]> {
		const isRunning = async () =>
			(await this.underWay(workflow)).some((id) => !except.includes(id));
		while (await isRunning()) await sleep(500);
		return await runsOf(this.cluster.main, workflow, except);
	}

	/** All links of the service. */
	async links(): Promise<Link[]> {
		return (await this.service.state()).links;
	}

	/** The result of each row, with the address that its link really leads to. */
	reportsOf(runs: Execution[], links: Link[]): Report[] {
		const { url } = this.service;
		const target = new Map(links.map(({ alias, longurl }) => [`${url}/${alias}`, longurl]));
		return runs.flatMap((run) => {
			const rows = run.items('Rows');
			return run.items('Link').map(({ json }, index) => ({
				url: String(rows[index]?.json.url),
				leadsTo: target.get(String(json.shorturl)),
				created: json.created,
			}));
		});
	}
}
