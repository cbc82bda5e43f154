/** Bulk runs in queue mode: workflows that make links of rows, and what came of them at n8n and at the service. */
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

/** A published workflow that makes a link of each row it is sent. */
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

/** Rows for some executions, so many for each; no URL is there twice. */
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

/** What the URLs of one execution's rows have in common. */
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

/** All runs of the workflow when the last has ended. Asks seldom, as the workers are to have the machine. */
export async function ended(
	installation: QueueInstallation,
	workflow: Workflow,
): Promise<Execution[]> {
	while ((await underWay(installation, workflow)).length > 0) await sleep(500);
	return await runsOf(installation.cluster.main, workflow);
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

/** What the runs say about each of their rows, against the links there are. */
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
