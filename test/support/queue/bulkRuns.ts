/** Bulk runs in queue mode: workflows that create links from rows, and their results in n8n and in the service. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { Workflow } from '../../../sandbox/n8n/client.ts';
import type { Execution } from '../../../sandbox/n8n/executions.ts';
import { listedRuns, runsOf } from '../n8n/published';
import type { QueueInstallation } from '../n8n/queueMode';
import { forEachRow, linkManagement } from '../n8n/workflow';

export interface Row {
	url: string;
	/** Empty: not given. */
	alias: string;
}

export interface Link {
	id: number;
	alias: string;
	longurl: string;
}

/** Publishes a workflow that creates a link for each row of its webhook. */
export async function publishBulk(
	installation: QueueInstallation,
	id: string,
	operation: 'create' | 'createOrGet',
): Promise<Workflow> {
	const additionalFields = { custom: '={{ $json.alias }}' };
	const parameters = { resource: 'link', operation, url: '={{ $json.url }}', additionalFields };
	const workflow = forEachRow(id, linkManagement('Link', installation.credential, parameters));
	await installation.publish(workflow);
	return workflow;
}

/** Rows for several executions, `each` for each. No URL is there twice. */
export function rowsFor(
	name: string,
	executions: number,
	each: number,
	withAlias = false,
): Row[][] {
	const row = (name: string): Row => ({
		url: `https://www.example.com/${name}`,
		alias: withAlias ? name : '',
	});
	const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
	return numbers(executions).map((run) => numbers(each).map((n) => row(`${name}-${run}-${n}`)));
}

/** The common part of the URLs of one execution. */
export const groupOf = (url: string): string => url.replace(/-\d+$/, '');

/** One execution for each group of rows. */
export async function startAll(
	installation: QueueInstallation,
	workflow: Workflow,
	groups: Row[][],
): Promise<void> {
	await Promise.all(groups.map(async (rows) => await installation.start(workflow, { rows })));
}

/** The runs of the workflow that have not ended, by their IDs. */
export async function underWay(
	{ cluster: { main } }: QueueInstallation,
	workflow: Workflow,
): Promise<string[]> {
	const runs = await listedRuns(main, workflow);
	return runs
		.filter(({ status }) => ['new', 'running', 'waiting'].includes(status))
		.map((run) => run.id);
}

/**
 * All runs of the workflow, when the last has ended. Polls rarely, to leave the machine to the workers.
 *
 * @param except the IDs of runs that are left out and not waited for
 */
export async function ended(
	installation: QueueInstallation,
	workflow: Workflow,
	except: string[] = [],
): Promise<Execution[]> {
	const isRunning = async () =>
		(await underWay(installation, workflow)).some((id) => !except.includes(id));
	while (await isRunning()) await sleep(500);
	return await runsOf(installation.cluster.main, workflow, except);
}

/** All links of the service. */
export async function linksOf({ service }: QueueInstallation): Promise<Link[]> {
	return (await service.control<{ links: Link[] }>('/state')).links;
}

export interface Report {
	/** The row's long URL. */
	url: string;
	/** Where the link leads that was reported for it. */
	leadsTo: string | undefined;
	/** Of "Create or Get": whether the link was new. */
	created: unknown;
}

/** The result of each row, with the address that its link really leads to. */
export function reportsOf(
	{ service }: QueueInstallation,
	runs: Execution[],
	links: Link[],
): Report[] {
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
