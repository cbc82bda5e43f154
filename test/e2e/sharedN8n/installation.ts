import { exampleFor } from '../../../sandbox/demo/example.ts';
import type { Workflow, WorkflowNode } from '../../../sandbox/n8n/client.ts';
import type { Execution } from '../../../sandbox/n8n/executions.ts';
import { setUpInstallation } from '../../support/n8n/installation';
import { rowOf } from '../../support/n8n/workflow';

/** Its n8n serves all tests of this folder, and is killed by one and started again. Each test that reads or changes the link service's data resets it first. */
export const installation = setUpInstallation();

export const tell = async (path: string, body: object) =>
	await installation.service.tell(path, body);
export const reset = async (seed: object = {}) => await tell('/reset', { seed });
/** Answers requests with a refusal: `times` of them, or all that match. */
export const refuse = async (match: object, message: string, times = 0) =>
	await tell('/faults', {
		...{ match, times },
		fault: { kind: 'wrongShape', body: { error: 1, message } },
	});
export const removeFaults = async () =>
	await installation.service.control('/faults', { method: 'DELETE' });
export const state = async () => await installation.service.state();
export const linksOf = async () => (await state()).links;

/** The examples that the tests have run. */
export const usedExamples = new Set<string>();

type Nodes = Record<string, WorkflowNode>;

export const nodesOf = ({ nodes }: Workflow): Nodes =>
	Object.fromEntries(nodes.map((node) => [node.name, node]));

/** What a user changes in an example. */
export type Change = (nodes: Nodes) => void;

/** An example with its files and a credential, as a user chooses them, and changed. */
export function exampleOf(
	name: string,
	given: Partial<Parameters<typeof exampleFor>[0]> = {},
	change: Change = () => {},
): Workflow {
	usedExamples.add(name);
	const workflow = exampleFor({ credential: installation.credential, ...given }, name);
	change(nodesOf(workflow));
	return workflow;
}

/** Changes a field of a Set node. */
export function assign(node: WorkflowNode | undefined, name: string, value: unknown): void {
	const { assignments } = node!.parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	assignments.find((field) => field.name === name)!.value = value;
}

/** Imports the workflow and runs it, without an error. Default trigger: "Start" */
export async function run(workflow: Workflow, trigger?: string): Promise<Execution> {
	const execution = await installation.run(workflow, trigger);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	return execution;
}

/** All rows of a Data Table. */
export async function remembered(table: string): Promise<Array<Record<string, string>>> {
	const dataTableId = { __rl: true, mode: 'name', value: table };
	const parameters = { resource: 'row', operation: 'get', dataTableId, returnAll: true };
	const rows = { name: 'Rows', type: 'n8n-nodes-base.dataTable', typeVersion: 1.1, parameters };
	const execution = await run(rowOf('remembered', rows));
	return execution.items('Rows').map(({ json }) => json as Record<string, string>);
}
