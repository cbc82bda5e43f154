/** A client of n8n's internal REST interface, which the editor uses, too. It is signed in as the owner. */
import { setTimeout as sleep } from 'node:timers/promises';

import { readyWithinMs } from './patience.ts';

/** Who owns an n8n. */
export interface Owner {
	email: string;
	/** n8n asks for 8 to 64 characters, with a digit and a capital letter. */
	password: string;
}

const name = { firstName: 'Sandbox', lastName: 'Owner' };

export interface Credential {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	[setting: string]: unknown;
}

export interface Workflow {
	/** Fixed, so that importing twice creates only one workflow. */
	id: string;
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
}

/** A failed request to n8n. */
export class N8nError extends Error {
	readonly status: number;

	constructor(request: string, status: number, text: string) {
		super(`n8n answered ${request} with ${status}: ${text.slice(0, 500)}`);
		this.status = status;
	}
}

/** A signed-in session with one server. */
export class N8nClient {
	private cookie = '';

	readonly url: string;

	readonly owner: Owner;

	constructor(url: string, owner: Owner) {
		this.url = url;
		this.owner = owner;
	}

	/**
	 * Signs in as soon as n8n is ready. The first time, it creates the owner's account.
	 *
	 * @param gaveUp ends the wait
	 * @throws when the wait ends, with the signal's reason and n8n's last reply, or when n8n has another owner or password
	 */
	async signIn(gaveUp: AbortSignal): Promise<void> {
		const { email, password } = this.owner;
		const setup = '/rest/owner/setup';
		let last = 'missing';
		while (!gaveUp.aborted) {
			const body = { email, password, ...name };
			const reply = await this.fetched('POST', setup, body, gaveUp).catch(String);
			if (typeof reply === 'string') {
				if (!gaveUp.aborted) last = reply;
			} else if (isOfOwner(reply, email)) {
				return;
			} else if (reply.status === 400) {
				// n8n has an owner
				await this.send('POST', '/rest/login', { emailOrLdapLoginId: email, password });
				return;
			} else {
				last = `${reply.status}: ${reply.text}`;
			}
			await sleep(100);
		}
		throw new Error(
			`${(gaveUp.reason as Error).message}. The last answer to POST ${setup} was ${last.slice(0, 500)}`,
		);
	}

	/** Sends one request. @returns the `data` of n8n's reply */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		return (await this.send<{ data: T }>(method, `/rest${path}`, body)).data;
	}

	/** Creates the credential, or updates the one with this name. */
	async saveCredential(credential: Credential): Promise<{ id: string; name: string }> {
		const all = await this.request<Array<{ id: string; name: string; type: string }>>(
			'GET',
			'/credentials',
		);
		const known = all.find(
			({ name, type }) => name === credential.name && type === credential.type,
		);
		const { id, name } = known
			? await this.request<{ id: string; name: string }>(
					'PATCH',
					`/credentials/${known.id}`,
					credential,
				)
			: await this.request<{ id: string; name: string }>('POST', '/credentials', credential);
		return { id, name };
	}

	/** The result of the credential's test, as the credential's dialog shows it. */
	async testCredential(
		id: string,
		credential: Credential,
	): Promise<{ status: string; message: string }> {
		return await this.request('POST', '/credentials/test', { credentials: { id, ...credential } });
	}

	/** Creates the workflow, or updates the one with this ID. */
	async saveWorkflow(workflow: Workflow): Promise<void> {
		const known = (await this.versionOf(workflow.id)) !== undefined;
		if (known) await this.request('PATCH', `/workflows/${workflow.id}?forceSave=true`, workflow);
		else await this.createWorkflow(workflow);
	}

	/** The version of the workflow, which n8n changes when the nodes or connections change. Undefined if there is no workflow with the ID. */
	async versionOf(id: string): Promise<string | undefined> {
		try {
			return (await this.request<{ versionId: string }>('GET', `/workflows/${id}`)).versionId;
		} catch (error) {
			if (error instanceof N8nError && error.status === 404) return undefined;
			throw error;
		}
	}

	/** Creates the workflow. n8n 1 chooses its ID, and needs `active: false`. @returns its ID */
	async createWorkflow(workflow: Workflow): Promise<string> {
		return (
			await this.request<{ id: string }>('POST', '/workflows', { ...workflow, active: false })
		).id;
	}

	private async send<T>(method: string, path: string, body?: unknown): Promise<T> {
		const { ok, status, text } = await this.fetchedFromDatabase(method, path, body);
		if (!ok) throw new N8nError(`${method} ${path}`, status, text);
		return JSON.parse(text) as T;
	}

	/** On a busy machine, n8n's database misses n8n's own checks now and then. n8n refuses every request until the next check. */
	private async fetchedFromDatabase(method: string, path: string, body?: unknown) {
		const until = Date.now() + readyWithinMs;
		for (;;) {
			const reply = await this.fetched(method, path, body);
			const isPassing = reply.status === 503 && reply.text.includes('Database is not ready');
			if (!isPassing || Date.now() > until) return reply;
			await sleep(100);
		}
	}

	private async fetched(
		method: string,
		path: string,
		body?: unknown,
		signal?: AbortSignal,
	): Promise<Reply> {
		const response = await fetch(this.url + path, {
			method,
			// n8n may close a kept-alive connection just as we use it again
			headers: {
				'Content-Type': 'application/json',
				'browser-id': 'sandbox',
				Cookie: this.cookie,
				Connection: 'close',
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			signal,
		});
		const session = response.headers
			.getSetCookie()
			.find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.cookie = session.split(';')[0] ?? '';
		return { ok: response.ok, status: response.status, text: await response.text() };
	}
}

interface Reply {
	ok: boolean;
	status: number;
	text: string;
}

/** While n8n starts, it answers with a text, an error, or JSON without `data`, even after it has said that it is ready. */
function isOfOwner({ ok, text }: Reply, email: string): boolean {
	try {
		return ok && (JSON.parse(text) as { data?: { email?: string } } | null)?.data?.email === email;
	} catch {
		return false;
	}
}
