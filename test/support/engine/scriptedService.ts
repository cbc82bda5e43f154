/**
 * A service whose replies a test writes itself, for replies that the sandbox does not give. As the proxy of an engine, it replies in
 * place of every host, so that a request to a wrong one is seen and does not reach it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { bodyOf, listen } from '../http.ts';
import type { Json } from './protocol';

export interface ScriptedRequest {
	method: string;
	/** As it stood in the request line: with the host where the service is a proxy */
	url: string;
	path: string;
	query: Record<string, string>;
	headers: IncomingMessage['headers'];
	/** Names and values in turn, as sent; a name that was sent twice is there twice */
	rawHeaders: string[];
	body?: unknown;
}

/** A content that is sent as it is, or pieces that come one after the other. */
export interface RawReply {
	status?: number;
	headers?: Record<string, string>;
	content: string | Buffer | AsyncIterable<string | Buffer>;
}

/** JSON that is sent with status 200, or everything by name. */
export type ScriptedReply = Json | RawReply;

export type Script = (
	request: ScriptedRequest,
	count: number,
) => ScriptedReply | Promise<ScriptedReply>;

export interface ScriptedService {
	url: string;
	/** Everything received so far, in order. `CONNECT` stands for an encrypted request, which a proxy rejects */
	requests: ScriptedRequest[];
	/** Clears the requests and sets the replies; a promise delays a reply */
	answer(reply: Script): void;
	stop(): Promise<void>;
}

/** Allows request lines of several megabytes, so that long values are not rejected here. */
const LONG_LINES = { maxHeaderSize: 16 * 1024 * 1024 };

/** Starts a service on a free port. By default it replies `{ "error": 0 }`. It does not keep its process alive. */
export async function startScripted(): Promise<ScriptedService> {
	const requests: ScriptedRequest[] = [];
	let reply: Script = () => ({ error: 0 });
	const server = createServer(LONG_LINES, (incoming, response) => {
		void bodyOf(incoming).then(async (text) => {
			const request = received(incoming, text);
			requests.push(request);
			await send(response, await reply(request, requests.length));
		});
	});
	server.on('connect', (incoming: IncomingMessage, socket) => {
		requests.push(received(incoming));
		socket.on('error', () => undefined);
		socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
	});
	server.on('connection', (socket) => socket.unref()).unref();
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

function received(incoming: IncomingMessage, text = ''): ScriptedRequest {
	const { method = '', url = '', headers, rawHeaders } = incoming;
	const { pathname, searchParams } = new URL(url, 'http://localhost');
	return {
		...{ method, url, headers, rawHeaders },
		...{ path: pathname, query: Object.fromEntries(searchParams) },
		...(text && { body: JSON.parse(text) as unknown }),
	};
}

async function send(response: ServerResponse, reply: ScriptedReply): Promise<void> {
	const { status = 200, headers, content } = isRaw(reply) ? reply : ofJson(reply);
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	if (typeof content === 'string' || Buffer.isBuffer(content)) return void response.end(content);
	// Whoever reads may close the connection before the end
	await pipeline(Readable.from(content), response).catch(() => undefined);
}

const ofJson = (reply: Json): RawReply => ({ content: JSON.stringify(reply) });

const isRaw = (reply: ScriptedReply): reply is RawReply =>
	typeof reply.content === 'string' ||
	Buffer.isBuffer(reply.content) ||
	(typeof reply.content === 'object' && Symbol.asyncIterator in Object(reply.content));
