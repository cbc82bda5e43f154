/**
 * Brings a checkout from `git clone` to ready: tools, sandbox, native parts, the built and packed node.
 * Nothing is done twice, and what an interrupted run left half done is done again. Runs on Node 20 without any package.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { run } from './lib/run.mjs';
import { explain } from './lib/show.mjs';
import { doMissing, install } from './lib/steps.mjs';
import { root, tarballName } from './lib/workspace.mjs';

const compilers =
	'Next: install Python 3, make and a C++ compiler (Debian: apt-get install python3 make g++; macOS: xcode-select --install), then run the same command again.';
const sources = 'Next: mend what the compiler names above, then run the same command again.';

/** What of the sandbox is not JavaScript: Node 24 itself comes first, the others are built for it. */
const nativeParts = ['node', 'sqlite3', 'isolated-vm'];

const steps = [
	{
		name: 'tools',
		title: 'Installing the build and test tools',
		reads: ['package.json', 'package-lock.json', '.npmrc'],
		makes: ['node_modules/.package-lock.json'],
		remnants: 'node_modules',
		work: install('.', []),
	},
	{
		name: 'sandbox',
		title: 'Installing n8n and the link service (2.3 GB, about three minutes the first time)',
		reads: ['sandbox/package.json', 'sandbox/package-lock.json', 'sandbox/.npmrc'],
		makes: ['sandbox/node_modules/.package-lock.json'],
		remnants: 'sandbox/node_modules',
		work: install('sandbox', ['--legacy-peer-deps']),
	},
	{
		name: 'native',
		title: 'Bringing Node 24 and compiling the native parts of n8n (about a minute)',
		reads: nativeParts.map((name) => `sandbox/node_modules/${name}/package.json`),
		makes: ['sandbox/node_modules/node/bin/node', 'sandbox/node_modules/sqlite3/build/Release/node_sqlite3.node'],
		work: async () =>
			await run(['npm', 'rebuild', '--ignore-scripts=false', ...nativeParts], {
				cwd: join(root, 'sandbox'),
				log: 'native',
				next: compilers,
			}),
	},
	{
		name: 'package',
		title: 'Building and packing the node',
		reads: ['nodes', 'credentials', 'icons', 'gulpfile.js', 'tsconfig.json', 'package.json', 'README.md', 'LICENSE.md'],
		makes: ['dist', tarballName()],
		work: async () => {
			await run(['npm', 'run', 'build'], { log: 'build', next: sources });
			await run(['npm', 'pack', '--pack-destination', '.sandbox'], { log: 'pack', next: sources });
		},
	},
];

/** Does what is missing; silent and quick when nothing is. */
export async function bootstrap() {
	await doMissing(steps);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	bootstrap().catch((error) => {
		console.error(`\n${explain(error)}`);
		process.exitCode = 1;
	});
}
