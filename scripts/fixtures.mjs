/**
 * `node scripts/fixtures.mjs 1.1.0`: writes the frozen fixtures of the present code to `test/fixtures/1.1.0`. Fixtures that exist
 * are what users have saved with that version, so they are never written again; `--replace` does it before the release.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { bootstrap } from './bootstrap.mjs';
import { offerHelp } from './lib/help.mjs';
import { handOver } from './lib/run.mjs';
import { explain } from './lib/show.mjs';
import { root } from './lib/workspace.mjs';

offerHelp(`
Usage: node scripts/fixtures.mjs VERSION [--replace]

Writes the frozen fixtures of the present code to test/fixtures/VERSION. With --replace, it writes them again, before the release.
`);

try {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { replace: { type: 'boolean', default: false } },
	});
	const [version = ''] = positionals;
	if (!/^\d+\.\d+\.\d+$/.test(version))
		throw new Error('Name the version, as in: node scripts/fixtures.mjs 1.1.0');
	const folder = join(root, 'test', 'fixtures', version);
	if (existsSync(folder) && !values.replace)
		throw new Error(
			`${folder} exists\n\nNext: after the release of ${version}, leave it as it is and write those of a later version. Before, add --replace.`,
		);
	await bootstrap();
	rmSync(folder, { recursive: true, force: true });
	process.env.WRITE_FIXTURES = version;
	const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'engine'];
	process.exitCode = await handOver([
		...jest,
		'--testPathPatterns',
		'test/engine/package/fixtures',
	]);
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
