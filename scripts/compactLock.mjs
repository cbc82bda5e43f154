/**
 * `node scripts/compactLock.mjs sandbox/versions/2.0.3/package-lock.json`: rewrites a lockfile with one line for each package, and
 * with what npm needs to install the same files: nobody reads or updates the packages of an older n8n.
 */
import { readFileSync, writeFileSync } from 'node:fs';

import { offerHelp } from './lib/help.mjs';

offerHelp(`
Usage: node scripts/compactLock.mjs sandbox/versions/2.0.3/package-lock.json …

Rewrites lockfiles with one line for each package.
`);

/** What npm repeats from the packages for people and for warnings. */
const unread = ['license', 'engines', 'funding', 'deprecated'];

for (const file of process.argv.slice(2)) {
	const { packages, ...lock } = JSON.parse(readFileSync(file, 'utf8'));
	for (const entry of Object.values(packages)) for (const key of unread) delete entry[key];
	const lines = Object.entries(packages).map(
		([path, entry]) => `${JSON.stringify(path)}:${JSON.stringify(entry)}`,
	);
	const head = JSON.stringify(lock).slice(0, -1);
	writeFileSync(file, `${head},"packages":{\n${lines.join(',\n')}\n}}\n`);
}
