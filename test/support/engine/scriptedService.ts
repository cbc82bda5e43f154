/** A service whose replies a test writes itself, for replies that the sandbox does not give. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { bodyOf, listen } from '../http.ts';
import type { Json } from './protocol';

export interface ScriptedRequest {
	method: string;
	path: string;
	query: Record<string, string>;
	headers: IncomingMessage['headers'];
	body?: unknown;
}

/** JSON that is sent with status 200; or status, headers and a content that is sent as it is. */
export type ScriptedReply =
	Json | { status?: number; headers?: Record<string, string>; content: string };

export type Script = (
	request: ScriptedRequest,
	count: number,
) => ScriptedReply | Promise<ScriptedReply>;

export interface ScriptedService {
	url: string;
	/** Everything received so far, in order */
	requests: ScriptedRequest[];
	/** Clears the requests and sets the replies; a promise delays a reply */
	answer(reply: Script): void;
	stop(): Promise<void>;
}

/** Starts a service on a free port. By default it replies `{ "error": 0 }`. */
export async function startScripted(): Promise<ScriptedService> {
	const requests: ScriptedRequest[] = [];
	let reply: Script = () => ({ error: 0 });
	const server = createServer((incoming, response) => {
		void received(incoming).then(async (request) => {
			requests.push(request);
			send(response, await reply(request, requests.length));
		});
	});
	const { url, stop } = await listen(server);
	return {
		url,
		requests,
		answer(next) {
			requests.length = 0;
			reply = next;
		},
		stop,
	};
}

async function received(incoming: IncomingMessage): Promise<ScriptedRequest> {
	const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
	const text = await bodyOf(incoming);
	return {
		method: incoming.method ?? '',
		path: pathname,
		query: Object.fromEntries(searchParams),
		headers: incoming.headers,
		...(text && { body: JSON.parse(text) as unknown }),
	};
}

function send(response: ServerResponse, reply: ScriptedReply): void {
	const raw = typeof reply.content === 'string';
	const {
		status = 200,
		headers = {},
		content,
	} = (raw ? reply : { content: JSON.stringify(reply) }) as {
		status?: number;
		headers?: Record<string, string>;
		content: string;
	};
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.end(content);
}
