/** n8n in queue mode for one test file: the link service beside main, workers, Redis and PostgreSQL. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { missingPackages } from '../../../sandbox/n8n/backing.ts';
import { stopChildren } from '../../../sandbox/n8n/child.ts';
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { type Cluster, startCluster } from '../../../sandbox/n8n/cluster.ts';
import { type RunningService, startService } from '../service';
import { credentialOf, packedNode, withoutEditor } from './installation';
import { publication, publish } from './published';

/** n8n's time limits for a worker that does not respond, scaled like the service's windows. */
const scaled = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

export interface QueueInstallation {
	service: RunningService;
	cluster: Cluster;
	credential: { id: string; name: string };
	/** Has the workflow's webhook take calls. */
	publish(workflow: Workflow): Promise<void>;
	/** Calls the webhook of a published workflow: one execution. */
	start(workflow: Workflow, body: object): Promise<void>;
	stop(): Promise<void>;
}

/** What to install before queue mode can be tested; undefined when nothing is missing. */
export function whatIsMissing(): string | undefined {
	const missing = missingPackages();
	return missing.length > 0
		? `queue mode needs programs that are not here: apt-get install ${missing.join(' ')}`
		: undefined;
}

export async function startQueueMode(): Promise<QueueInstallation> {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'link-management-queue-')));
	const service = await startService();
	const stop = async () => {
		await Promise.all([stopChildren(), service.stop()]);
		rmSync(folder, { recursive: true, force: true });
	};
	const cluster = await startCluster({
		folder,
		tarball: packedNode(),
		environment: { ...scaled, ...withoutEditor },
	}).catch(async (error) => {
		await stop();
		throw error;
	});
	const credential = await cluster.main.client.saveCredential(credentialOf(service));
	return {
		service,
		cluster,
		credential,
		publish: async (workflow) => {
			await publish(cluster.main, workflow);
			await publication(cluster.main, workflow);
		},
		start: async ({ id }, body) => {
			const init = {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify(body),
			};
			const response = await fetch(`${cluster.main.url}/webhook/${id}`, init);
			if (!response.ok)
				throw new Error(`The webhook answered ${response.status}: ${await response.text()}`);
		},
		stop: async () => {
			await cluster.stop();
			await stop();
		},
	};
}
