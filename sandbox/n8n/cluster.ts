/** n8n in queue mode as the compose file describes it, as processes of this machine: main process, workers, Redis and PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Backing, startPostgres, startRedis } from './backing.ts';
import type { Child } from './child.ts';
import { composeServices, environmentOf } from './compose.ts';
import { environmentFor } from './environment.ts';
import { startProcess } from './process.ts';
import { type N8nServer, onFreePorts, startN8n } from './server.ts';

interface ClusterOptions {
	/** The folder for all data and logs. */
	folder: string;
	/** The packed node (`npm pack`). */
	tarball: string;
	/** Settings of n8n in addition to those of the compose file. */
	environment?: Record<string, string>;
}

export interface Worker {
	readonly name: string;
	/** The executions that it began, in order. */
	begun(): string[];
	/** Kills it and everything that it started at once, as when its machine loses power. */
	kill(): Promise<void>;
}

export interface Cluster {
	readonly main: N8nServer;
	readonly workers: readonly Worker[];
	stop(): Promise<void>;
}

/**
 * Starts everything in the order of the compose file, apart from the task runners, whose launcher comes only as an image: Code
 * nodes do not run. If a part does not start, stop the others with `stopChildren`.
 */
export async function startCluster({
	folder,
	tarball,
	environment,
}: ClusterOptions): Promise<Cluster> {
	const services = composeServices();
	const secret = randomBytes(24).toString('hex');
	const { POSTGRES_USER: user, POSTGRES_DB: name } = services.postgres.environment;
	const [postgres, redis] = await Promise.all([
		startPostgres(join(folder, 'postgres'), { user: user!, name: name!, password: secret }),
		startRedis(join(folder, 'redis'), services.redis.command),
	]);
	const place = {
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_PASSWORD: secret,
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		N8N_ENCRYPTION_KEY: secret,
		N8N_RUNNERS_AUTH_TOKEN: secret,
	};
	const main = await startN8n({
		userFolder: join(folder, 'main'),
		tarball,
		logFile: join(folder, 'main.log'),
		environment: { ...environmentOf(services.main, place), ...environment },
	});
	const [worker] = services.workers;
	const names = services.workers.map((_, index) => `worker-${index + 1}`);
	const settings = { ...environmentOf(worker!, place), ...environment };
	const workers = await Promise.all(
		names.map(
			async (name) =>
				await startWorker(name, worker!.command, {
					folder,
					tarball,
					environment: settings,
				}),
		),
	);
	return { main, workers, stop: async () => await stopInOrder(workers, main, [postgres, redis]) };
}

interface RunningWorker extends Worker {
	child: Child;
}

async function startWorker(
	name: string,
	command: string[],
	{ folder, tarball, environment }: ClusterOptions,
): Promise<RunningWorker> {
	const userFolder = join(folder, name);
	const logFile = join(folder, `${name}.log`);
	const child = await onFreePorts(async (port, brokerPort) => {
		const ports = { QUEUE_HEALTH_CHECK_PORT: String(port), N8N_WORKER_SERVER_ADDRESS: '127.0.0.1' };
		const env = {
			...environmentFor({ userFolder, port, brokerPort, fileFolders: [] }),
			...environment,
			...ports,
		};
		return await startProcess({
			command,
			userFolder,
			tarball,
			logFile,
			env,
			probes: [`http://127.0.0.1:${port}/healthz/readiness`],
		});
	});
	return {
		name,
		child,
		begun: () =>
			[...readFileSync(logFile, 'utf8').matchAll(/Worker started execution (\d+)/g)].map(
				([, id]) => id!,
			),
		kill: async () => {
			process.kill(-child.pid, 'SIGKILL');
			await child.ended;
		},
	};
}

async function stopInOrder(
	workers: RunningWorker[],
	main: N8nServer,
	backing: Backing[],
): Promise<void> {
	await Promise.all([...workers.map(async ({ child }) => await child.stop()), main.stop()]);
	await Promise.all(backing.map(async ({ stop }) => await stop()));
}
