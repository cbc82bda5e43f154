import { type RunningService, startService } from '../support/service.ts';

export interface Reply {
	status: number;
	headers: Headers;
	// What the service answers is exactly what is examined here
	body: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

type Call = (method: string, path: string, body?: unknown) => Promise<Reply>;

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

/**
 * A request, its body if it has one, and what the reply has, with `{url}` for the service's own address. A path of `/sandbox`
 * is one of the control plane. `VISIT` opens a page as a visitor with these headers, and answers `status`, `to` and `text`.
 */
export type Step =
	[request: string, reply: unknown] | [request: string, body: object, reply: unknown];

/** A service for the tests of a file, with its own client. */
export class Tested {
	service!: RunningService;

	constructor(...args: string[]) {
		beforeAll(async () => {
			this.service = await startService(args);
		});
		afterAll(() => this.service.stop());
	}

	readonly call: Call = (...request) => client(this.service)(...request);

	readonly control: RunningService['control'] = (...call) => this.service.control(...call);

	readonly tell = (path: string, body?: object) => this.service.tell(path, body);

	readonly set = (settings: object) =>
		this.control('/settings', { method: 'PATCH', body: settings });

	/** Takes the steps one after the other, and compares the replies. */
	readonly take = async (...steps: Step[]) => {
		for (const [request, ...given] of steps) {
			const [body, expected] = given.length === 2 ? given : [undefined, ...given];
			const text = JSON.stringify((await this.replyTo(request, body)) ?? null);
			const reply: unknown = JSON.parse(text.replaceAll(this.service.url, '{url}'));
			expect({ request, body, reply }).toMatchObject({ request, body, reply: expected });
		}
	};

	private async replyTo(request: string, body?: object): Promise<unknown> {
		const [method = '', path = ''] = request.split(' ');
		if (path.startsWith('/sandbox'))
			return await this.service.control(path.replace('/sandbox', ''), { method, body });
		if (method !== 'VISIT') return (await this.call(method, path, body)).body as unknown;
		const headers = body as Record<string, string> | undefined;
		const page = await fetch(`${this.service.url}${path}`, { headers, redirect: 'manual' });
		return { status: page.status, to: page.headers.get('Location'), text: await page.text() };
	}
}

export const said = (message: unknown = expect.any(String)) => ({ error: 0, message });
export const refused = (message: unknown = expect.any(String)) => ({ error: 1, message });

/** What of the requests since the last reset, or of the replies to them, breaks openapi.yaml. */
export async function breaches(service: RunningService): Promise<unknown[]> {
	const journal = await service.control<Array<{ contract: unknown }>>('/requests');
	return journal.map((entry) => entry.contract).filter(Boolean);
}
