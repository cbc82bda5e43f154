/** Runs a workflow in the server, as its "Execute workflow" button does, and reads the output. */
import { setTimeout as sleep } from 'node:timers/promises';

import { parse } from 'flatted';

import type { N8nClient } from './client.ts';

export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, unknown>;
	error?: { message: string; description?: string };
	pairedItem?: unknown;
}

/** A finished run. */
export interface Execution {
	id: string;
	status: string;
	startedAt: string;
	stoppedAt: string;
	/** The error that stopped it, if any. */
	error?: { message: string; description?: string; node?: { name: string } };
	/** The items of one output of a node, of all its runs. */
	items(nodeName: string, output?: number): Item[];
}

/** Starts the workflow at its trigger. The run appears under Executions. */
export async function startWorkflow(
	client: N8nClient,
	workflowId: string,
	trigger: string,
): Promise<string> {
	// n8n 1 needs the workflow; later versions use the stored one
	const workflowData = await client.request('GET', `/workflows/${workflowId}`);
	const body = { workflowData, triggerToStartFrom: { name: trigger } };
	const { executionId } = await client.request<{ executionId: string }>(
		'POST',
		`/workflows/${workflowId}/run`,
		body,
	);
	return executionId;
}

/** Time between two looks at a run, in ms: the first, and the longest. n8n takes as long to answer as to run some nodes. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [200, 2_000];

/** Waits for the end of a run without a time limit, and calls `onWait` while it lasts. */
export async function finished(
	client: N8nClient,
	id: string,
	onWait?: () => Promise<void>,
): Promise<Execution> {
	for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 1.5)) {
		const { status } = await stored(client, id);
		if (!['new', 'running', 'waiting', 'unknown'].includes(status))
			return read(await stored(client, id));
		await onWait?.();
		await sleep(pause);
	}
}

/** Runs the workflow to its end. */
export async function runWorkflow(
	client: N8nClient,
	workflowId: string,
	trigger: string,
): Promise<Execution> {
	return await finished(client, await startWorkflow(client, workflowId, trigger));
}

async function stored(client: N8nClient, id: string): Promise<StoredExecution> {
	return await client.request<StoredExecution>('GET', `/executions/${id}`);
}

function read({ id, status, startedAt, stoppedAt, data }: StoredExecution): Execution {
	const { resultData } = parse(data) as RunData;
	return {
		id,
		status,
		startedAt,
		stoppedAt,
		error: resultData.error,
		items: (nodeName, output = 0) =>
			(resultData.runData[nodeName] ?? []).flatMap((run) => run.data?.main[output] ?? []),
	};
}

interface StoredExecution {
	id: string;
	status: string;
	startedAt: string;
	stoppedAt: string;
	/** In the format of the package "flatted". */
	data: string;
}

interface RunData {
	resultData: {
		error?: Execution['error'];
		runData: Record<string, Array<{ data?: { main: Array<Item[] | null> } }>>;
	};
}
