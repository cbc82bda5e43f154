/**
 * Brings a checkout from `git clone` to ready: tools, sandbox, native parts, the built and packed node.
 * Nothing is done twice, and what an interrupted run left half done is done again. Runs on Node 20 without any package.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { run } from './lib/run.mjs';
import { explain } from './lib/show.mjs';
import { doMissing, install } from './lib/steps.mjs';
import { pinnedNode, root, tarballName } from './lib/workspace.mjs';

const networkOrCompilers = `Next, whichever the output above speaks of:
- a download: see that the npm registry, github.com and nodejs.org can be reached; Node 24 and ready-made parts come from there
- compiling, where no ready-made part fits: install Python 3, make and a C++ compiler (Debian: apt-get install python3 make g++; macOS: xcode-select --install)
Then run the same command again.`;
const sources = 'Next: mend what the compiler names above, then run the same command again.';

/** What of the sandbox is not JavaScript: Node 24 itself comes first, the others are built for it. */
const nativeParts = ['node', 'sqlite3', 'isolated-vm'];

/** @type {import('./lib/steps.mjs').Step[]} */
const steps = [
	{
		name: 'tools',
		title: 'Installing the build and test tools',
		reads: ['package.json', 'package-lock.json', '.npmrc'],
		makes: ['node_modules/.package-lock.json'],
		remnants: 'node_modules',
		work: install('.'),
	},
	{
		name: 'sandbox',
		title: 'Installing n8n and the link service (2.3 GB, about three minutes the first time)',
		reads: ['sandbox/package.json', 'sandbox/package-lock.json', 'sandbox/.npmrc'],
		makes: ['sandbox/node_modules/.package-lock.json'],
		remnants: 'sandbox/node_modules',
		work: install('sandbox'),
	},
	{
		name: 'native',
		title: 'Bringing Node 24 and compiling the native parts of n8n (about a minute)',
		reads: nativeParts.map((name) => `sandbox/node_modules/${name}/package.json`),
		makes: [
			'sandbox/node_modules/node/bin/node',
			'sandbox/node_modules/sqlite3/build/Release/node_sqlite3.node',
		],
		work: async ({ onStart }) => {
			const options = { cwd: join(root, 'sandbox'), next: networkOrCompilers, onStart };
			await run(['npm', 'rebuild', '--ignore-scripts=false', ...nativeParts], {
				...options,
				log: 'native',
			});
			// isolated-vm has no file to look for: it is compiled only where none of those it brings fits
			await run([pinnedNode, '--eval', "require('sqlite3'); require('isolated-vm')"], {
				...options,
				log: 'native-check',
			});
		},
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

/** Does what is missing; silent and quick when nothing is. */
export async function bootstrap() {
	await doMissing(steps);
}

// A link on the way to the checkout is resolved in the one, not in the other
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
	bootstrap().catch((error) => {
		console.error(`\n${explain(error)}`);
		process.exitCode = 1;
	});
}
