/** The real n8n engine for tests: starts the host process and gives its commands as functions. */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type {
	Command,
	Commands,
	HostMessage,
	HostSettings,
	Json,
	RunReply,
	RunRequest,
} from './protocol';

export type * from './protocol';

const ROOT = resolve(__dirname, '../../..');

interface EngineOptions {
	/** Directories of built packages; default: this one */
	packageDirs?: string[];
	/** More environment variables for the host */
	env?: Record<string, string>;
	/** Nothing stops it: it ends with the process that started it, and does not keep that one alive */
	isShared?: boolean;
}

/**
 * Environment of a host that evaluates expressions in its own process, as older versions of n8n do. Most tests use it: the
 * isolates of newer versions cost more CPU than the runs themselves. The tests of values from tables and the end-to-end tests keep
 * the isolates.
 */
export const LEGACY_EXPRESSIONS = { N8N_EXPRESSION_ENGINE: 'legacy' };

/**
 * Environment of an engine or a whole n8n with isolated expressions: it makes an isolate only when a run or a poll needs one, and
 * compiles its code once. Both are settings of n8n. The tests of `npm start` keep its defaults.
 */
export const FEWER_ISOLATES = {
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	N8N_EXPRESSION_ENGINE_COMPILE_CACHE: 'true',
};

/** A run that can be stopped while it lasts. */
interface RunningRun {
	reply: Promise<RunReply>;
	/** Tells whether the run was still under way */
	cancel(): Promise<boolean>;
}

const COMMANDS = [
	...(['run', 'tool', 'listSearch', 'credentialTest', 'poll'] as const),
	...(['cancel', 'vitals'] as const),
];
type Asking = {
	[C in Command]: (request: Commands[C]['request']) => Promise<Commands[C]['reply']>;
};
type Ask = (command: Command, request: object) => Promise<unknown>;
const asking = (ask: Ask): Asking =>
	Object.fromEntries(
		COMMANDS.map((command) => [command, async (request: object) => await ask(command, request)]),
	) as Asking;

/** Takes the commands of `protocol.ts`. `cancel` stops all runs under way. */
export interface Engine extends Asking {
	/** Runs the node once in a workflow, with a handle to stop it */
	start(request: RunRequest): RunningRun;
	stop(): Promise<void>;
}

/** Starts a process with n8n and the built package. One serves a whole test file; stop it in the end. */
export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
	const settings: HostSettings = {
		// another n8n: scripts/versions.mjs
		n8nDir: resolve(process.env.N8N_ENGINE_DIR ?? join(ROOT, 'sandbox')),
		packageDirs: (options.packageDirs ?? [ROOT]).map((dir) => resolve(dir)),
	};
	const bringAll = 'run `node scripts/bootstrap.mjs`';
	const node24 = join(ROOT, 'sandbox/node_modules/.bin/node');
	require_(node24, `Node 24 is not there: ${bringAll}`);
	require_(
		join(settings.n8nDir, 'node_modules/n8n-core'),
		`n8n is not installed in ${settings.n8nDir}: ${bringAll}`,
	);
	settings.packageDirs.forEach((dir) =>
		require_(join(dir, 'dist'), `The package in ${dir} is not built: ${bringAll}`),
	);
	const host = forkHost(settings, node24, options.env);
	const engine = await connect(host);
	if (options.isShared) {
		host.unref();
		host.channel?.unref();
	}
	return engine;
}

/** The same engine, with other data of the credential for all requests that bring none. */
export function withCredentials(engine: Engine, credentials: Json): Engine {
	return {
		...engine,
		...asking(
			async (command, request) => await engine[command]({ credentials, ...request } as never),
		),
		start: (request) => engine.start({ credentials, ...request }),
	};
}

function require_(path: string, otherwise: string): void {
	if (!existsSync(path)) throw new Error(otherwise);
}

function forkHost(
	settings: HostSettings,
	execPath: string,
	env: Record<string, string> = {},
): ChildProcess {
	const quiet = { N8N_DIAGNOSTICS_ENABLED: 'false', N8N_LOG_LEVEL: 'debug', NODE_NO_WARNINGS: '1' };
	return fork(join(__dirname, 'host.mts'), [JSON.stringify(settings)], {
		execPath,
		execArgv: [],
		// n8n sets NODE_PATH likewise, so that packages find its n8n-workflow
		env: {
			...process.env,
			NODE_ENV: 'production',
			NODE_PATH: join(settings.n8nDir, 'node_modules'),
			...quiet,
			...env,
		},
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
}

async function connect(host: ChildProcess): Promise<Engine> {
	const waiting = new Map<
		number,
		{ resolve: (reply: never) => void; reject: (error: Error) => void }
	>();
	let lastId = 0;
	const abandon = (reason: string) => waiting.forEach(({ reject }) => reject(new Error(reason)));
	const ask: Ask = (command, request) => {
		const id = ++lastId;
		host.send({ id, command, request });
		return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
	};
	await new Promise<void>((resolve, reject) => {
		host.on('message', (message: HostMessage) => {
			if ('ready' in message) return resolve();
			const asked = waiting.get(message.id);
			waiting.delete(message.id);
			if ('reply' in message) return asked?.resolve(message.reply as never);
			return (asked?.reject ?? reject)(new Error(`Engine host: ${message.failure}`));
		});
		host.once('error', reject);
		host.once('exit', (code) => {
			reject(new Error(`The engine host ended with code ${code}`));
			abandon(`The engine host ended with code ${code}`);
		});
	});
	const commands = asking(ask);
	return {
		...commands,
		start(request) {
			const reply = commands.run(request);
			const id = lastId;
			return { reply, cancel: async () => (await commands.cancel({ id })).canceled > 0 };
		},
		stop: async () => await stop(host),
	};
}

async function stop(host: ChildProcess): Promise<void> {
	if (host.exitCode !== null || !host.connected) return;
	const ended = new Promise((resolve) => host.once('exit', resolve));
	host.disconnect();
	await ended;
}
