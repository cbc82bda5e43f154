/** The packed files: readable code, icons and descriptions; no install script, no secret; the same from each build. */
import { execFile, execFileSync } from 'node:child_process';
import {
	cpSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, test } from '@jest/globals';

const ROOT = resolve(__dirname, '../../..');
const PACKED = [
	/^package\.json$/,
	/^(README|LICENSE|CHANGELOG|SECURITY)\.md$/,
	/^dist\/linkManagement\.js$/,
	/^dist\/(credentials|nodes|icons)\/.+\.(js|json|svg)$/,
];
/** Patterns of keys, tokens, passwords and addresses that were left in a file. */
const SECRETS =
	/Bearer (?!YOUR_KEY)[\w.-]{8,}|-----BEGIN|gh[pousr]_\w{20,}|npm_\w{20,}|AKIA[A-Z0-9]{12,}|key-[\w-]+-of-the-tests|\/\/[\w-]+:[\w-]+@(?!host:port)/;

/** Most bytes of the packed package. */
const MAX_SIZE = 146_000;

const told = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
	...{ cwd: ROOT, encoding: 'utf8' },
	stdio: ['ignore', 'pipe', 'ignore'],
});
const [packed] = JSON.parse(told) as [{ files: Array<{ path: string }>; size: number }];
const files = packed.files.map(({ path }) => path);
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	name: string;
	version: string;
	repository: { url: string };
	scripts: Record<string, string>;
	dependencies?: object;
};

test('the package holds only what n8n runs', () => {
	expect(files).toContain('dist/nodes/LinkManagement/LinkManagement.node.js');
	expect(files.filter((file) => !PACKED.some((pattern) => pattern.test(file)))).toEqual([]);
	expect(files.filter((file) => /test|\.env|\.map$|\.npmrc|sandbox/i.test(file))).toEqual([]);
});

test('the package stays small', () => {
	expect(packed.size).toBeLessThanOrEqual(MAX_SIZE);
});

test('no file of the package holds a secret', () => {
	expect(files.filter((file) => SECRETS.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});

test('the package has no install script and no dependency', () => {
	const onInstall = /^(pre|post)?(install|prepare|publish|uninstall)$/;
	expect(Object.keys(manifest.scripts).filter((name) => onInstall.test(name))).toEqual([]);
	expect(manifest.dependencies).toBeUndefined();
});

describe('The code', () => {
	const code = readFileSync(join(ROOT, 'dist/linkManagement.js'), 'utf8');

	test('begins with what it is and where its sources are', () => {
		const { name, version, repository } = manifest;
		const banner = code.slice(0, code.indexOf('*/'));
		expect(banner).toMatch(/^\/\*\n/);
		expect(banner).toContain(`${name} ${version}\n`);
		expect(banner).toContain(`tag v${version}`);
		expect(`git+${/https:\S+/.exec(banner)?.[0]}.git`).toBe(repository.url);
	});

	test('is not minified: each module names its source, and keeps its lines', () => {
		const modules = [...code.matchAll(/^\/\/ ((?:nodes|credentials)\/\S+\.ts)$/gm)].map(
			([, source]) => source!,
		);
		expect(modules).toContain('nodes/LinkManagement/LinkManagement.node.ts');
		expect(modules.filter((source) => !statSync(join(ROOT, source)).isFile())).toEqual([]);
		expect(modules.length).toBeGreaterThan(100);
		expect(code.length / code.split('\n').length).toBeLessThan(60);
	});

	test.each(['n8n calls these instead of its routing engine', 'n8n would read and decrypt it'])(
		'answers what a reviewer asks: %s',
		(comment) => expect(code).toContain(comment),
	);
});

/** The files of a folder and their content. */
const contentOf = (folder: string) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => statSync(join(folder, file)).isFile())
		.sort()
		.map((file) => ({ file, content: readFileSync(join(folder, file), 'latin1') }));

/** Builds a copy of the checkout in a new folder. */
async function build(): Promise<ReturnType<typeof contentOf>> {
	const folder = mkdtempSync(join(tmpdir(), 'build-'));
	try {
		for (const name of [
			...['nodes', 'credentials', 'icons'],
			...['gulpfile.js', 'package.json', 'tsconfig.json'],
		])
			cpSync(join(ROOT, name), join(folder, name), { recursive: true });
		symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
		const gulp = join(ROOT, 'node_modules/gulp/bin/gulp.js');
		await promisify(execFile)(process.execPath, [gulp, 'quick'], { cwd: folder });
		return contentOf(join(folder, 'dist'));
	} finally {
		rmSync(folder, { recursive: true });
	}
}

test('a build in another folder is equal byte by byte', async () => {
	const present = contentOf(join(ROOT, 'dist'));
	expect(present.map(({ file }) => file)).toContain('linkManagement.js');
	expect(await build()).toEqual(present);
});
