/** `npm test`: everything that can be checked, on a fresh clone too. Arguments go to jest. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { bootstrap } from './bootstrap.mjs';
import { handOver, isInterruption, run } from './lib/run.mjs';
import { explain, show } from './lib/show.mjs';
import { stateFolder } from './lib/workspace.mjs';

const results = join(stateFolder, 'test-results.json');

/** A check by an npm script. @param {string} title @param {string} script @returns {Promise<number>} how many failed */
async function check(title, script) {
	try {
		const next = `Next: mend what is named above; "npm run ${script}" repeats this check alone.`;
		await show(title, async () => await run(['npm', 'run', script], { log: script, next }));
		return 0;
	} catch (error) {
		console.error(`\n${explain(error)}\n`);
		return 1;
	}
}

/** All test projects under Node 24. @param {string[]} args */
async function jest(args) {
	rmSync(results, { force: true });
	// Without --ci a snapshot that got lost would be written anew, and its test pass
	const flags = ['--ci', '--json', `--outputFile=${results}`];
	const code = await handOver(['node_modules/jest/bin/jest.js', ...flags, ...args]);
	// When it is interrupted, it writes none
	const written = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {};
	// What --listTests asks for goes there, too
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
		leftOut: numPendingTests,
	};
}

try {
	await bootstrap();
	const checks = [
		await check('Linting', 'lint'),
		await check('Checking the types', 'typecheck'),
		await check("Running n8n's scanner on the sources and on what is packed", 'scan'),
	];
	const failedChecks = checks.filter((failed) => failed > 0).length;
	const tests = await jest(process.argv.slice(2));
	const failed = tests.failed + failedChecks;
	if (isInterruption(tests.code)) {
		process.exitCode = tests.code;
	} else {
		const leftOut = tests.leftOut > 0 ? `, ${tests.leftOut} left out` : '';
		process.exitCode = failed === 0 ? 0 : 1;
		console.log(
			`\n${tests.passed + checks.length - failedChecks} passed, ${failed} failed${leftOut}`,
		);
	}
} catch (error) {
	console.error(`\n${explain(error)}\n\n0 passed, 1 failed`);
	process.exitCode = 1;
}
