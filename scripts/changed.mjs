/**
 * `npm run test:changed`: checks in about 15 seconds what has changed since the last commit. It checks the types, bundles the
 * node, and runs the unit tests that import a changed file and the engine tests of the changed folders (test/engineTests.json).
 * `npm test` runs everything.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { handOver, run } from './lib/run.mjs';
import { explain, show } from './lib/show.mjs';
import { pinnedNode, root } from './lib/workspace.mjs';

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
const tests = changed.filter((file) => /^test\/(unit|engine)\/.*\.test\.ts$/.test(file));

/** @type {Record<string, string[]>} */
const testsOfFolder = JSON.parse(readFileSync(join(root, 'test/engineTests.json'), 'utf8'));

/** The engine tests of the nearest folder that has some. @param {string} folder @returns {string[]} */
const engineTestsOf = (folder) =>
	testsOfFolder[folder] ?? (folder === '.' ? [] : engineTestsOf(dirname(folder)));

const engineTests = new Set([
	...shipped
		.flatMap((file) => engineTestsOf(dirname(file)))
		.map((name) => `test/engine/${name}.test.ts`),
	...tests.filter((file) => file.startsWith('test/engine/')),
]);
/** What unit tests import, and unit tests. An icon has none. */
const unitTests = [...shipped, ...tests].filter(
	(file) => file.endsWith('.ts') && !file.startsWith('test/engine/'),
);

/** @param {string[]} args arguments of jest @returns {Promise<boolean>} whether all tests passed */
const jest = async (args) =>
	(await handOver(['node_modules/jest/bin/jest.js', '--ci', ...args])) === 0;

try {
	if (!existsSync(pinnedNode))
		throw new Error('Nothing is installed yet.\n\nNext: run "npm test" once.');
	if (shipped.length + tests.length === 0) {
		console.log(
			'Nothing has changed in nodes/, credentials/, test/unit/ and test/engine/ since the last commit.',
		);
	} else {
		await show('Bundling the node', () =>
			run(['npx', 'gulp', 'quick'], { log: 'quick-build', next }),
		);
		const types = run(['npx', 'tsc', '--noEmit'], { log: 'quick-types', next }).then(
			() => true,
			(error) => {
				console.error(`\n${explain(error)}\n`);
				return false;
			},
		);
		const results = [
			unitTests.length === 0 ||
				(await jest(['--selectProjects', 'unit', '--findRelatedTests', ...unitTests])),
			engineTests.size === 0 ||
				(await jest(['--selectProjects', 'engine', '--runTestsByPath', ...engineTests])),
		];
		process.exitCode = [await types, ...results].every(Boolean) ? 0 : 1;
	}
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
