/** What the tests of repeated and interrupted runs share. */
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { type Execution, startWorkflow } from '../../../sandbox/n8n/executions.ts';
import { rowOf } from '../../support/n8n/workflow';
import { installation, state, succeeded } from './installation';

export const linksOf = async () => (await state()).links;

/** The requests since the last call. */
export const requests = async () => await installation.requests();

/** Saves the workflow and starts it. @returns the ID of the run */
export async function begin(workflow: Workflow): Promise<string> {
	await installation.server.client.saveWorkflow(workflow);
	return await startWorkflow(installation.server.client, workflow.id, 'Start');
}

export async function run(workflow: Workflow, trigger: string): Promise<Execution> {
	const execution = await installation.run(workflow, trigger);
	expect(execution).toMatchObject(succeeded);
	return execution;
}

/** All rows of a Data Table. */
export async function remembered(table: string): Promise<Array<Record<string, string>>> {
	const dataTableId = { __rl: true, mode: 'name', value: table };
	const parameters = { resource: 'row', operation: 'get', dataTableId, returnAll: true };
	const execution = await installation.run(
		rowOf('remembered', {
			name: 'Rows',
			type: 'n8n-nodes-base.dataTable',
			typeVersion: 1.1,
			parameters,
		}),
	);
	return execution.items('Rows').map(({ json }) => json as Record<string, string>);
}
