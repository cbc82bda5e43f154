/**
 * `npm run lint:subjects`: no commit since the last release has a subject of more than 72 characters. Without a tag, as in a
 * shallow clone, it checks the last 50 commits.
 */
import { execFileSync } from 'node:child_process';

import { offerHelp } from '../lib/help.mjs';
import { root } from '../lib/workspace.mjs';

offerHelp(`
Usage: npm run lint:subjects

Checks the length of the subjects of the commits since the last release.
`);

const MAX_LENGTH = 72;

/** @param {string[]} args @returns what git prints; undefined when it fails, as outside of a repository */
function git(...args) {
	try {
		return execFileSync('git', args, {
			cwd: root,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}).trim();
	} catch {
		return undefined;
	}
}

const release = git('describe', '--tags', '--abbrev=0', '--match', 'v*');
const subjects = git('log', '--format=%h %s', release === undefined ? '-50' : `${release}..HEAD`);
const long = (subjects ?? '')
	.split('\n')
	.filter((line) => line.replace(/^\S+ /, '').length > MAX_LENGTH);
if (long.length > 0) {
	console.error(`Subjects of more than ${MAX_LENGTH} characters:\n${long.join('\n')}`);
	process.exitCode = 1;
}
