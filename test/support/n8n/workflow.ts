import { credentialType } from '../../../sandbox/demo/example.ts';
import type { Workflow, WorkflowNode } from '../../../sandbox/n8n/client.ts';

type Step = Pick<WorkflowNode, 'name' | 'parameters'> & Partial<WorkflowNode>;

/** A step of this package's node. */
export function linkManagement(name: string, credential: { id: string; name: string }, parameters: WorkflowNode['parameters']): Step {
	return {
		name,
		type: 'n8n-nodes-link-management.linkManagement',
		typeVersion: 1,
		parameters,
		credentials: { [credentialType]: credential },
	};
}

/** A workflow of steps in a row behind the manual trigger "Start". */
export function rowOf(id: string, ...steps: Step[]): Workflow {
	const start: Step = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };
	const nodes = [start, ...steps].map((step, index) => ({
		id: `${id}-${index}`,
		type: '',
		typeVersion: 1,
		position: [index * 220, 0] as [number, number],
		...step,
	}));
	const connections = Object.fromEntries(
		nodes.slice(1).map(({ name }, index) => [nodes[index]!.name, { main: [[{ node: name, type: 'main', index: 0 }]] }]),
	);
	return { id, name: id, nodes, connections, settings: { executionOrder: 'v1' } };
}
