/** Counts the requests that work takes at the link service. The counts are exact: no time plays a part in them. */
import { randomUUID } from 'node:crypto';

import { root } from '../scripts/lib/workspace.mjs';
import { type Engine, type Json, startEngine } from '../test/support/engine/index.ts';
import { type RunningService, startService } from '../test/support/service.ts';

const TRIGGER = 'n8n-nodes-link-management.linkManagementTrigger';

/** The account that work is done in, and a node that does it. All with one key. */
export class Account {
	readonly service: RunningService;
	private readonly engine: Engine;
	private readonly credentials: Json;

	constructor(service: RunningService, engine: Engine, credentials: Json) {
		this.service = service;
		this.engine = engine;
		this.credentials = { baseUrl: service.url, ...credentials };
	}

	/** The service handles the next requests to a path in this way. */
	async fault(path: string, fault: Json): Promise<void> {
		const body = [{ match: { path }, fault }];
		await this.service.control('/faults', { method: 'POST', body });
	}

	/**
	 * Runs the node.
	 *
	 * @returns the records that come out
	 * @throws when an item fails
	 */
	async run(parameters: Json, items: Json[] = [{}]): Promise<Json[]> {
		const { credentials } = this;
		const reply = await this.engine.run({ parameters, items, credentials });
		const failed = reply.error ?? reply.outputs[0]?.find(({ error }) => error)?.error;
		if (failed) throw new Error(failed.message);
		return (reply.outputs[0] ?? []).map(({ json }) => json);
	}

	/**
	 * Runs the node as in a workflow that runs again, by itself or by hand.
	 *
	 * @param staticData what the node stored in the run before
	 * @returns what it stored now
	 * @throws when an item fails
	 */
	async runAgain(
		parameters: Json,
		items: Json[],
		staticData: Json = {},
		mode: 'trigger' | 'manual' = 'trigger',
	): Promise<Json> {
		const { credentials } = this;
		const request = { parameters, items, credentials, staticData, mode, keep: 1 };
		const reply = await this.engine.run(request);
		const failed = reply.error ?? reply.outputs[0]?.find(({ error }) => error)?.error;
		if (failed) throw new Error(failed.message);
		return reply.staticData ?? {};
	}

	/**
	 * Polls with triggers of their own, one after the other, which have looked at the list so many times before.
	 *
	 * @param meanwhile what happens before the polls that count
	 */
	async poll(
		parameters: Json,
		before: number,
		meanwhile?: () => Promise<void>,
		triggers = 1,
	): Promise<number> {
		// The triggers of one account, each in a workflow of its own
		const states = Array.from({ length: triggers }, () => ({
			workflowId: randomUUID(),
			staticData: {} as Json,
		}));
		for (let poll = 0; poll <= before; poll++) {
			if (poll === before) {
				await meanwhile?.();
				await this.forgetRequests();
			}
			for (const state of states) {
				const request = { nodeType: TRIGGER, parameters, ...state };
				const { credentials } = this;
				const reply = await this.engine.poll({ ...request, activation: 'update', credentials });
				if (reply.error) throw new Error(reply.error.message);
				state.staticData = reply.staticData;
			}
		}
		return await this.countRequests();
	}

	async forgetRequests(): Promise<void> {
		await this.service.control('/requests', { method: 'DELETE' });
	}

	async countRequests(): Promise<number> {
		return (await this.service.control<unknown[]>('/requests')).length;
	}
}

/** Work whose requests are counted. */
export interface CountedWork {
	id: string;
	/** As in the table. */
	title: string;
	/** Most requests. */
	atMost: number;
	settings?: Json;
	/** Fields of the credential, beside address and key. */
	credentials?: Json;
	/** What the account holds before. */
	seed?: Record<string, number>;
	/** @returns the number of requests of the work alone */
	count: (account: Account) => Promise<number>;
}

/** Counts each work at an account of its own. @returns the requests by ID */
export async function countRequests(works: CountedWork[]): Promise<Record<string, number>> {
	const keys = works.map((_, index) => `key-${index}-of-the-bench`);
	const options = ['--no-response-validation', '--quiet'];
	const service = await startService([...options, ...keys.flatMap((key) => ['--key', key])]);
	const engine = await startEngine({ packageDirs: [root], env: { N8N_LOG_LEVEL: 'info' } });
	const counts: Record<string, number> = {};
	try {
		for (const [index, { id, settings, seed = {}, count, ...more }] of works.entries()) {
			const body = { settings: { limit: 0, ...settings }, seed };
			await service.control('/reset', { method: 'POST', body });
			const credentials = { apiKey: keys[index]!, ...more.credentials };
			counts[id] = await count(new Account(service, engine, credentials));
		}
	} finally {
		await Promise.all([engine.stop(), service.stop()]);
	}
	return counts;
}
