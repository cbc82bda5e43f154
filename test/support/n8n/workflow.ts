import { credentialType } from '../../../sandbox/demo/example.ts';
import type { Workflow, WorkflowNode } from '../../../sandbox/n8n/client.ts';

export type Step = Pick<WorkflowNode, 'name' | 'parameters'> & Partial<WorkflowNode>;

/** A step of this package's node. */
export function linkManagement(
	name: string,
	credential: { id: string; name: string },
	parameters: WorkflowNode['parameters'],
): Step {
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
	return inARow(
		id,
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
		...steps,
	);
}

/** A workflow that this package's trigger starts: the step "Next" behind it shows what has started a run. */
export function watching(
	id: string,
	credential: { id: string; name: string },
	parameters: WorkflowNode['parameters'],
	name = 'Trigger',
): Workflow {
	const trigger = linkManagement(name, credential, parameters);
	const next = { name: 'Next', type: 'n8n-nodes-base.noOp', parameters: {} };
	return inARow(id, { ...trigger, type: `${trigger.type}Trigger` }, next);
}

/** A workflow that a POST of `{ rows }` to `/webhook/<id>` starts; each row is an item of "Rows" for the steps behind. */
export function forEachRow(id: string, ...steps: Step[]): Workflow {
	return inARow(
		id,
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2.1,
			webhookId: id,
			parameters: { httpMethod: 'POST', path: id, responseMode: 'onReceived' },
		},
		{ name: 'Rows', type: 'n8n-nodes-base.splitOut', parameters: { fieldToSplitOut: 'body.rows' } },
		...steps,
	);
}

function inARow(id: string, ...steps: Step[]): Workflow {
	const nodes = steps.map((step, index) => ({
		id: `${id}-${index}`,
		type: '',
		typeVersion: 1,
		position: [index * 220, 0] as [number, number],
		...step,
	}));
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name }, index) => [
				nodes[index]!.name,
				{ main: [[{ node: name, type: 'main', index: 0 }]] },
			]),
	);
	return { id, name: id, nodes, connections, settings: { executionOrder: 'v1' } };
}
