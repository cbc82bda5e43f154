/** A service whose replies a test writes itself, for replies that the sandbox does not give. */
import { createServer, type IncomingMessage } from 'node:http';

import { bodyOf, listen, type RawReply, send } from '../http.ts';
import type { Json } from './protocol';

interface ScriptedRequest {
	method: string;
	path: string;
	query: Record<string, string>;
	headers: IncomingMessage['headers'];
	body?: unknown;
}

/** JSON that is sent with status 200, or everything by name. */
export type ScriptedReply = Json | RawReply;

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
			const answer = await reply(request, requests.length);
			await send(response, isRaw(answer) ? answer : { content: JSON.stringify(answer) });
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

const isRaw = (reply: ScriptedReply): reply is RawReply =>
	typeof reply.content === 'string' ||
	(typeof reply.content === 'object' && Symbol.asyncIterator in Object(reply.content));
