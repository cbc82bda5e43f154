import type { RunningService } from '../support/service.ts';

export interface Reply {
	status: number;
	headers: Headers;
	// What the service answers is exactly what is examined here
	body: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export type Call = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Calls the API with the service's own key, or another one. */
export function client({ url, key }: RunningService, bearer = key): Call {
	return async (method, path, body) => {
		const response = await fetch(`${url}/api${path}`, {
			method,
			headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
			body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
			redirect: 'manual',
		});
		const text = await response.text();
		return { status: response.status, headers: response.headers, body: parsed(text) };
	};
}

/** Text that is no JSON stays text. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
