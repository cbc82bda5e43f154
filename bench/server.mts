/** A complete n8n server with continuous health checks while a workflow runs in it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { installPackage } from '../sandbox/n8n/install.ts';
import { type N8nServer, startN8n } from '../sandbox/n8n/server.ts';
import { root, tarballName } from '../scripts/lib/workspace.mjs';
import { type ScriptedService, startScripted } from '../test/support/engine/scriptedService.ts';
import { type RunningService, startService } from '../test/support/service.ts';
import { naivePackage } from './hosts.mts';
import { itemsFor, requestFor } from './subjects.mts';
import type { Subject, Work } from './types.mts';

const POLL_EVERY = 50;
const CREDENTIALS = ['linkManagementApi', 'naiveApi'];

/** The result of a run in the server. `idle`: n8n alone handles the items. */
export interface ServerOutcome {
	status: string;
	created: number;
	wallMs: number;
	/** The longest time that a health check took. */
	freezeMs: number;
}

interface Listed {
	results: Array<{ id: string; status: string; startedAt: string; stoppedAt: string | null }>;
}

function installNaive(folder: string): void {
	const tarball = join(folder, 'naive.tgz');
	execFileSync('tar', ['-czf', tarball, '-C', dirname(naivePackage), basename(naivePackage)]);
	installPackage(folder, 'n8n-nodes-naive', tarball);
}

/** Checks the server's health until it is stopped. @returns the longest wait for a reply, in ms */
function watchHealth(url: string): () => Promise<number> {
	let watching = true;
	let longest = 0;
	const watch = async () => {
		while (watching) {
			const asked = performance.now();
			// On a connection of its own: n8n may close a kept one in the moment of the next request
			await (await fetch(`${url}/healthz`, { headers: { connection: 'close' } })).text();
			longest = Math.max(longest, performance.now() - asked);
			await sleep(POLL_EVERY);
		}
		return longest;
	};
	const watched = watch();
	return async () => {
		watching = false;
		return await watched;
	};
}

export class Server {
	private readonly n8n: N8nServer;
	private readonly service: RunningService;
	/** Provides the workflows with their items. */
	private readonly source: ScriptedService;
	private readonly folder: string;
	private readonly credentials: Record<string, { id: string; name: string }>;

	private constructor(parts: {
		n8n: N8nServer;
		service: RunningService;
		source: ScriptedService;
		folder: string;
		credentials: Server['credentials'];
	}) {
		this.n8n = parts.n8n;
		this.service = parts.service;
		this.source = parts.source;
		this.folder = parts.folder;
		this.credentials = parts.credentials;
	}

	static async start(): Promise<Server> {
		const folder = realpathSync(mkdtempSync(join(tmpdir(), 'link-management-bench-')));
		installNaive(folder);
		const service = await startService(['--no-response-validation', '--quiet', '--limit', '0']);
		const source = await startScripted();
		const n8n = await startN8n({
			userFolder: folder,
			tarball: join(root, tarballName()),
			logFile: join(folder, 'n8n.log'),
			nodeFlags: [],
		});
		const credentials: Server['credentials'] = {};
		for (const type of CREDENTIALS) {
			const data = { baseUrl: service.url, apiKey: service.key };
			credentials[type] = await n8n.client.saveCredential({ name: type, type, data });
		}
		return new Server({ n8n, service, source, folder, credentials });
	}

	async stop(): Promise<void> {
		await Promise.all([this.n8n.stop(), this.service.stop(), this.source.stop()]);
		rmSync(this.folder, { recursive: true, force: true });
	}

	async run(subject: Exclude<Subject, 'raw'> | 'idle', work: Work): Promise<ServerOutcome> {
		const { n8n, service, source } = this;
		await service.control('/reset', { method: 'POST', body: { settings: { limit: 0 } } });
		source.answer(() => ({ content: JSON.stringify(itemsFor(work)) }));
		const id = `bench-${subject}`;
		await n8n.client.saveWorkflow({
			id,
			name: id,
			...this.workflow(subject, work),
			settings: { executionOrder: 'v1' },
		});
		const healthOver = watchHealth(n8n.url);
		await n8n.client.request('POST', `/workflows/${id}/run`, {
			triggerToStartFrom: { name: 'Start' },
		});
		const { status, startedAt, stoppedAt } = await this.finished(id);
		const { links = 0 } = await service.control<Record<string, number>>('/state?counts=1');
		const wallMs = Date.parse(stoppedAt ?? '') - Date.parse(startedAt);
		return { status, created: links, wallMs, freezeMs: await healthOver() };
	}

	/** Reads the list of executions, which is small. Sending the data of a run would keep the server busy. */
	private async finished(workflowId: string): Promise<Listed['results'][number]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		for (;;) {
			const { results } = await this.n8n.client.request<Listed>(
				'GET',
				`/executions?limit=1&filter=${filter}`,
			);
			if (results[0]?.stoppedAt) return results[0];
			await sleep(500);
		}
	}

	private workflow(subject: Exclude<Subject, 'raw'> | 'idle', work: Work) {
		const node = (name: string, type: string, more: object) => ({
			id: name,
			name,
			type,
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters: {},
			...more,
		});
		const leadsTo = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
		return {
			nodes: [
				node('Start', 'n8n-nodes-base.manualTrigger', {}),
				node('Items', 'n8n-nodes-base.httpRequest', {
					typeVersion: 4.2,
					parameters: { url: this.source.url },
				}),
				node('Work', 'n8n-nodes-base.noOp', subject === 'idle' ? {} : this.step(subject, work)),
			],
			connections: { Start: leadsTo('Items'), Items: leadsTo('Work') },
		};
	}

	private step(subject: Exclude<Subject, 'raw'>, work: Work) {
		const { nodeType, credentialType, parameters } = requestFor(
			subject,
			{ work },
			this.service.url,
		);
		const credential = { [credentialType]: this.credentials[credentialType]! };
		return {
			type: nodeType,
			typeVersion: subject === 'http' ? 4.2 : 1,
			parameters,
			credentials: credential,
		};
	}
}
