/** The workflow of `examples/`, made ready for one server: whoever imports it by hand does the same in the editor. */
import { readFileSync } from 'node:fs';

import type { Workflow, WorkflowNode } from '../n8n/client.ts';

export interface Surroundings {
	/** The table to read. */
	input: string;
	/** The spreadsheet to write. */
	output: string;
	credential: { id: string; name: string };
}

export const credentialType = 'linkManagementApi';

/** The example as it is stored. */
export function storedExample(): Workflow {
	const file = new URL('../../examples/bulk-create-from-spreadsheet.json', import.meta.url);
	return JSON.parse(readFileSync(file, 'utf8')) as Workflow;
}

/** The example with its files and its credential filled in. */
export function exampleFor({ input, output, credential }: Surroundings): Workflow {
	const workflow = storedExample();
	const files: Record<string, string> = { input, output };
	for (const assignment of assignmentsOf(nodeOf(workflow, 'Files'))) {
		assignment.value = files[assignment.name] ?? assignment.value;
	}
	for (const node of workflow.nodes) {
		if (node.credentials?.[credentialType]) node.credentials[credentialType] = credential;
	}
	return workflow;
}

function nodeOf(workflow: Workflow, name: string): WorkflowNode {
	const node = workflow.nodes.find((candidate) => candidate.name === name);
	if (!node) throw new Error(`The example has no node "${name}"`);
	return node;
}

function assignmentsOf(node: WorkflowNode): Array<{ name: string; value: string }> {
	return (node.parameters.assignments as { assignments: Array<{ name: string; value: string }> }).assignments;
}
