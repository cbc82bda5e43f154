import { setTimeout as sleep } from 'node:timers/promises';

import type { N8nClient, Workflow } from '../../../sandbox/n8n/client.ts';
import { type Execution, finished } from '../../../sandbox/n8n/executions.ts';
import type { N8nServer } from '../../../sandbox/n8n/server.ts';

/** Polls every second: n8n rejects a single cron expression for that, but accepts one for each second of a minute. */
export const everySecond = {
	item: Array.from({ length: 60 }, (_, second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

/** Saves the workflow and has its trigger start it; n8n then sets the trigger up in the background. */
export async function publish({ client }: N8nServer, workflow: Workflow): Promise<void> {
	await client.saveWorkflow(workflow);
	const { versionId } = await client.request<{ versionId: string }>(
		'GET',
		`/workflows/${workflow.id}`,
	);
	await client.request('POST', `/workflows/${workflow.id}/activate`, { versionId });
}

interface Publication {
	status: string;
	triggers: Array<{ status: string; errorMessage: string | null }>;
}

/** The state of the publication, as soon as it has ended. */
export async function publication({ client }: N8nServer, { id }: Workflow): Promise<Publication> {
	const path = `/workflows/${id}/publication-status`;
	for (;;) {
		const publication = await client.request<Publication>('GET', path);
		if (publication.status !== 'in_progress') return publication;
		await sleep(100);
	}
}

export async function unpublish({ client }: N8nServer, { id }: Workflow): Promise<void> {
	await client.request('POST', `/workflows/${id}/deactivate`, {});
}

/** The runs of a workflow as they are listed under Executions. */
export async function listedRuns({ client }: N8nServer, { id }: Workflow) {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
	type Listed = { results: Array<{ id: string; status: string }> };
	const path = `/executions?limit=100&filter=${filter}`;
	return (await client.request<Listed>('GET', path)).results;
}

/** The runs that have been read: n8n takes as long to read a run as to poll, and a run that has ended stays as it is. */
const readRuns = new WeakMap<N8nClient, Map<number, Promise<Execution>>>();

/**
 * All runs of a workflow, the oldest first, each at its end.
 *
 * @param except the IDs of runs that are left out
 */
export async function runsOf(
	server: N8nServer,
	workflow: Workflow,
	except: string[] = [],
): Promise<Execution[]> {
	const { client } = server;
	const ids = (await listedRuns(server, workflow))
		.filter(({ id }) => !except.includes(id))
		.map((run) => Number(run.id))
		.sort((a, b) => a - b);
	const read = readRuns.get(client) ?? new Map<number, Promise<Execution>>();
	readRuns.set(client, read);
	for (const id of ids) if (!read.has(id)) read.set(id, finished(client, String(id)));
	return await Promise.all(ids.map(async (id) => await read.get(id)!));
}

/** Waits for a condition, as long as the test may last. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
	while (!(await isSo())) await sleep(100);
}
