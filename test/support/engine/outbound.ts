/**
 * An HTTP proxy for all requests of an engine. It records every request and replies in place of the host, so that a
 * request to a wrong host is seen and does not reach it.
 */
import { createServer, type IncomingMessage } from 'node:http';

import { bodyOf, listen, type RawReply, send } from '../http.ts';

export interface Outgoing {
	method: string;
	/** As it stood in the request line, e.g. `http://links.example.com/api/account` */
	url: string;
	/** As sent, in order; a name that was sent twice is there twice */
	headers: Array<[name: string, value: string]>;
	body: string;
}

export type Answer = (request: Outgoing, count: number) => RawReply;

export interface Outbound {
	/** Environment of an engine that has no other way out of this machine */
	env: Record<string, string>;
	/** In order of arrival. `CONNECT` stands for an encrypted request, which the proxy rejects */
	requests: Outgoing[];
	/** Clears the requests and sets the replies */
	answer(answer: Answer): void;
	stop(): Promise<void>;
}

/** A JSON reply of the service. */
export const json = (body: unknown): RawReply => ({ content: JSON.stringify(body) });

/** Allows request lines of several megabytes, so that the proxy does not reject long values. */
const LONG_LINES = { maxHeaderSize: 16 * 1024 * 1024 };

/** Starts the proxy on a free port. By default every host replies `{ "error": 0 }`. */
export async function startOutbound(): Promise<Outbound> {
	const requests: Outgoing[] = [];
	let answer: Answer = () => json({ error: 0 });
	const server = createServer(LONG_LINES, (incoming, response) => {
		void received(incoming).then(async (request) => {
			requests.push(request);
			await send(response, answer(request, requests.length));
		});
	});
	server.on('connect', (incoming: IncomingMessage, socket) => {
		requests.push({
			method: 'CONNECT',
			url: incoming.url ?? '',
			headers: pairs(incoming.rawHeaders),
			body: '',
		});
		socket.on('error', () => undefined);
		socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
	});
	// The proxy of a jest worker is never stopped
	server.on('connection', (socket) => socket.unref()).unref();
	const { url: proxy, stop } = await listen(server);
	return {
		env: {
			HTTP_PROXY: proxy,
			HTTPS_PROXY: proxy,
			http_proxy: proxy,
			https_proxy: proxy,
			NO_PROXY: '127.0.0.1',
			no_proxy: '127.0.0.1',
		},
		requests,
		answer(next) {
			requests.length = 0;
			answer = next;
		},
		stop,
	};
}

/** The value of a header, whichever case it was sent in. */
export const headerOf = ({ headers }: Outgoing, wanted: string): string | undefined =>
	headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

const pairs = (raw: string[]): Array<[string, string]> =>
	raw.flatMap((name, index) =>
		index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as [string, string]] : [],
	);

async function received(incoming: IncomingMessage): Promise<Outgoing> {
	const { method = '', url = '', rawHeaders } = incoming;
	return { method, url, headers: pairs(rawHeaders), body: await bodyOf(incoming) };
}
