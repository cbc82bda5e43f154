import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { nodeBinary } from '../../sandbox/n8n/node.ts';

const root = join(__dirname, '..', '..');

interface Row {
	id: number;
	name: string;
}

/** What the service holds, as far as tests look at it. */
export interface State {
	links: Array<{
		id: number;
		alias: string;
		longurl: string;
		title: string;
		description: string;
		clicks: number;
		campaign: number | null;
	}>;
	campaigns: Row[];
	channels: Row[];
	channel_items: Array<{ channel: number; type: string; item: number }>;
	qr_codes: Array<Row & { alias: string; data: unknown }>;
}

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
	/** All records. */
	state(): Promise<State>;
	/** Asks the API without n8n, as a colleague does: `GET /api/…`; gives the reply's JSON. */
	ask(line: string, body?: unknown, key?: string): Promise<Record<string, unknown>>;
	stop(): Promise<void>;
}

/** Starts the service on a free port, with data in memory unless `--data` is among the arguments. */
export async function startService(args: string[] = []): Promise<RunningService> {
	const child = spawnNode('sandbox/service/main.ts', ...presetOf(args), ...args);
	const address = JSON.parse(await firstLine(child)) as Address;
	return running(address, child);
}

/**
 * Services on free ports, each with data of its own in memory, which are never used up. All are in one process, because to start
 * a process takes longer than most tests. It ends with this process, and does not keep that alive.
 *
 * @param keys that each of them accepts
 * @returns gives as many of them as are asked for, always the same ones
 */
export function manyServices(keys: string[]): (count: number) => Promise<RunningService[]> {
	const started: RunningService[] = [];
	let child: ChildProcess | undefined;
	return async (count) => {
		const missing = count - started.length;
		if (missing <= 0) return started.slice(0, count);
		child ??= spawnInBackground(keys);
		child.send(missing);
		const addresses = await answerOf<Address[]>(child);
		for (const address of addresses) started.push(running(address, child));
		return [...started];
	};
}

function spawnInBackground(keys: string[]): ChildProcess {
	const preset = process.env.LINK_SERVICE_PRESET;
	const child = spawnNode('test/support/services.mts', JSON.stringify({ keys, preset }));
	for (const handle of [child, child.channel, child.stdout as Socket]) handle?.unref();
	return child;
}

const answerOf = async <T>(child: ChildProcess): Promise<T> =>
	await new Promise((resolve, reject) => {
		child.once('message', (message) => resolve(message as T));
		child.once('exit', (code) => reject(new Error(`The link services ended with code ${code}`)));
	});

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
	state: () => control(`${url}/sandbox/state`),
	ask: async (line, body, bearer = key) => {
		const [method, path] = line.split(' ');
		const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' };
		const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
		return (await response.json()) as Record<string, unknown>;
	},
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
	const response = await fetch(url, { method, body: JSON.stringify(body) });
	const text = await response.text();
	if (!response.ok) throw new Error(`${method} ${url}: ${text}`);
	return JSON.parse(text) as T;
}

async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill('SIGTERM');
	await once(child, 'exit');
}
