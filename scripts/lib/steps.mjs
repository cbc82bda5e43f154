/** Steps that are done once: each again as soon as what it reads or makes has changed, and after an interruption. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { run } from './run.mjs';
import { show } from './show.mjs';
import { stamp } from './stamp.mjs';
import { root } from './workspace.mjs';

const network = 'Next: see that the npm registry can be reached, then run the same command again; it goes on where it stopped.';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title
 * @property {string[]} reads files and folders, relative to the root
 * @property {string[]} makes the same
 * @property {string} [remnants] what is cleared away after an interruption
 * @property {(report: (detail: string) => void) => Promise<void>} work
 */

/** Does the steps that are not done yet; silent and quick when all are. @param {Step[]} steps */
export async function doMissing(steps) {
	for (const step of steps) {
		const state = stamp(step.name, [...step.reads, ...step.makes]);
		if (state.isFresh()) continue;
		await show(step.title, async (report) => {
			if (step.remnants && state.wasInterrupted()) {
				report('clearing away an interrupted installation');
				rmSync(join(root, step.remnants), { recursive: true, force: true });
			}
			state.begin();
			await step.work(report);
			state.finish();
		});
	}
}

/** `npm install` in a folder of the checkout, telling how many packages have arrived. @param {string} folder @param {string[]} flags */
export function install(folder, flags) {
	const cwd = join(root, folder);
	// npm ci would refuse the sandbox's lockfile on some systems: packages that only others need do not resolve there
	const command = ['npm', 'install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=http', ...flags];
	return async (report) => {
		const { packages } = JSON.parse(readFileSync(join(cwd, 'package-lock.json'), 'utf8'));
		const total = Object.keys(packages).length - 1;
		let fetched = 0;
		const onLine = (line) => {
			if (!line.startsWith('npm http')) return false;
			if (line.includes('.tgz')) report(`${++fetched} of at most ${total} packages fetched`);
			return true;
		};
		const log = `install-${folder === '.' ? 'tools' : folder.replaceAll('/', '-')}`;
		await run(command, { cwd, log, next: network, onLine });
	};
}
