/** What n8n's own tool asks of a package before n8n verifies it. `npm run lint` runs the tool itself. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Manifest {
	version: string;
	dependencies: Record<string, string>;
}
const manifest = (folder: string) => JSON.parse(read(join(folder, 'package.json'))) as Manifest;

test("n8n's tool calls the package eligible for verification", () => {
	const tool = join(root, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');
	const told = execFileSync(process.execPath, [tool, 'cloud-support'], {
		cwd: root,
		encoding: 'utf8',
		env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' },
	});
	expect(told).toContain('Status: eligible for n8n Cloud verification');
	expect(told).not.toContain('NOT eligible');
});

test('the categories of the nodes are in the list of n8n, which sends a package back for others', () => {
	// docs.n8n.io, Codex files
	const listed = [
		...['Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting'],
		...['Marketing & Content', 'Miscellaneous', 'Productivity', 'Sales', 'Utility'],
	];
	for (const node of ['LinkManagement', 'LinkManagementTrigger']) {
		const { categories } = JSON.parse(read(`nodes/LinkManagement/${node}.node.json`)) as {
			categories: string[];
		};
		expect(categories.filter((category) => !listed.includes(category))).toEqual([]);
	}
});

test('every folder with code that does not ship has rules of its own, because those of the tool are for what ships', () => {
	const tracked = execFileSync('git', ['ls-files', '*.ts', '*.mts', '*.js', '*.mjs', '*.cjs'], {
		cwd: root,
		encoding: 'utf8',
	}).split('\n');
	const folders = new Set(tracked.flatMap((file) => /^([^/]+)\//.exec(file)?.[1] ?? []));
	const own = [...folders].filter((folder) => existsSync(join(root, folder, 'eslint.config.mjs')));
	expect([...folders].filter((folder) => !own.includes(folder)).sort()).toEqual([
		'credentials',
		'nodes',
	]);
});

test("the stand-in for n8n's AI SDK has the version that the tool depends on, or npm would install the SDK", () => {
	expect(manifest('scripts/ai-node-sdk').version).toBe(
		manifest('node_modules/@n8n/node-cli').dependencies['@n8n/ai-node-sdk'],
	);
});
