/** `npm test`: runs all checks and tests, also on a fresh clone. Arguments are passed to jest. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { bootstrap } from './bootstrap.mjs';
import { offerHelp } from './lib/help.mjs';
import { handOver, isInterruption, run } from './lib/run.mjs';
import { explain } from './lib/show.mjs';
import { root, stateFolder } from './lib/workspace.mjs';

offerHelp(`
Usage: npm test [-- options of jest]

Installs what is missing, and runs all checks and tests. "npx jest --help" lists the options of jest.
`);

const results = join(stateFolder, 'test-results.json');

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** The npm scripts that check without running anything of the node. The parts of `lint` run side by side, too. */
const checks = [
	...Object.keys(scripts).filter((name) => name.startsWith('lint:')),
	'typecheck',
	'scan',
];

/**
 * Runs the checks side by side and beside the tests, which wait a lot for windows and servers.
 *
 * @returns {Promise<Error[]>} why checks failed
 */
async function check() {
	const results = await Promise.allSettled(
		checks.map(async (script) => {
			const next = `Next: fix the problems above. "npm run ${script}" repeats only this check.`;
			await run(['npm', 'run', script], { log: script.replace(':', '-'), next });
		}),
	);
	return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
}

/** Runs all test projects under Node 24. @param {string[]} args */
async function jest(args) {
	rmSync(results, { force: true });
	// Without --ci, jest writes a missing snapshot again, and its test passes
	const flags = ['--ci', '--json', `--outputFile=${results}`];
	const code = await handOver(['node_modules/jest/bin/jest.js', ...flags, ...args]);
	// An interrupted jest writes no results
	const written = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {};
	// jest writes the output of --listTests there, too
	if (Array.isArray(written)) console.log(written.join('\n'));
	const {
		numPassedTests = 0,
		numFailedTests = 0,
		numRuntimeErrorTestSuites = 0,
		numPendingTests = 0,
	} = written;
	const failed = numFailedTests + numRuntimeErrorTestSuites;
	return {
		code,
		passed: numPassedTests,
		failed: code === 0 ? failed : Math.max(failed, 1),
		skipped: numPendingTests,
	};
}

try {
	await bootstrap();
	console.log('Checking the style, the types and what n8n asks of a node, beside the tests …');
	const checking = check();
	const tests = await jest(process.argv.slice(2));
	const failedChecks = await checking;
	for (const reason of failedChecks) console.error(`\n${explain(reason)}\n`);
	const failed = tests.failed + failedChecks.length;
	if (isInterruption(tests.code)) {
		process.exitCode = tests.code;
	} else {
		const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : '';
		process.exitCode = failed === 0 ? 0 : 1;
		console.log(
			`\n${tests.passed + checks.length - failedChecks.length} passed, ${failed} failed${skipped}`,
		);
	}
} catch (error) {
	console.error(`\n${explain(error)}\n\n0 passed, 1 failed`);
	process.exitCode = 1;
}
