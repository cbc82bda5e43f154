/** A client of n8n's internal REST interface, which the editor uses, too. It is signed in as the owner. */

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

	constructor(url: string) {
		this.url = url;
	}

	/** Signs in. The first time, it creates the owner's account. */
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
		const known = await this.exists(`/workflows/${workflow.id}`);
		if (known) await this.request('PATCH', `/workflows/${workflow.id}?forceSave=true`, workflow);
		else await this.createWorkflow(workflow);
	}

	/** Creates the workflow unless one with this ID exists, because it may have been changed in the editor. */
	async addWorkflow(workflow: Workflow): Promise<void> {
		if (!(await this.exists(`/workflows/${workflow.id}`))) await this.createWorkflow(workflow);
	}

	/** Creates the workflow. n8n 1 chooses its ID, and needs `active: false`. @returns its ID */
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
			// n8n may close a kept-alive connection just as we use it again
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
