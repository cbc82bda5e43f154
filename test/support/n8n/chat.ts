import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { type Execution, finished } from '../../../sandbox/n8n/executions.ts';
import type { N8nServer } from '../../../sandbox/n8n/server.ts';

/** Gives the workflow's model node a credential that leads to `modelUrl`, and says something in its chat. */
export async function chat(
	{ client }: N8nServer,
	workflow: Workflow,
	modelUrl: string,
	said: string,
): Promise<Execution> {
	const data = { apiKey: 'scripted', url: modelUrl, header: false };
	const credential = await client.saveCredential({
		name: 'Scripted model',
		type: 'openAiApi',
		data,
	});
	for (const { credentials } of workflow.nodes)
		if (credentials?.openAiApi) credentials.openAiApi = credential;
	await client.saveWorkflow(workflow);
	const message = { sessionId: modelUrl, action: 'sendMessage', chatInput: said };
	const run = {
		startTime: 0,
		executionTime: 0,
		executionIndex: 0,
		executionStatus: 'success',
		source: [],
		data: { main: [[{ json: message }]] },
	};
	const { executionId } = await client.request<{ executionId: string }>(
		'POST',
		`/workflows/${workflow.id}/run`,
		{
			triggerToStartFrom: { name: 'Chat', data: run },
		},
	);
	return await finished(client, executionId);
}
