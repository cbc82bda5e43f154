/**
 * `npm run test:mutation`: changes the code that decides without n8n in many small ways, one at a time, and runs the unit tests of
 * its area on each change. Prints how many of the changes (mutants) the tests notice, by area and file. Names of areas limit it:
 * `npm run test:mutation -- lists trigger`. The reports are in reports/mutation/. What was tested before and has not changed is not
 * tested again, unless `--force` is given.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { areas } from '../test/mutation/areas.mjs';
import { run } from './lib/run.mjs';
import { explain, show } from './lib/show.mjs';
import { root } from './lib/workspace.mjs';

/** The share of mutants that the tests of each area should notice, in percent. */
const MIN_SCORE = 90;
const next =
	'Next: read the log, correct the tests or the configuration, then run the same command again.';

/** @typedef {{ noticed: number, all: number, leftOut: number }} Tally */

/** @param {string[]} statuses @returns {Tally} */
function tallyOf(statuses) {
	/** @param {...string} wanted */
	const count = (...wanted) => statuses.filter((status) => wanted.includes(status)).length;
	const noticed = count('Killed', 'Timeout');
	return { noticed, all: noticed + count('Survived', 'NoCoverage'), leftOut: count('Ignored') };
}

/** @param {Tally} tally */
const scoreOf = ({ noticed, all }) => (all === 0 ? 100 : (100 * noticed) / all);

/** @param {string} title @param {Tally} tally */
function tell(title, tally) {
	const { noticed, all, leftOut } = tally;
	const score = scoreOf(tally).toFixed(1).padStart(5);
	console.log(`${title.padEnd(58)} ${score} % ${noticed}/${all}, ${leftOut} left out`);
}

/** Prints the score of an area. @param {string} area @returns {number} */
function report(area) {
	const file = join(root, 'reports/mutation', `${area}.json`);
	if (!existsSync(file)) throw new Error(`There is no report of ${area}.\n\n${next}`);
	/** @type {{ files: Record<string, { mutants: Array<{ status: string }> }> }} */
	const { files } = JSON.parse(readFileSync(file, 'utf8'));
	const byFile = Object.entries(files).map(([name, { mutants }]) => ({
		name,
		statuses: mutants.map(({ status }) => status),
	}));
	const tally = tallyOf(byFile.flatMap(({ statuses }) => statuses));
	tell(area, tally);
	for (const { name, statuses } of byFile)
		tell(`  ${name.replace('nodes/LinkManagement/', '')}`, tallyOf(statuses));
	return scoreOf(tally);
}

const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('--'));
const named = args.filter((arg) => !arg.startsWith('--'));
const unknown = named.filter((name) => !(name in areas));
const chosen = named.length === 0 ? Object.keys(areas) : named;

try {
	if (unknown.length > 0)
		throw new Error(
			`Unknown: ${unknown.join(', ')}. The areas are ${Object.keys(areas).join(', ')}.`,
		);
	for (const area of chosen) {
		const env = { MUTATION_AREA: area };
		await show(`Testing the unit tests of ${area}`, async () => {
			const log = `mutation-${area}`;
			await run(['npx', 'stryker', 'run', ...flags], { env, log, next });
		});
	}
	console.log('');
	const low = chosen.filter((area) => report(area) < MIN_SCORE);
	if (low.length > 0) console.error(`\nBelow ${MIN_SCORE} %: ${low.join(', ')}`);
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
