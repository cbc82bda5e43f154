/**
 * Prepares a fresh clone: installs the tools, the sandbox and its native parts, and builds and packs the node.
 * Finished steps are not repeated; an interrupted step runs again. This file runs on Node 20 without any package.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { offerHelp } from './lib/help.mjs';
import { run } from './lib/run.mjs';
import { explain } from './lib/show.mjs';
import { doMissing, install } from './lib/steps.mjs';
import { pinnedNode, root, tarballName } from './lib/workspace.mjs';

const networkOrCompilers = `Next, depending on the output above:
- If a download failed: check that the npm registry, github.com and nodejs.org can be reached. Node 24 and prebuilt parts come from there.
- If compiling failed, because no prebuilt part fits your system: install Python 3, make and a C++ compiler (Debian: apt-get install python3 make g++; macOS: xcode-select --install).
Then run the same command again.`;
const sources = 'Next: fix the compiler errors above, then run the same command again.';

/** The parts of the sandbox that are not JavaScript. Node 24 comes first, because the others are built for it. */
const nativeParts = ['node', 'sqlite3', 'isolated-vm'];

/** @typedef {import('./lib/steps.mjs').Step} Step */

/** @type {Step[]} */
const sandbox = [
	{
		name: 'sandbox',
		title: 'Installing n8n and the link service (2.6 GB, about two minutes the first time)',
		reads: ['sandbox/package.json', 'sandbox/package-lock.json', 'sandbox/.npmrc'],
		makes: ['sandbox/node_modules/.package-lock.json'],
		remnants: 'sandbox/node_modules',
		work: install('sandbox'),
	},
	{
		name: 'native',
		title: 'Downloading Node 24 and compiling the native parts of n8n (about half a minute)',
		reads: nativeParts.map((name) => `sandbox/node_modules/${name}/package.json`),
		makes: [
			'sandbox/node_modules/node/bin/node',
			'sandbox/node_modules/sqlite3/build/Release/node_sqlite3.node',
		],
		work: async ({ onStart }) => {
			const options = { cwd: join(root, 'sandbox'), next: networkOrCompilers, onStart };
			// Half of the time is one file of SQLite, which the compiler's best optimization takes twice as long for
			const env = { JOBS: 'max', CFLAGS: '-O1', CXXFLAGS: '-O1' };
			await run(['npm', 'rebuild', '--ignore-scripts=false', ...nativeParts], {
				...options,
				env,
				log: 'native',
			});
			// isolated-vm has no file to check for: it is compiled only when none of its prebuilt files fits
			await run([pinnedNode, '--eval', "require('sqlite3'); require('isolated-vm')"], {
				...options,
				log: 'native-check',
			});
		},
	},
];

/** @type {Step[]} */
const node = [
	{
		name: 'tools',
		title: 'Installing the build and test tools',
		reads: ['package.json', 'package-lock.json', '.npmrc', 'scripts/ai-node-sdk/package.json'],
		makes: ['node_modules/.package-lock.json'],
		remnants: 'node_modules',
		work: install('.'),
	},
	{
		name: 'package',
		title: 'Building and packing the node',
		reads: [
			'nodes',
			'credentials',
			'icons',
			'gulpfile.js',
			'tsconfig.json',
			'package.json',
			'README.md',
			'LICENSE.md',
		],
		makes: ['dist', tarballName()],
		work: async ({ onStart }) => {
			const options = { next: sources, onStart };
			await run(['npm', 'run', 'build'], { ...options, log: 'build' });
			await run(['npm', 'pack', '--pack-destination', '.sandbox'], { ...options, log: 'pack' });
		},
	},
];

/** Runs the steps that are missing. When none is missing, it prints nothing and takes no time. */
export async function bootstrap() {
	await doMissing(sandbox, node);
}

// Only one of the two paths has symbolic links resolved
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
	offerHelp(`
Usage: node scripts/bootstrap.mjs

Installs the tools and the sandbox, and builds and packs the node. Finished steps are not repeated.
`);
	bootstrap().catch((error) => {
		console.error(`\n${explain(error)}`);
		process.exitCode = 1;
	});
}
