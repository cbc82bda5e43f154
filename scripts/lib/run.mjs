/** Runs other programs: in the background with a log, or in this terminal. */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';

import { pinnedNode, root, stateFolder } from './workspace.mjs';

const endingSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const tailLength = 25;

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** The programs in the background, each with a process group. @type {Set<ChildProcess>} */
const background = new Set();
/** The program in this terminal, which ends in its own time. @type {ChildProcess | undefined} */
let inTerminal;
let passesSignalsOn = false;

/**
 * Runs a program to its end. Its output goes to `.sandbox/logs/<log>.log`.
 *
 * @param {[string, ...string[]]} command program and arguments
 * @param {{ cwd?: string, env?: Record<string, string>, log: string, next: string, onStart?: (pid: number) => void, onLine?: (line: string) => boolean | void }} options
 *   `env` is added to our environment; `onStart` gets the process ID; `onLine` gets each line and returns true to hide it; `next` tells the user what to do when the program fails
 */
export async function run([program, ...args], { cwd = root, env, log, next, onStart, onLine }) {
	mkdirSync(join(stateFolder, 'logs'), { recursive: true });
	const logFile = join(stateFolder, 'logs', `${log}.log`);
	const output = createWriteStream(logFile);
	/** @type {string[]} */
	const tail = [];
	// Its own process group, so that we can end everything that it started
	const child = spawn(program, args, {
		cwd,
		env: { ...process.env, ...env },
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	endWithUs();
	background.add(child);
	if (child.pid) onStart?.(child.pid);
	for (const stream of [child.stdout, child.stderr]) {
		createInterface({ input: stream }).on('line', (line) => {
			output.write(`${line}\n`);
			if (onLine?.(line)) return;
			tail.push(line);
			if (tail.length > tailLength) tail.shift();
		});
	}
	const outcome = await new Promise((resolve) => {
		child.on('error', (error) => resolve(error.message));
		child.on('close', (code, signal) => resolve(code === 0 ? undefined : `code ${code ?? signal}`));
	});
	background.delete(child);
	output.end();
	if (outcome === undefined) return;
	const what = `"${[program, ...args].join(' ')}" ended with ${outcome}`;
	throw new Error(
		[what, '', ...tail, '', `Full output: ${relative(root, logFile)}`, next].join('\n'),
	);
}

/** Passes on the signals that end us. We end at once, or after the program in this terminal. */
function endWithUs() {
	if (passesSignalsOn) return;
	passesSignalsOn = true;
	for (const signal of endingSignals)
		process.on(signal, () => {
			for (const child of background) endGroup(child, signal);
			if (inTerminal) inTerminal.kill(signal);
			else process.exit(128 + constants.signals[signal]);
		});
}

/** @param {ChildProcess} child @param {NodeJS.Signals} signal */
function endGroup({ pid }, signal) {
	try {
		if (pid) process.kill(-pid, signal);
	} catch {
		// It has already ended
	}
}

/**
 * Runs a program of the project under Node 24 in this terminal and returns its exit code.
 * It gets our signals. We end it when npm, which started us, ends. It notices through the IPC channel when we end.
 *
 * @param {string[]} args arguments of Node
 * @returns {Promise<number>}
 */
export async function handOver(args) {
	const child = spawn(pinnedNode, args, {
		cwd: root,
		stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
	});
	endWithUs();
	inTerminal = child;
	const parent = process.ppid;
	setInterval(() => process.ppid !== parent && child.kill(), 1_000).unref();
	return await new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (code, signal) => {
			inTerminal = undefined;
			resolve(signal ? 128 + constants.signals[signal] : (code ?? 1));
		});
	});
}

/** Whether an exit code means that a signal ended the program. @param {number} code */
export const isInterruption = (code) =>
	endingSignals.some((signal) => code === 128 + constants.signals[signal]);
