/**
 * The check before a release: tag, version, changelog, and the places that only the owner can fill in. And what n8n's own tool asks of a
 * package before n8n verifies it; `npm run lint` runs the tool itself.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/** Runs the check in a repository of its own. */
function check(tag: string, files: Record<string, string>) {
	const folder = mkdtempSync(join(tmpdir(), 'release-'));
	try {
		mkdirSync(join(folder, 'scripts/lib'), { recursive: true });
		for (const name of ['release.mjs', 'lib/help.mjs', 'lib/workspace.mjs'])
			cpSync(join(root, 'scripts', name), join(folder, 'scripts', name));
		for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
		spawnSync('git', ['init', '--quiet'], { cwd: folder });
		spawnSync('git', ['add', '.'], { cwd: folder });
		const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', tag], {
			cwd: folder,
			encoding: 'utf8',
		});
		return { status, stdout: stdout.trim(), stderr: stderr.trim() };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** In two parts, because the check looks for it in this file, too. */
const placeholder = ['placeholder', 'organisation'].join('-');

const manifest = JSON.stringify({ name: 'n8n-nodes-x', version: '1.1.0' });
const changelog = (heading: string) =>
	`# Changelog\n\n## ${heading}\n\n- A new field.\n\n## 1.0.0 - 2026-12-01\n\nThe first version.\n`;

test('gives the section of the changelog as the text of the release', () => {
	const files = { 'package.json': manifest, 'CHANGELOG.md': changelog('1.1.0 - 2027-01-31') };
	expect(check('v1.1.0', files)).toEqual({ status: 0, stdout: '- A new field.', stderr: '' });
});

test('refuses a version whose section is still called Unreleased', () => {
	const files = { 'package.json': manifest, 'CHANGELOG.md': changelog('1.1.0 - Unreleased') };
	const { status, stdout, stderr } = check('v1.1.0', files);
	expect([status, stdout]).toEqual([1, '']);
	expect(stderr).toBe(
		'CHANGELOG.md has no text under "## 1.1.0 - <date>", with the date as 2027-01-31.',
	);
});

const candidate = JSON.stringify({ name: 'n8n-nodes-x', version: '1.1.0-rc.2' });

test('a candidate for a release takes the section that is called Unreleased', () => {
	const files = { 'package.json': candidate, 'CHANGELOG.md': changelog('1.1.0 - Unreleased') };
	expect(check('v1.1.0-rc.2', files)).toEqual({ status: 0, stdout: '- A new field.', stderr: '' });
});

test.each([
	['whose version is released', '1.1.0 - 2027-01-31', '## 1.1.0 - Unreleased".'],
	['of another version', '1.2.0 - Unreleased', '## 1.1.0 - Unreleased".'],
])('refuses a candidate %s', (_, heading, message) => {
	const files = { 'package.json': candidate, 'CHANGELOG.md': changelog(heading) };
	const { status, stderr } = check('v1.1.0-rc.2', files);
	expect([status, stderr]).toEqual([1, `CHANGELOG.md has no text under "${message}`]);
});

test.each(['1.1', '1.1.0-beta.1', '1.1.0-rc', '01.1.0'])(
	'refuses the version %s, which the workflow would publish as it is',
	(version) => {
		const files = {
			'package.json': JSON.stringify({ name: 'n8n-nodes-x', version }),
			'CHANGELOG.md': changelog(`${version} - 2027-01-31`),
		};
		const { status, stderr } = check(`v${version}`, files);
		expect(status).toBe(1);
		expect(stderr).toContain(`The version ${version} is neither one such as 1.2.3`);
	},
);

test('names everything that does not match', () => {
	const files = {
		'package.json': manifest,
		'CHANGELOG.md': changelog('1.2.0 - 2027-01-31'),
		'README.md': `https://github.com/${placeholder}/n8n-nodes-x`,
	};
	const { status, stderr } = check('v1.2.0', files);
	expect(status).toBe(1);
	expect(stderr.split('\n')).toEqual([
		'The tag is v1.2.0, the version in package.json is 1.1.0.',
		expect.stringContaining('CHANGELOG.md has no text under "## 1.1.0'),
		expect.stringContaining(`README.md still contain "${placeholder}"`),
	]);
});

const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Manifest {
	version: string;
	dependencies: Record<string, string>;
}
const manifestOf = (folder: string) => JSON.parse(read(join(folder, 'package.json'))) as Manifest;

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
	expect(manifestOf('scripts/ai-node-sdk').version).toBe(
		manifestOf('node_modules/@n8n/node-cli').dependencies['@n8n/ai-node-sdk'],
	);
});
