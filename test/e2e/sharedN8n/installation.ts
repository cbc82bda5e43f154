import { exampleFor } from '../../../sandbox/demo/example.ts';
import type { Workflow, WorkflowNode } from '../../../sandbox/n8n/client.ts';
import { setUpInstallation } from '../../support/n8n/installation';

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

/** The examples that the tests have run. */
export const usedExamples = new Set<string>();

/** An example with its files and a credential, as a user chooses them. */
export function exampleOf(
	name: string,
	given: Partial<Parameters<typeof exampleFor>[0]> = {},
): Workflow {
	usedExamples.add(name);
	return exampleFor({ credential: installation.credential, ...given }, name);
}

export const succeeded = { status: 'success', error: undefined };

export type Nodes = Record<string, WorkflowNode>;

export const nodesOf = ({ nodes }: Workflow): Nodes =>
	Object.fromEntries(nodes.map((node) => [node.name, node]));

/** Changes a field of a Set node. */
export function assign(node: WorkflowNode | undefined, name: string, value: unknown): void {
	const { assignments } = node!.parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	assignments.find((field) => field.name === name)!.value = value;
}
