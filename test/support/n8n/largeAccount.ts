/** An account with many links that changes while the example `walk-large-account` reads it in small slices. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { exampleFor } from '../../../sandbox/demo/example.ts';
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { type RunningService, startService } from '../service';
import { credentialOf, type Installation } from './installation';

export const LINKS = 2_000;
export const SLICE = 200;
const PAGE = 50;

/** Slows the pages of the list down, and adds a link now and then. */
const busy = [
	{ match: { path: '^/api/urls' }, times: 0, fault: { kind: 'latency', ms: 50 } },
	{ match: { path: '^/api/urls', every: 3 }, times: 0, fault: { kind: 'insertLink' } },
];

/** The account. It has a link service of its own. */
export class LargeAccount {
	private constructor(
		private readonly service: RunningService,
		private readonly folder: string,
		private readonly credential: { id: string; name: string },
	) {}

	static async start({ server, folder }: Installation): Promise<LargeAccount> {
		const service = await startService(['--limit', '0']);
		const credential = { ...credentialOf(service), name: 'Large account' };
		return new LargeAccount(service, folder, await server.client.saveCredential(credential));
	}

	async stop(): Promise<void> {
		await this.service.stop();
	}

	async reset(): Promise<void> {
		await this.service.tell('/reset', { seed: { links: LINKS }, settings: { limit: 0 } });
	}

	/** From now on, links are added while the list is read. */
	async beginToChange(): Promise<void> {
		await this.service.tell('/faults', busy);
	}

	/** Deletes the newest links, but fewer than a page holds, and forgets the requests so far. */
	async deleteNewest(): Promise<void> {
		const { control, ask } = this.service;
		await control('/faults', { method: 'DELETE' });
		const fault = { kind: 'deleteLink', count: PAGE / 2 };
		await this.service.tell('/faults', [{ match: { path: '^/api/urls' }, fault }]);
		await ask('GET /api/urls');
		await control('/requests', { method: 'DELETE' });
	}

	async firstPage(): Promise<number> {
		const [first] = await this.service.control<Array<{ query: { page: number } }>>('/requests');
		return Number(first!.query.page);
	}

	async held(): Promise<number[]> {
		return (await this.service.state()).links.map(({ id }) => id);
	}

	/** The example, in small slices; its files are called by the name given. */
	walk(name: string): Workflow {
		const output = join(this.folder, `${name}.csv`);
		const workflow = exampleFor({ output, credential: this.credential }, 'walk-large-account');
		const { assignments } = workflow.nodes.find((node) => node.name === 'Files')!.parameters
			.assignments as { assignments: Array<{ name: string; value: unknown }> };
		const sizes: Record<string, number> = { links_per_slice: SLICE, page_size: PAGE };
		for (const assignment of assignments)
			assignment.value = sizes[assignment.name] ?? assignment.value;
		return workflow;
	}

	/** The files that a walk of this name has written. */
	filesOf(name: string): string[] {
		return readdirSync(this.folder)
			.filter((file) => file.startsWith(`${name}-`) && file.endsWith('.csv'))
			.sort();
	}

	/** The IDs in all files of this name, in their order. */
	written(name: string): number[] {
		return this.filesOf(name).flatMap((file) => {
			const [, ...rows] = readFileSync(join(this.folder, file), 'utf8')
				.replace('\ufeff', '')
				.trim()
				.split(/\r?\n/);
			return rows.map((row) => Number(row.split(',')[0]));
		});
	}
}
