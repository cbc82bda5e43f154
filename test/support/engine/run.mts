/** Runs a workflow "Input → node" with n8n's own WorkflowExecute. */
import { additionalData, type Host, nodeOf } from './context.mts';
import { lines } from './logs.mts';
import { measured } from './measure.mts';
import type { Loose } from './n8n.mts';
import { newRunData } from './older.mts';
import type { ItemReply, Json, Leak, RunReply, RunRequest } from './protocol.ts';
import { errorReply, itemReply, plain } from './replies.mts';

const NODE = 'Link Management';
const INPUT = 'Input';

/** A run that has begun. */
export interface Started {
	/** The finished run, as n8n's IRun */
	finished: Promise<Loose>;
	cancel(): void;
}

/** Starts an execution whose first node is given the items. A workflow that n8n refuses to start is a failed run. */
export function execute(
	host: Host,
	workflow: Loose,
	surroundings: Loose,
	mode: string,
	items: Array<Json | null>,
	files?: Json,
): Started {
	const { core } = host.n8n;
	const first = {
		node: workflow.getNode(INPUT),
		data: {
			main: [items.map((json) => ({ ...(json && { json }), ...(files && { binary: files }) }))],
		},
		source: null,
	};
	const runData = newRunData(host.n8n, [first]);
	surroundings.hooks = new core.ExecutionLifecycleHooks(mode, '1', workflow);
	try {
		const execution = new core.WorkflowExecute(surroundings, mode, runData).processRunExecutionData(
			workflow,
		);
		return { finished: execution, cancel: () => execution.cancel() };
	} catch (error) {
		const finished = { status: 'error', data: { resultData: { runData: {}, error } } };
		return { finished: Promise.resolve(finished), cancel: () => undefined };
	}
}

/** A workflow in which the Input node leads to the given node. */
export function workflowOf(
	host: Host,
	nodeTypes: Loose,
	nodes: Loose[],
	more: Json,
	workflowId = '1',
): Loose {
	const input = {
		id: INPUT,
		name: INPUT,
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const leadsTo = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	return new host.n8n.workflow.Workflow({
		id: workflowId,
		name: 'Test',
		nodes: [input, ...nodes],
		connections: { [INPUT]: leadsTo(nodes[0].name), ...more },
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
	});
}

/** Runs the node once for all items. `onStart` gets a handle to stop the run. */
export async function run(
	host: Host,
	request: RunRequest,
	onStart: (started: Started) => void,
): Promise<RunReply> {
	const mode = request.mode ?? 'trigger';
	const messages: unknown[] = [];
	const sendDataToUI = (_: string, data: unknown) => messages.push(data);
	const node = { ...nodeOf(host, request, NODE), ...request.settings };
	const nodeTypes = host.types.nodeTypes(request.entryPoint);
	const workflow = workflowOf(host, nodeTypes, [node], {}, request.workflowId);
	if (request.staticData) workflow.staticData = { [`node:${NODE}`]: { ...request.staticData } };
	const surroundings = additionalData(host, request, { sendDataToUI, pushRef: 'test' });
	const logs = lines();
	const work = async () => {
		const { items = [{}], files } = request;
		const started = execute(host, workflow, surroundings, mode, items, files);
		onStart(started);
		const timer =
			request.cancelAfter === undefined
				? undefined
				: setTimeout(() => started.cancel(), request.cancelAfter);
		return await started.finished.finally(() => clearTimeout(timer));
	};
	const [finished, measures] = request.isMeasured ? await measured(work) : [await work()];
	const record = recordOf(host, finished);
	const reply = await runReply(host, finished, request.keep);
	const traces = { record, logs: logs().join('\n'), messages: JSON.stringify(messages) };
	const leaks = leaksOf(request, traces);
	return {
		...reply,
		recordLength: record.length,
		leaks,
		logs: logs(),
		...(measures && { measures }),
		...(request.staticData && { staticData: plain(workflow.getStaticData('node', node)) }),
	};
}

type Outcome = Pick<RunReply, 'status' | 'outputs' | 'counts' | 'hints' | 'error'>;

async function runReply(host: Host, finished: Loose, keep = Infinity): Promise<Outcome> {
	const { runData, error } = finished.data.resultData;
	const last = runData[NODE]?.at(-1);
	const connections: Loose[][] = (last?.data?.main ?? []).map(
		(items: Loose[] | null) => items ?? [],
	);
	const outputs: ItemReply[][] = [];
	for (const items of connections) {
		outputs.push(await Promise.all(items.slice(0, keep).map((item) => itemReply(host.n8n, item))));
	}
	const failure = last?.error ?? error;
	const status = ['success', 'canceled'].includes(finished.status) ? finished.status : 'error';
	return {
		status,
		outputs,
		counts: connections.map((items) => items.length),
		hints: (last?.hints ?? []).map(({ message }: Loose) => message),
		...(failure && { error: errorReply(failure) }),
	};
}

/** The execution as n8n stores it in its database. */
export function recordOf(host: Host, finished: Loose): string {
	return host.n8n.require('flatted').stringify(finished.data);
}

/** The places in which the key of the credential is found. */
export function leaksOf(
	{ credentials: { apiKey } = {} }: RunRequest,
	traces: Partial<Record<Leak, string>>,
): Leak[] {
	if (typeof apiKey !== 'string' || apiKey === '') return [];
	return (Object.keys(traces) as Leak[]).filter((place) => traces[place]?.includes(apiKey));
}
