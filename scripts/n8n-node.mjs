/**
 * `npm run n8n-node`: n8n's own tool for authors of community nodes, `n8n-node lint` and `n8n-node build`, in strict mode and
 * with its own configuration. The tool lints all TypeScript below the current folder, and its rules make no sense for tests,
 * sandbox and bench (no file access, no timers). So this script copies what ships into a folder of its own, and runs the tool there.
 * The first run installs the tool there (700 MB).
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { run } from './lib/run.mjs';
import { explain, show } from './lib/show.mjs';
import { root, stateFolder } from './lib/workspace.mjs';

const TOOL = '@n8n/node-cli';
const TOOL_VERSION = '0.48.3';
const SHIPPED = ['nodes', 'credentials', 'icons', 'tsconfig.json', 'README.md', 'LICENSE.md'];

const folder = join(stateFolder, 'n8n-node');
const next = 'Next: fix the problems above, then run the same command again.';

/** Copies what ships, with a package.json that claims strict mode, and the configuration that the tool asks for. */
function stage() {
	mkdirSync(folder, { recursive: true });
	for (const name of SHIPPED) {
		rmSync(join(folder, name), { recursive: true, force: true });
		cpSync(join(root, name), join(folder, name), { recursive: true });
	}
	const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const { typescript, 'n8n-workflow': workflow } = manifest.devDependencies;
	manifest.devDependencies = { [TOOL]: TOOL_VERSION, typescript, 'n8n-workflow': workflow };
	manifest.n8n.strict = true;
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
	/** @type {[string, ...string[]]} */
	const installing = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund'];
	return run(installing, { cwd: folder, log: 'n8n-node-install', next });
}

/** @param {'lint' | 'build'} command */
const tool = async (command) =>
	await run(['npm', 'exec', '--no', '--', 'n8n-node', command], {
		cwd: folder,
		log: `n8n-node-${command}`,
		next,
	});

try {
	await show(`Installing ${TOOL} ${TOOL_VERSION}`, stage);
	const configuration = join(TOOL, 'dist/template/templates/shared/default/eslint.config.mjs');
	cpSync(join(folder, 'node_modules', configuration), join(folder, 'eslint.config.mjs'));
	await show('n8n-node lint, in strict mode', async () => await tool('lint'));
	await show('n8n-node build', async () => await tool('build'));
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
