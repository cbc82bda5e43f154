/**
 * `npm run test:changed`: checks in about 15 seconds what has changed since the last commit. It checks the types, bundles the
 * node, and runs the unit tests that import a changed file and the tests of the changed folders (test/testsOfFolders.json).
 * `npm test` runs everything.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { offerHelp } from './lib/help.mjs';
import { handOver, run } from './lib/run.mjs';
import { explain, show } from './lib/show.mjs';
import { pinnedNode, root } from './lib/workspace.mjs';

offerHelp(`
Usage: npm run test:changed

Checks the types, bundles the node, and runs the tests of what has changed since the last commit.
`);

const next = 'Next: fix the problems above, then run the same command again.';

/** @param {string[]} args @returns {string[]} the lines that git prints */
const git = (...args) =>
	execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Files that were changed or added since the last commit, relative to the root. */
const changed = [
	...git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
	...git('ls-files', '--others', '--exclude-standard'),
];
const shipped = changed.filter((file) => /^(nodes|credentials|icons)\//.test(file));
const tests = changed.filter((file) => /^test\/(unit|virtual|engine)\/.*\.test\.ts$/.test(file));

/** @type {Record<string, string[]>} */
const testsOfFolder = JSON.parse(readFileSync(join(root, 'test/testsOfFolders.json'), 'utf8'));

/** The tests of the nearest folder that has some. @param {string} folder @returns {string[]} */
const testsOf = (folder) =>
	testsOfFolder[folder] ?? (folder === '.' ? [] : testsOf(dirname(folder)));

const isUnitTest = (/** @type {string} */ file) => file.startsWith('test/unit/');

const wholeTests = new Set([
	...shipped.flatMap((file) => testsOf(dirname(file))).map((name) => `test/${name}.test.ts`),
	...tests.filter((file) => !isUnitTest(file)),
]);
/** What unit tests import, and unit tests. An icon has none. */
const unitTests = [...shipped, ...tests.filter(isUnitTest)].filter((file) => file.endsWith('.ts'));

/** @param {string[]} args arguments of jest @returns {Promise<boolean>} whether all tests passed */
const jest = async (args) =>
	(await handOver(['node_modules/jest/bin/jest.js', '--ci', ...args])) === 0;

try {
	if (!existsSync(pinnedNode))
		throw new Error('Nothing is installed yet.\n\nNext: run "npm test" once.');
	if (shipped.length + tests.length === 0) {
		console.log(
			'Nothing has changed in nodes/, credentials/ and test/{unit,virtual,engine}/ since the last commit.',
		);
	} else {
		await show('Bundling the node', () =>
			run(['npx', 'gulp', 'quick'], { log: 'quick-build', next }),
		);
		const types = run(['npm', 'run', 'tsc', '--', '--noEmit'], { log: 'quick-types', next }).then(
			() => true,
			(error) => {
				console.error(`\n${explain(error)}\n`);
				return false;
			},
		);
		const results = [
			unitTests.length === 0 ||
				(await jest(['--selectProjects', 'unit', '--findRelatedTests', ...unitTests])),
			wholeTests.size === 0 ||
				(await jest(['--selectProjects', 'virtual', 'engine', '--runTestsByPath', ...wholeTests])),
		];
		process.exitCode = [await types, ...results].every(Boolean) ? 0 : 1;
	}
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
