import type { RunningService } from '../support/service.ts';

export interface Reply {
	status: number;
	headers: Headers;
	// What the service answers is exactly what is examined here
	body: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export type Call = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Calls the API with the service's own key, or another one; headers can be added or replaced. */
export function client(
	{ url, key }: RunningService,
	bearer = key,
	headers: Record<string, string> = { 'Content-Type': 'application/json' },
): Call {
	return async (method, path, body) => {
		const response = await fetch(`${url}/api${path}`, {
			method,
			headers: { Authorization: `Bearer ${bearer}`, ...headers },
			body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
			redirect: 'manual',
		});
		const text = await response.text();
		return { status: response.status, headers: response.headers, body: parsed(text) };
	};
}

/** Text that is not JSON stays text. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** What of the requests since the last reset, or of the replies to them, breaks openapi.yaml. */
export async function breaches(service: RunningService): Promise<unknown[]> {
	const journal = await service.control<Array<{ contract: unknown }>>('/requests');
	return journal.map((entry) => entry.contract).filter(Boolean);
}
