import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { nodeBinary } from '../../sandbox/n8n/node.ts';

const root = join(__dirname, '..', '..');

/** The link service, running in a process of its own. */
export interface RunningService {
	/** Base URL, without a slash at the end. */
	url: string;
	/** A key it accepts. */
	key: string;
	/** Calls the control plane (`path` without `/sandbox`) and answers its JSON; throws when it complains. */
	control<T = unknown>(path: string, init?: { method?: string; body?: unknown }): Promise<T>;
	/** Sends a body to the control plane. */
	tell(path: string, body?: unknown): Promise<unknown>;
	stop(): Promise<void>;
}

/**
 * Starts the service on a free port, with data in memory unless `--data` is among the arguments.
 *
 * @param isShared nothing stops it: it ends with this process, and does not keep that alive
 */
export async function startService(
	args: string[] = [],
	{ isShared = false } = {},
): Promise<RunningService> {
	const child = spawnNode('sandbox/service/main.ts', ...presetOf(args), ...args);
	const address = JSON.parse(await firstLine(child)) as Address;
	if (isShared)
		for (const handle of [child, child.channel, child.stdout as Socket]) handle?.unref();
	return running(address, child);
}

/**
 * Starts several services on free ports, each with data of its own in memory. All are in one process, because starting a
 * process takes longer than most tests. To stop one of them stops all.
 *
 * @param keys that each of them accepts
 */
export async function startServices(count: number, keys: string[]): Promise<RunningService[]> {
	const child = spawnNode(
		'test/support/services.mts',
		JSON.stringify({ count, keys, preset: process.env.LINK_SERVICE_PRESET }),
	);
	const addresses = JSON.parse(await firstLine(child)) as Address[];
	return addresses.map((address) => running(address, child));
}

/** The preset of `npm run test:engine -- --preset`, unless a test names another one. */
function presetOf(args: string[]): string[] {
	const preset = process.env.LINK_SERVICE_PRESET;
	return preset === undefined || args.includes('--preset') ? [] : ['--preset', preset];
}

type Address = Pick<RunningService, 'url' | 'key'>;

const running = ({ url, key }: Address, child: ChildProcess): RunningService => ({
	url,
	key,
	control: (path, init) => control(`${url}/sandbox${path}`, init),
	tell: (path, body) => control(`${url}/sandbox${path}`, { method: 'POST', body }),
	stop: () => stop(child),
});

const spawnNode = (file: string, ...args: string[]): ChildProcess =>
	spawn(nodeBinary(), [join(root, file), ...args], {
		// jest gives the tests a copy of the environment
		env: process.env,
		stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
	});

function firstLine(child: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		createInterface({ input: child.stdout! }).once('line', resolve);
		child.once('error', reject);
		child.once('exit', (code) => reject(new Error(`The link service ended with code ${code}`)));
	});
}

async function control<T>(
	url: string,
	{ method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<T> {
	const response = await fetch(url, {
		method,
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${method} ${url}: ${text}`);
	return JSON.parse(text) as T;
}

function stop(child: ChildProcess): Promise<void> {
	return new Promise((resolve) => {
		if (child.exitCode !== null || child.signalCode !== null) return resolve();
		child.once('exit', () => resolve());
		child.kill('SIGTERM');
	});
}
