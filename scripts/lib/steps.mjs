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

/**
 * Runs the steps that are not done yet: those of a chain one after the other, and the chains side by side. When all are done, it prints
 * nothing and takes no time.
 *
 * @param {Step[][]} chains
 */
export async function doMissing(...chains) {
	const missing = chains.flat().filter((step) => !stateOf(step).isFresh());
	if (missing.length === 0) return;
	const title = missing.map(({ title }) => title).join('; ');
	/** @type {Map<Step, string>} what each step reports while it runs */
	const reports = new Map();
	await show(title, async (tell) => {
		/** @param {Step} step */
		const inSequence = async (step) => {
			/** @param {string} text */
			const report = (text) =>
				tell([...reports.set(step, `${step.name}: ${text}`).values()].join(', '));
			report('running');
			await inTurn(step, report);
			reports.delete(step);
		};
		const ended = await Promise.allSettled(
			chains.map(async (steps) => {
				// A step can make what a later one reads
				for (const step of steps) if (!stateOf(step).isFresh()) await inSequence(step);
			}),
		);
		for (const end of ended) if (end.status === 'rejected') throw end.reason;
	});
}

/** @param {Step} step */
const stateOf = ({ name, reads, makes }) => stamp(name, [...reads, ...makes]);

/**
 * Lets one process at a time do a step: the unfinished work of another process would look like an interrupted step.
 *
 * @param {Step} step
 * @param {import('./show.mjs').Tell} report
 */
async function inTurn(step, report) {
	const folder = join(stateFolder, 'turns', step.name);
	const turn = turnAt(folder);
	while (!turn.take()) {
		const holder = turn.holder();
		if (holder)
			report(
				`waiting for process ${holder}; if that process is unrelated, delete ${relative(root, folder)}`,
			);
		await sleep(300 + 300 * Math.random());
	}
	try {
		if (!stateOf(step).isFresh()) await doStep(step, report, turn);
	} finally {
		turn.leave();
	}
}

/** @param {Step} step @param {import('./show.mjs').Tell} report @param {import('./turn.mjs').Turn} turn */
async function doStep(step, report, turn) {
	const { title, remnants, makes, work } = step;
	const state = stateOf(step);
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
