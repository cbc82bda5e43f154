/**
 * `node scripts/release.mjs v1.2.3`: whether this checkout may be released under that tag. Prints the changelog's section,
 * which becomes the text of the release.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './lib/workspace.mjs';

/** Stands where only the owner knows what belongs there; CONTRIBUTING.md tells how to replace it, and so bears it, too. */
const placeholder = 'placeholder-organisation';
const tellOfIt = ['CONTRIBUTING.md', 'scripts/release.mjs'];

/** @param {string} file */
const read = (file) => readFileSync(join(root, file), 'utf8');

/** The changelog's text on a version. @param {string} version @returns {string | undefined} */
function section(version) {
	const sections = read('CHANGELOG.md').split(/^## /m);
	const found = sections.find((text) => text.startsWith(`${version} - `));
	return found?.slice(found.indexOf('\n')).trim();
}

/** The tracked files in which the placeholder still stands. @returns {string[]} */
function unfilled() {
	const others = tellOfIt.map((file) => `:!${file}`);
	const args = ['grep', '--files-with-matches', placeholder, '--', '.', ...others];
	const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
	// 1 is git's way to say that there is none
	if (status !== 0 && status !== 1) throw new Error(stderr || 'git could not be run');
	return stdout.split('\n').filter(Boolean);
}

const tag = process.argv[2];
const { version } = JSON.parse(read('package.json'));
const notes = section(version);
const left = unfilled();
const complaints = [
	tag !== `v${version}` &&
		`The tag is ${tag ?? 'not given'}, the version in package.json is ${version}.`,
	!notes && `CHANGELOG.md has no text under "## ${version} - <date>".`,
	left.length > 0 &&
		`"${placeholder}" still stands in ${left.join(', ')}. CONTRIBUTING.md: "Before the first release".`,
].filter(Boolean);

if (complaints.length === 0) console.log(notes);
else {
	console.error(complaints.join('\n'));
	process.exitCode = 1;
}
