/** Steps that run once. A step runs again when the files that it reads or makes have changed, or after an interruption. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { run } from './run.mjs';
import { show } from './show.mjs';
import { stamp } from './stamp.mjs';
import { turnAt } from './turn.mjs';
import { root, stateFolder } from './workspace.mjs';

const network =
	'Next: check that the npm registry can be reached, then run the same command again. It continues where it stopped.';
const settings =
	'Next: read the log in .sandbox/logs, and check with "npm config list" whether one of your settings prevents it. Then run the same command again.';

/**
 * @typedef {object} Running
 * @property {import('./show.mjs').Tell} report
 * @property {(pid: number) => void} onStart called with each process that does the work, because it may outlive this one
 */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title
 * @property {string[]} reads files and folders, relative to the root
 * @property {string[]} makes the same
 * @property {string} [remnants] what is deleted after an interruption
 * @property {(running: Running) => Promise<void>} work
 */

/** Runs the steps that are not done yet. When all are done, it prints nothing and takes no time. @param {Step[]} steps */
export async function doMissing(steps) {
	for (const step of steps) {
		const state = stamp(step.name, [...step.reads, ...step.makes]);
		if (!state.isFresh())
			await inTurn(step, async (turn) => state.isFresh() || (await doStep(step, state, turn)));
	}
}

/**
 * Lets one process at a time do a step: the unfinished work of another process would look like an interrupted step.
 *
 * @param {Step} step
 * @param {(turn: import('./turn.mjs').Turn) => Promise<unknown>} work
 */
async function inTurn({ name, title }, work) {
	const folder = join(stateFolder, 'turns', name);
	const turn = turnAt(folder);
	while (!turn.take()) {
		await show(`Waiting for another run: ${title}`, async (report) => {
			do {
				const holder = turn.holder();
				if (holder)
					report(
						`process ${holder}; if that process is unrelated, delete ${relative(root, folder)}`,
					);
				await sleep(300 + 300 * Math.random());
			} while (turn.holder());
		});
	}
	try {
		await work(turn);
	} finally {
		turn.leave();
	}
}

/** @param {Step} step @param {ReturnType<typeof stamp>} state @param {import('./turn.mjs').Turn} turn */
async function doStep({ title, remnants, makes, work }, state, turn) {
	await show(title, async (report) => {
		if (remnants && state.wasInterrupted()) {
			report('deleting an interrupted installation');
			rmSync(join(root, remnants), { recursive: true, force: true });
		}
		state.begin();
		await work({ report, onStart: turn.include });
		const absent = makes.filter((path) => !existsSync(join(root, path)));
		if (absent.length > 0)
			throw new Error(`"${title}" succeeded, but ${absent.join(', ')} is missing\n\n${settings}`);
		state.finish();
	});
}

/** Runs `npm install` in a folder of the checkout, and reports how many packages have been fetched. @param {string} folder @returns {Step['work']} */
export function install(folder) {
	const cwd = join(root, folder);
	return async ({ report, onStart }) => {
		const { packages } = JSON.parse(readFileSync(join(cwd, 'package-lock.json'), 'utf8'));
		const total = Object.keys(packages).length - 1;
		let fetched = 0;
		/** @param {string} line */
		const onLine = (line) => {
			if (!line.startsWith('npm http')) return false;
			if (line.includes('.tgz')) report(`${++fetched} of at most ${total} packages fetched`);
			return true;
		};
		const log = `install-${folder === '.' ? 'tools' : folder.replaceAll('/', '-')}`;
		// npm ci rejects the sandbox's lockfile on some systems, because packages for other systems do not resolve there.
		// Without --no-save, npm adds to the lockfile what resolves on this system only
		const flags = ['--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=http'];
		await run(['npm', 'install', ...flags], { cwd, log, next: network, onStart, onLine });
	};
}
