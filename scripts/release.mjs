/**
 * `node scripts/release.mjs v1.2.3`: checks whether this checkout can be released under that tag. Prints the section of the
 * changelog, which becomes the text of the release. The section of a candidate, such as v1.2.3-rc.1, is not dated yet.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { offerHelp } from './lib/help.mjs';
import { root } from './lib/workspace.mjs';

offerHelp(`
Usage: node scripts/release.mjs TAG

Checks whether this checkout can be released under that tag, such as v1.2.3 or v1.2.3-rc.1, and prints the text of the release.
`);

/** Marks the places that only the owner can fill in. docs/maintaining.md explains how to replace it, and so contains it, too. */
const placeholder = 'placeholder-organisation';
const explainedIn = ['docs/maintaining.md', 'scripts/release.mjs'];

/** @param {string} file */
const read = (file) => readFileSync(join(root, file), 'utf8');

/**
 * The section of the changelog for a version, if its heading ends as it should.
 *
 * @param {string} version @param {RegExp} end @returns {string | undefined}
 */
function section(version, end) {
	const sections = read('CHANGELOG.md').split(/^## /m);
	const found = sections.find((text) => {
		const [heading = ''] = text.split('\n');
		return heading.startsWith(`${version} - `) && end.test(heading);
	});
	return found?.slice(found.indexOf('\n')).trim();
}

/** The tracked files that still contain the placeholder. @returns {string[]} */
function unfilled() {
	const others = explainedIn.map((file) => `:!${file}`);
	const args = ['grep', '--files-with-matches', placeholder, '--', '.', ...others];
	const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
	// git exits with 1 when it finds nothing
	if (status !== 0 && status !== 1) throw new Error(stderr || 'git could not be started');
	return stdout.split('\n').filter(Boolean);
}

const tag = process.argv[2];
const { version } = JSON.parse(read('package.json'));
const [released, candidate] = version.split('-');
const notes = section(released, candidate ? / - Unreleased$/ : / - \d{4}-\d\d-\d\d$/);
const heading = candidate
	? `"## ${released} - Unreleased"`
	: `"## ${released} - <date>", with the date as 2027-01-31`;
const left = unfilled();
const problems = [
	tag !== `v${version}` &&
		`The tag is ${tag ?? 'not given'}, the version in package.json is ${version}.`,
	!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}(-rc\.[1-9]\d*)?$/.test(version) &&
		`The version ${version} is neither one such as 1.2.3 nor a candidate for one, such as 1.2.3-rc.1.`,
	!notes && `CHANGELOG.md has no text under ${heading}.`,
	left.length > 0 &&
		`${left.join(', ')} still contain "${placeholder}". See "Before the first release" in docs/maintaining.md.`,
].filter(Boolean);

if (problems.length === 0) console.log(notes);
else {
	console.error(problems.join('\n'));
	process.exitCode = 1;
}
