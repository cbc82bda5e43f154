/** n8n loads every package when it starts. Loading must have no side effects. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../../..');
const sandbox = join(root, 'sandbox');

test('loading the package reads its own modules and does nothing else', () => {
	// outside the repository, so that n8n-workflow is the only package that can be resolved
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loading-')));
	cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
	const script = join(root, 'test/support/loading.mts');
	const env = { ...process.env, NODE_PATH: join(sandbox, 'node_modules') };
	const output = execFileSync(
		join(sandbox, 'node_modules/.bin/node'),
		[script, sandbox, join(folder, 'dist')],
		{ env, encoding: 'utf8' },
	);
	rmSync(folder, { recursive: true });

	// The bundle, and the three files that n8n loads
	const effects = { otherFiles: [], asyncResources: [], globals: [] };
	expect(JSON.parse(output)).toEqual({ loaded: 4, ...effects });
});
