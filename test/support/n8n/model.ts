/** A stand-in for a language model: OpenAI's chat completions with replies that the test writes. */
import { createServer } from 'node:http';

import { bodyOf, listen } from '../http.ts';

interface ToolCall {
	tool: string;
	args: Record<string, unknown>;
}

/** What the model does when asked: call tools, or answer in words. */
export type Turn = ToolCall[] | string;

interface Tool {
	function: {
		name: string;
		description: string;
		parameters: { properties: Record<string, { description?: string }> };
	};
}

/** What the model was asked. */
export interface Question {
	messages: Array<{ role: string; content: string }>;
	tools: Tool[];
}

export interface ScriptedModel {
	/** Base URL for the credential of n8n's OpenAI node. */
	url: string;
	questions: Question[];
	stop(): Promise<void>;
}

/** @param turns its answers, one per question */
export async function startModel(turns: Turn[]): Promise<ScriptedModel> {
	const questions: Question[] = [];
	const server = createServer((request, response) => {
		void bodyOf(request).then((body) => {
			const number = questions.push(JSON.parse(body) as Question);
			response.setHeader('Content-Type', 'application/json');
			response.end(
				JSON.stringify(completion(turns[number - 1] ?? 'The script has ended.', number)),
			);
		});
	});
	const { url, stop } = await listen(server);
	return { url: `${url}/v1`, questions, stop };
}

function completion(turn: Turn, number: number): object {
	const inWords = typeof turn === 'string';
	const message = inWords
		? { content: turn }
		: {
				content: null,
				tool_calls: turn.map((call, index) => callOf(call, `call-${number}-${index}`)),
			};
	return {
		id: `completion-${number}`,
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [
			{
				index: 0,
				message: { role: 'assistant', ...message },
				finish_reason: inWords ? 'stop' : 'tool_calls',
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

function callOf({ tool, args }: ToolCall, id: string): object {
	return { id, type: 'function', function: { name: tool, arguments: JSON.stringify(args) } };
}
