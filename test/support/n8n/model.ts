/** A stand-in for a language model: OpenAI's chat completions with replies that the test writes. */
import { createServer } from 'node:http';

import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { type Execution, finished } from '../../../sandbox/n8n/executions.ts';
import type { N8nServer } from '../../../sandbox/n8n/server.ts';
import { bodyOf, listen } from '../http.ts';

/** What the model does when asked: call a tool, or answer in words. */
type Turn = { tool: string; args: Record<string, unknown> } | string;

/** What the model was asked. */
interface Question {
	messages: Array<{ role: string; content: string }>;
}

/**
 * Says something in the chat of the workflow, whose model gives these answers, one for each question.
 *
 * @returns the run, and what the tools told the model
 */
export async function chat(
	{ client }: N8nServer,
	workflow: Workflow,
	said: string,
	turns: Turn[],
): Promise<{ execution: Execution; told: string[] }> {
	const questions: Question[] = [];
	const server = createServer((request, response) => {
		void bodyOf(request).then((body) => {
			const number = questions.push(JSON.parse(body) as Question);
			const turn = turns[number - 1] ?? 'The script has ended.';
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify(completion(turn, number)));
		});
	});
	const model = await listen(server);
	try {
		const url = `${model.url}/v1`;
		const data = { apiKey: 'scripted', url, header: false };
		const credential = await client.saveCredential({ name: 'Model', type: 'openAiApi', data });
		for (const { credentials } of workflow.nodes)
			if (credentials?.openAiApi) credentials.openAiApi = credential;
		await client.saveWorkflow(workflow);
		const message = { sessionId: url, action: 'sendMessage', chatInput: said };
		const run = {
			...{ startTime: 0, executionTime: 0, executionIndex: 0, source: [] },
			...{ executionStatus: 'success', data: { main: [[{ json: message }]] } },
		};
		const { executionId } = await client.request<{ executionId: string }>(
			'POST',
			`/workflows/${workflow.id}/run`,
			{ triggerToStartFrom: { name: 'Chat', data: run } },
		);
		const execution = await finished(client, executionId);
		const answers = questions.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? [];
		return { execution, told: answers.map(({ content }) => content) };
	} finally {
		await model.stop();
	}
}

function completion(turn: Turn, number: number): object {
	const call = typeof turn === 'string' ? undefined : turn;
	const toolCall = call && {
		id: `call-${number}`,
		type: 'function',
		function: { name: call.tool, arguments: JSON.stringify(call.args) },
	};
	const message = {
		role: 'assistant',
		content: call ? null : turn,
		tool_calls: toolCall && [toolCall],
	};
	return {
		...{ id: `completion-${number}`, object: 'chat.completion', created: 0, model: 'scripted' },
		choices: [{ index: 0, message, finish_reason: call ? 'tool_calls' : 'stop' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
