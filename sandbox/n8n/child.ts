/** A long-running program of the sandbox. It logs to a file, is stopped with all its processes, and never outlives us. */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

import { nodeBinary } from './node.ts';

const running = new Set<Child>();

const graceMs = 15_000;
const tailLength = 30;

interface ChildOptions {
	/** The program. Default: Node. */
	program?: string;
	/** The arguments of Node: flags, the script, its arguments. */
	args: string[];
	logFile: string;
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Gets each line of its standard output, which is then not logged. */
	onLine?: (line: string) => void;
}

export interface Child {
	readonly pid: number;
	/** Resolves with the reason when it ends. */
	readonly ended: Promise<string>;
	/** The last lines of its log. */
	tail(): string;
	/** Asks it to end. If it does not, kills it and everything that it started. */
	stop(): Promise<void>;
}

/**
 * Starts a Node program. It has an IPC channel to us, so it can notice when we end. It has its own process group, so Ctrl-C
 * reaches only us, and we decide in which order the programs stop.
 */
export function startChild({
	program = nodeBinary(),
	args,
	logFile,
	cwd,
	env = process.env,
	onLine,
}: ChildOptions): Child {
	mkdirSync(dirname(logFile), { recursive: true });
	// Directly to the file: a pipe to us would break when we end, and the child could not shut down cleanly
	const log = openSync(logFile, 'w');
	const child = spawn(program, args, {
		cwd,
		env,
		detached: true,
		stdio: ['ignore', onLine ? 'pipe' : log, log, 'ipc'],
	});
	closeSync(log);
	if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
	const ended = new Promise<string>((resolve) => {
		child.on('error', (error) => resolve(error.message));
		child.on('close', (code, signal) => resolve(`code ${code ?? signal}`));
	});
	const started: Child = {
		pid: child.pid ?? 0,
		ended,
		tail: () => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-tailLength).join('\n'),
		stop: async () => {
			child.kill();
			const force = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), graceMs);
			await ended;
			clearTimeout(force);
			signalGroup(child.pid, 'SIGKILL');
		},
	};
	running.add(started);
	void ended.then(() => running.delete(started));
	return started;
}

/** Stops everything that was started and has not ended, including programs that are still starting. */
export async function stopChildren(): Promise<void> {
	await Promise.all([...running].map(async (child) => await child.stop()));
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, signal);
	} catch {
		// No process of the group is left
	}
}
