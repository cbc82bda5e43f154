/** What the editor asks of an n8n server, asked from here: its internal REST interface, signed in as the owner. */

export const owner = {
	email: 'owner@example.com',
	password: 'Sandbox-2025',
	firstName: 'Sandbox',
	lastName: 'Owner',
};

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
	/** Known beforehand, so that importing twice makes one. */
	id: string;
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
}

/** An answer of n8n that is not the one hoped for. */
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

	constructor(url: string) {
		this.url = url;
	}

	/** Signs in; the very first time the owner's account is made. */
	async signIn(): Promise<void> {
		const { data: settings } = await this.send<{ data: Settings }>('GET', '/rest/settings');
		if (settings.userManagement.showSetupOnFirstLoad) {
			await this.send('POST', '/rest/owner/setup', owner);
		} else {
			await this.send('POST', '/rest/login', {
				emailOrLdapLoginId: owner.email,
				password: owner.password,
			});
		}
	}

	/** One request; gives what n8n wraps into `data`. */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		return (await this.send<{ data: T }>(method, `/rest${path}`, body)).data;
	}

	/** Makes the credential or brings the one of that name up to date. */
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

	/** What the "Test" button of the credential's dialog says. */
	async testCredential(
		id: string,
		credential: Credential,
	): Promise<{ status: string; message: string }> {
		return await this.request('POST', '/credentials/test', { credentials: { id, ...credential } });
	}

	/** Makes the workflow or brings the one of that ID up to date. */
	async saveWorkflow(workflow: Workflow): Promise<void> {
		const known = await this.exists(`/workflows/${workflow.id}`);
		if (known) await this.request('PATCH', `/workflows/${workflow.id}?forceSave=true`, workflow);
		else await this.createWorkflow(workflow);
	}

	/** Makes the workflow unless there is one of that ID, which may have been changed in the editor. */
	async addWorkflow(workflow: Workflow): Promise<void> {
		if (!(await this.exists(`/workflows/${workflow.id}`))) await this.createWorkflow(workflow);
	}

	/** Makes the workflow and gives its ID: n8n 1 chooses one of its own, and wants to be told that it is not active. */
	async createWorkflow(workflow: Workflow): Promise<string> {
		return (
			await this.request<{ id: string }>('POST', '/workflows', { ...workflow, active: false })
		).id;
	}

	private async exists(path: string): Promise<boolean> {
		try {
			await this.request('GET', path);
			return true;
		} catch (error) {
			if (error instanceof N8nError && error.status === 404) return false;
			throw error;
		}
	}

	private async send<T>(method: string, path: string, body?: unknown): Promise<T> {
		const request = {
			method,
			// n8n may close a kept connection just as it is used again
			headers: {
				'Content-Type': 'application/json',
				'browser-id': 'sandbox',
				Cookie: this.cookie,
				Connection: 'close',
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		};
		const response = await fetch(this.url + path, request);
		const text = await response.text();
		if (!response.ok) throw new N8nError(`${method} ${path}`, response.status, text);
		const session = response.headers
			.getSetCookie()
			.find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.cookie = session.split(';')[0] ?? '';
		return JSON.parse(text) as T;
	}
}

interface Settings {
	userManagement: { showSetupOnFirstLoad: boolean };
}
