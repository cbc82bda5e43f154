/** The sandbox in the process of the test, as the service of runs in virtual time. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

import { without } from '../../../nodes/LinkManagement/text/json';
import { demoKey, startService } from '../../../sandbox/service/index.ts';
import type { Settings } from '../../../sandbox/service/settings.ts';
import type { Json } from '../engine';
import { bodyOf } from '../http';
import { holdClock } from '../virtual/clock';
import type { VirtualReply, VirtualScript } from '../virtual/scriptedRun';

export interface WalkSandbox {
	/** Answers the requests of a run. */
	script: VirtualScript;
	/** Calls the control plane: its path without `/sandbox`. */
	control<T>(method: string, path: string, body?: unknown): Promise<T>;
	close(): Promise<void>;
}

/**
 * Starts a service for one walk. All of its requests go by the virtual clock, which stands still during an exchange, so that
 * the same requests arrive in the same order each time.
 *
 * @param baseUrl where the node finds the service
 */
export async function startSandbox(
	baseUrl: string,
	settings: Partial<Settings>,
): Promise<WalkSandbox> {
	// The tests of the service check its replies against the description
	const own = { validateResponses: false, journalSize: 0, ...settings };
	const service = await startService({ baseUrl, settings: own });
	const { port } = new URL(service.url);
	const agent = new Agent({ keepAlive: true });
	const headers = { authorization: `Bearer ${demoKey}`, 'content-type': 'application/json' };
	const send = async (method: string, path: string, body?: unknown): Promise<VirtualReply> => {
		try {
			const sent = request({ agent, port, method, path, headers });
			sent.end(body === undefined ? undefined : JSON.stringify(body));
			const [reply] = (await once(sent, 'response')) as [IncomingMessage];
			const text = await bodyOf(reply);
			// The date is the real one
			const own = without(reply.headers as Record<string, string>, 'date');
			return { status: reply.statusCode, headers: own, body: parsed(text) };
		} catch {
			return 'lost';
		}
	};
	const exchange: typeof send = async (...given) => await holdClock(send(...given));
	return {
		script: async ({ method, path, query, body }) => {
			const search = new URLSearchParams(query as Record<string, string>).toString();
			const hasBody = Object.keys(body).length > 0;
			return await exchange(
				method,
				search ? `${path}?${search}` : path,
				hasBody ? body : undefined,
			);
		},
		control: async <T>(method: string, path: string, body?: unknown) => {
			const reply = (await exchange(method, `/sandbox${path}`, body)) as { body: Json };
			if (reply.body.error) throw new Error(String(reply.body.error));
			return reply.body as T;
		},
		close: async () => {
			agent.destroy();
			await service.close();
		},
	};
}

/** A body as n8n's HTTP helper gives it: an object, or the text where it is no JSON. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}
