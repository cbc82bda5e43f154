/** The check before a release: tag, version, changelog, and the places that only the owner can fill in. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const scripts = resolve(__dirname, '../../scripts');

/** Runs the check in a repository of its own. */
function check(tag: string, files: Record<string, string>) {
	const folder = mkdtempSync(join(tmpdir(), 'release-'));
	try {
		mkdirSync(join(folder, 'scripts/lib'), { recursive: true });
		for (const name of ['release.mjs', 'lib/workspace.mjs'])
			cpSync(join(scripts, name), join(folder, 'scripts', name));
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
