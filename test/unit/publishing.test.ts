/**
 * The check before a release: tag, version, changelog, and the places that only the owner can fill in. And what n8n's own tool asks of a
 * package before n8n verifies it; `npm run lint` runs the tool itself.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const filesOf = (version: string, heading: string) => ({
	'package.json': JSON.stringify({ name: 'n8n-nodes-x', version }),
	'CHANGELOG.md': `# Changelog\n\n## ${heading}\n\n- A new field.\n\n## 1.0.0 - 2026-12-01\n\nThe first version.\n`,
});

const isNoVersion = (version: string) =>
	expect.stringContaining(`The version ${version} is neither one such as 1.2.3`);
const DATED = 'CHANGELOG.md has no text under "## 1.1.0 - <date>", with the date as 2027-01-31.';
const UNRELEASED = 'CHANGELOG.md has no text under "## 1.1.0 - Unreleased".';

test.each<[version: string, section: string, stderr: string]>([
	['1.1.0', '1.1.0 - 2027-01-31', ''],
	// A candidate takes the section of the next version
	['1.1.0-rc.2', '1.1.0 - Unreleased', ''],
	['1.1.0', '1.1.0 - Unreleased', DATED],
	['1.1.0-rc.2', '1.1.0 - 2027-01-31', UNRELEASED],
	['1.1.0-rc.2', '1.2.0 - Unreleased', UNRELEASED],
	// The workflow would publish these as they are
	['1.1', '1.1 - 2027-01-31', isNoVersion('1.1')],
	['1.1.0-beta.1', '1.1.0-beta.1 - 2027-01-31', isNoVersion('1.1.0-beta.1')],
	['1.1.0-rc', '1.1.0-rc - 2027-01-31', isNoVersion('1.1.0-rc')],
	['01.1.0', '01.1.0 - 2027-01-31', isNoVersion('01.1.0')],
])(
	'the release %s beside the section %s has its text, or is refused',
	(version, section, stderr) => {
		const isRight = stderr === '';
		expect(check(`v${version}`, filesOf(version, section))).toEqual({
			...{ status: isRight ? 0 : 1, stdout: isRight ? '- A new field.' : '', stderr },
		});
	},
);

test('names everything that does not match', () => {
	const files = {
		...filesOf('1.1.0', '1.2.0 - 2027-01-31'),
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

test('the packed README has the pictures of its version, which npmjs.com shows, and the one of the repository relative ones', () => {
	const folder = mkdtempSync(join(tmpdir(), 'staged-'));
	const module = join(folder, 'scripts/lib/staged.mjs');
	for (const name of ['lib/staged.mjs', 'lib/workspace.mjs'])
		cpSync(join(root, 'scripts', name), join(folder, 'scripts', name));
	for (const name of ['package.json', 'LICENSE.md', 'README.md'])
		cpSync(join(root, name), join(folder, name));
	mkdirSync(join(folder, 'dist'));
	const program = `import(${JSON.stringify(module)}).then((staged) => staged.stagePackage('staged'))`;
	execFileSync(process.execPath, ['--eval', program], { cwd: folder });
	const picturesIn = (file: string) =>
		[...readFileSync(file, 'utf8').matchAll(/!\[[^\]]*\]\(([^)]*docs\/images[^)]*)\)/g)].map(
			([, address]) => address!,
		);
	const relative = picturesIn(join(root, 'README.md'));
	const packed = picturesIn(join(folder, 'staged/README.md'));
	rmSync(folder, { recursive: true });
	expect(relative.length).toBeGreaterThan(2);
	const { version } = JSON.parse(read('package.json')) as { version: string };
	const start = /^https:\/\/raw\.githubusercontent\.com\/[^/]+\/n8n-nodes-link-management\//;
	expect(packed.filter((address) => !start.test(address))).toEqual([]);
	expect(packed.map((address) => address.replace(start, ''))).toEqual(
		relative.map((path) => `v${version}/${path}`),
	);
});

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

test("the stand-in for n8n's AI SDK has the version that the tool depends on, or npm would install the SDK", () => {
	const manifestOf = (folder: string) =>
		JSON.parse(read(`${folder}/package.json`)) as Record<string, unknown>;
	const { dependencies } = manifestOf('node_modules/@n8n/node-cli');
	expect(dependencies).toMatchObject({
		'@n8n/ai-node-sdk': manifestOf('scripts/ai-node-sdk').version,
	});
});
