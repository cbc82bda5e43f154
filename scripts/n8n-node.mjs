/**
 * `npm run n8n-node`: n8n's own tool for authors of community nodes. Prints whether the package is eligible for verification, and
 * runs `n8n-node lint` in the checkout. `n8n-node build` runs in a copy of what ships, because it would replace dist/.
 */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { offerHelp } from './lib/help.mjs';
import { run } from './lib/run.mjs';
import { explain, show } from './lib/show.mjs';
import { root } from './lib/workspace.mjs';

offerHelp(`
Usage: npm run n8n-node

Runs n8n's own tool for authors of community nodes: whether the package is eligible for verification, lint, build.
`);

const next = 'Next: fix the problems above, then run the same command again.';
const shipped = ['nodes', 'credentials', 'icons', 'tsconfig.json', 'package.json'];

/** @param {'cloud-support' | 'lint' | 'build'} command @param {string} cwd */
async function tool(command, cwd) {
	const env = { ESLINT_FLAGS: 'unstable_config_lookup_from_file' };
	/** @type {string[]} */
	const lines = [];
	await show(`n8n-node ${command}`, () =>
		run(['npm', 'exec', '--no', '--', 'n8n-node', command], {
			...{ cwd, env, log: `n8n-node-${command}`, next },
			onLine: (line) => void lines.push(line),
		}),
	);
	return lines;
}

const copy = mkdtempSync(join(tmpdir(), 'n8n-node-'));
try {
	const status = (await tool('cloud-support', root)).find((line) => line.includes('Status:'));
	console.log(
		status?.replace(/^\W+/, '') ?? 'The tool does not say whether the package is eligible',
	);
	if (!status || /NOT/.test(status)) process.exitCode = 1;
	await tool('lint', root);
	for (const name of shipped) cpSync(join(root, name), join(copy, name), { recursive: true });
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
	await tool('build', copy);
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
} finally {
	rmSync(copy, { recursive: true, force: true });
}
