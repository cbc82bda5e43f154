/** Fills in a workflow of `examples/` for one server, as a user does in the editor after importing it. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

import type { Workflow, WorkflowNode } from '../n8n/client.ts';

interface Surroundings {
	/** The table to read, if the example reads one. */
	input?: string;
	/** The file to write, if the example writes one. */
	output?: string;
	credential: { id: string; name: string };
}

export const credentialType = 'linkManagementApi';

const folder = new URL('../../examples/', import.meta.url);

/** The example that `npm start` runs. */
export const bulkCreate = 'bulk-create-from-spreadsheet';

/** The names of all examples. */
export const exampleNames = (): string[] =>
	readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace('.json', ''));

/** An example as it is in the repository. */
export function storedExample(name = bulkCreate): Workflow {
	return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Workflow;
}

/** An example with its files and its credential filled in. */
export function exampleFor(
	{ input, output, credential }: Surroundings,
	name = bulkCreate,
): Workflow {
	const workflow = storedExample(name);
	const files: Record<string, string | undefined> = { input, output };
	for (const assignment of filesOf(workflow))
		assignment.value = files[assignment.name] ?? assignment.value;
	for (const node of workflow.nodes) {
		if (node.credentials?.[credentialType]) node.credentials[credentialType] = credential;
	}
	return workflow;
}

/** The name of the table in `examples/data` that an example reads, if it reads one. */
export const inputNameOf = (name: string): string | undefined => fileNameOf(name, 'input');

/** The name of the file that an example writes, if it writes one. */
export const outputNameOf = (name: string): string | undefined => fileNameOf(name, 'output');

function fileNameOf(name: string, field: 'input' | 'output'): string | undefined {
	const file = filesOf(storedExample(name)).find((assignment) => assignment.name === field);
	return file && basename(file.value);
}

/** The fields of the node in which a user sets the paths. */
const filesOf = ({ nodes }: Workflow) =>
	nodes.filter((node) => node.name === 'Files').flatMap(assignmentsOf);

function assignmentsOf(node: WorkflowNode): Array<{ name: string; value: string }> {
	return (node.parameters.assignments as { assignments: Array<{ name: string; value: string }> })
		.assignments;
}
