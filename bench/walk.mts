/** A complete n8n server walks through a large account with the example for it, while its memory is recorded. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { exampleFor } from '../sandbox/demo/example.ts';
import type { Workflow } from '../sandbox/n8n/client.ts';
import { finished, startWorkflow } from '../sandbox/n8n/executions.ts';
import { type N8nServer, startN8n } from '../sandbox/n8n/server.ts';
import { root, tarballName } from '../scripts/lib/workspace.mjs';
import { startService } from '../test/support/service.ts';

interface WalkPlan {
	links: number;
	slice: number;
	pageSize: number;
}

export interface WalkOutcome {
	wallMs: number;
	written: number;
	distinct: number;
	requests: number;
	slices: number;
	/** Resident memory of n8n in MB: before the walk, and after each slice. */
	before: number;
	during: number[];
}

/** Resident memory of n8n, in MB: that of its largest process. */
function rssMb({ pid }: N8nServer): number {
	const lines = execFileSync('ps', ['-A', '-o', 'pgid=,rss='], { encoding: 'utf8' })
		.trim()
		.split('\n');
	const processes = lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
	return (
		Math.max(...processes.filter(([group]) => group === pid).map(([, kilobytes]) => kilobytes)) /
		1024
	);
}

/** The example, with the folder and the slices of this plan filled in. */
function workflowFor(
	output: string,
	credential: { id: string; name: string },
	{ slice, pageSize }: WalkPlan,
): Workflow {
	const workflow = exampleFor({ output, credential }, 'walk-large-account');
	const { assignments } = workflow.nodes.find(({ name }) => name === 'Files')!.parameters
		.assignments as { assignments: Array<{ name: string; value: unknown }> };
	const sizes: Record<string, number> = { links_per_slice: slice, page_size: pageSize };
	for (const assignment of assignments)
		assignment.value = sizes[assignment.name] ?? assignment.value;
	return workflow;
}

const filesIn = (folder: string) => readdirSync(folder).map((file) => join(folder, file));
const idsIn = (file: string) =>
	readFileSync(file, 'utf8')
		.trim()
		.split('\n')
		.slice(1)
		.map((row) => Number.parseInt(row, 10));

async function walk(
	n8n: N8nServer,
	workflow: Workflow,
	folder: string,
): Promise<Pick<WalkOutcome, 'wallMs' | 'before' | 'during'>> {
	const before = rssMb(n8n);
	const during: number[] = [];
	await n8n.client.saveWorkflow(workflow);
	const id = await startWorkflow(n8n.client, workflow.id, 'Start');
	let running = true;
	const watched = (async () => {
		for (; running; await sleep(100))
			if (filesIn(folder).length > during.length) during.push(rssMb(n8n));
	})();
	const { status, error, startedAt, stoppedAt } = await finished(n8n.client, id);
	running = false;
	await watched;
	if (status !== 'success')
		throw new Error(`The walk ended with ${status}: ${error?.message ?? ''}`);
	return { wallMs: Date.parse(stoppedAt) - Date.parse(startedAt), before, during };
}

/** Sets everything up, runs the walk once, and cleans up. */
export async function measureWalk(plan: WalkPlan): Promise<WalkOutcome> {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'link-management-bench-')));
	const files = join(folder, 'files');
	mkdirSync(files);
	const service = await startService(['--no-response-validation', '--quiet', '--limit', '0']);
	let n8n: N8nServer | undefined;
	try {
		await service.control('/seed', { method: 'POST', body: { links: plan.links } });
		n8n = await startN8n({
			userFolder: folder,
			tarball: join(root, tarballName()),
			logFile: join(folder, 'n8n.log'),
			fileFolders: [files],
		});
		const data = { baseUrl: service.url, apiKey: service.key };
		const credential = await n8n.client.saveCredential({
			name: 'Link Management account',
			type: 'linkManagementApi',
			data,
		});
		const outcome = await walk(n8n, workflowFor(join(files, 'links.csv'), credential, plan), files);
		const { requests } = await service.control<{ requests: number }>('/stats');
		const ids = filesIn(files).flatMap(idsIn);
		return {
			...outcome,
			requests,
			slices: filesIn(files).length,
			written: ids.length,
			distinct: new Set(ids).size,
		};
	} finally {
		await Promise.all([n8n?.stop(), service.stop()]);
		rmSync(folder, { recursive: true, force: true });
	}
}
