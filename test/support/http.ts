/** What the tests' own HTTP servers have in common. */
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens: its address without a slash at the end, and its end. */
export interface Listening {
	url: string;
	stop(): Promise<void>;
}

/** Has a server listen on a free port of this machine. */
export async function listen(server: Server): Promise<Listening> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** The whole body of a request, as text. */
export async function bodyOf(incoming: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}
