/** What the tests of repeated and interrupted runs share: a large account, and how to run a workflow. */
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { type Execution, startWorkflow } from '../../../sandbox/n8n/executions.ts';
import { LargeAccount } from '../../support/n8n/largeAccount';
import { rowOf } from '../../support/n8n/workflow';
import { installation } from './installation';

/** A large account beside that of the installation. */
export let account: LargeAccount;
beforeAll(async () => (account = await LargeAccount.start(installation)));
afterAll(async () => await account?.stop());

export const control = async (path: string, body: object) =>
	await installation.service.tell(path, body);
export const linksOf = async () => (await installation.service.state()).links;

/** The requests since the last call. */
export const requests = async () => await installation.requests();

/** Saves the workflow and starts it. @returns the ID of the run */
export async function begin(workflow: Workflow): Promise<string> {
	await installation.server.client.saveWorkflow(workflow);
	return await startWorkflow(installation.server.client, workflow.id, 'Start');
}

export async function run(workflow: Workflow, trigger: string): Promise<Execution> {
	const execution = await installation.run(workflow, trigger);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
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
