/**
 * `npm run test:mutation`: changes the code that decides without n8n in many small ways, one at a time, and runs the tests of
 * its area on each change. Prints how many of the changes (mutants) the tests notice, by area and file. Names of areas limit it:
 * `npm run test:mutation -- lists trigger`. The reports are in reports/mutation/. `--incremental` does not
 * test again what was tested with it before and has not changed; it overlooks new tests of what is computed when a file is
 * loaded. `--redundant` prints the tests of an area that can go together without a loss: each mutant that they notice is noticed by
 * another test. `--report` only prints the scores of the last run, and `--areas` the names of the areas, as JSON. Fails when an area is
 * below the goal, when a file of the node is in no area, and when test/mutation/equivalents.mjs explains a mutant that does not
 * survive.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { areas, problems } from '../test/mutation/areas.mjs';
import { equivalents } from '../test/mutation/equivalents.mjs';
import { offerHelp } from './lib/help.mjs';
import { run } from './lib/run.mjs';
import { explain, show } from './lib/show.mjs';
import { root } from './lib/workspace.mjs';

offerHelp(`
Usage: npm run test:mutation [-- options] [areas]

Changes the code in many small ways, one at a time, and counts the changes that the tests notice.

  --report        only print the scores of the last run
  --redundant     print the tests that can go together without a loss
  --incremental   do not test again what was tested with it before and has not changed
  --areas         print the names of the areas, as JSON
  --help          show this text

Other options are passed to Stryker.
`);

/** The share of mutants that the tests of an area must notice, in percent. */
const MIN_SCORE = 93;
/** The same for areas in which a mistake loses or repeats records. @type {Record<string, number>} */
const MIN_SCORES = { lists: 95, recovery: 95 };
const minScoreOf = (/** @type {string} */ area) => MIN_SCORES[area] ?? MIN_SCORE;
const next =
	'Next: read the log, correct the tests or the configuration, then run the same command again.';

/** @typedef {{ noticed: number, all: number, explained: number, leftOut: number }} Tally */
/** @typedef {{ status: string, statusReason?: string, replacement?: string, location: { start: { line: number, column: number } } }} Mutant */

/**
 * Whether a mutant that no test notices is explained as equivalent. The explanation counts as used.
 *
 * @param {string} file @param {string[]} lines @param {Mutant} mutant
 */
function isExplained(file, lines, { replacement, location }) {
	const line = lines[location.start.line - 1]?.trim() ?? '';
	const explanation = equivalents[file]?.[line];
	const explains = explanation?.mutants.includes(replacement ?? '') ?? false;
	if (explains) used.add(explanation);
	return explains;
}

/** @param {string} name @param {string} source @param {Mutant[]} mutants @returns {Tally} */
function tallyOf(name, source, mutants) {
	const lines = source.split('\n');
	const withStatus = (/** @type {string[]} */ ...statuses) =>
		mutants.filter(({ status }) => statuses.includes(status));
	const noticed = withStatus('Killed', 'Timeout').length;
	const missed = withStatus('Survived', 'NoCoverage');
	const explained = missed.filter((mutant) => isExplained(name, lines, mutant)).length;
	// An equivalent mutant that only takes longer may take too long on a busy machine
	for (const mutant of withStatus('Timeout')) isExplained(name, lines, mutant);
	const leftOut = withStatus('Ignored').length;
	return { noticed, all: noticed + missed.length - explained, explained, leftOut };
}

/** @param {Tally[]} tallies @returns {Tally} */
const sumOf = (tallies) =>
	tallies.reduce(
		(sum, { noticed, all, explained, leftOut }) => ({
			noticed: sum.noticed + noticed,
			all: sum.all + all,
			explained: sum.explained + explained,
			leftOut: sum.leftOut + leftOut,
		}),
		{ noticed: 0, all: 0, explained: 0, leftOut: 0 },
	);

/** @param {Tally} tally */
const scoreOf = ({ noticed, all }) => (all === 0 ? 100 : (100 * noticed) / all);

/** @param {string} title @param {Tally} tally @param {string} [took] */
function tell(title, tally, took = '') {
	const { noticed, all, explained, leftOut } = tally;
	const score = scoreOf(tally).toFixed(1).padStart(5);
	const counts = `${noticed}/${all}, ${explained} explained, ${leftOut} left out`;
	console.log(`${title.padEnd(48)} ${score} % ${counts}${took}`);
}

/** Prints the score of an area. @param {string} area @param {number} [seconds] @returns {number} */
function report(area, seconds) {
	const file = join(root, 'reports/mutation', `${area}.json`);
	if (!existsSync(file)) throw new Error(`There is no report of ${area}.\n\n${next}`);
	/** @type {{ files: Record<string, { source: string, mutants: Mutant[] }> }} */
	const { files } = JSON.parse(readFileSync(file, 'utf8'));
	const untested = Object.values(files)
		.flatMap(({ mutants }) => mutants)
		.filter(({ status }) => status === 'RuntimeError');
	if (untested.length > 0)
		throw new Error(
			`${area}: ${untested.length} mutants were not tested. The first: ${untested[0]?.statusReason}\n\n${next}`,
		);
	const byFile = Object.entries(files).map(([path, { source, mutants }]) => {
		const name = path.replace('nodes/LinkManagement/', '');
		return { name, tally: tallyOf(name, source, mutants) };
	});
	const tally = sumOf(byFile.map((one) => one.tally));
	tell(area, tally, seconds === undefined ? '' : `, ${seconds} s`);
	for (const one of byFile) tell(`  ${one.name}`, one.tally);
	// An explanation whose mutant is noticed, or gone, explains nothing
	for (const { name } of byFile)
		for (const [line, explanation] of Object.entries(equivalents[name] ?? {}))
			if (!used.has(explanation)) unused.push(`${name}: ${line}`);
	return scoreOf(tally);
}

/** @typedef {{ status: string, killedBy?: string[], coveredBy?: string[] }} Notice */

/**
 * The tests that can go together: while one of them is left out, another notices each of its mutants. Those that notice the fewest
 * go first.
 *
 * @param {Map<string, string>} tests their names by ID @param {Notice[]} mutants @returns {string[]} IDs
 */
function redundant(tests, mutants) {
	// It is not known which test a mutant that takes too long was noticed by
	const noticedBy = mutants
		.map(({ status, killedBy = [], coveredBy = [] }) =>
			status === 'Timeout' ? coveredBy : status === 'Killed' ? killedBy : [],
		)
		.map((ids) => new Set(ids));
	/** @type {Map<string, Array<Set<string>>>} */
	const mutantsOf = new Map([...tests.keys()].map((id) => [id, []]));
	for (const ids of noticedBy) for (const id of ids) mutantsOf.get(id)?.push(ids);
	const fewestFirst = [...mutantsOf].sort(([, one], [, other]) => one.length - other.length);
	return fewestFirst.flatMap(([id, all]) => {
		if (all.some((ids) => ids.size === 1)) return [];
		for (const ids of all) ids.delete(id);
		return [id];
	});
}

/** Prints the tests of an area that can go, by file. @param {string} area */
async function reportRedundant(area) {
	await test(area, { MUTATION_ALL_TESTS: '1' });
	const file = join(root, 'reports/mutation', `${area}.redundant.json`);
	/** @type {{ files: Record<string, { mutants: Notice[] }>, testFiles: Record<string, { tests: Array<{ id: string, name: string }> }> }} */
	const { files, testFiles } = JSON.parse(readFileSync(file, 'utf8'));
	const tests = Object.values(testFiles).flatMap((one) => one.tests);
	const names = new Map(tests.map(({ id, name }) => [id, name]));
	const mutants = Object.values(files).flatMap((one) => one.mutants);
	const ids = redundant(names, mutants);
	console.log(`\n${area}: ${ids.length} of ${tests.length} tests can go together:`);
	for (const name of ids.map((id) => names.get(id)).sort()) console.log(`  ${name}`);
}

/** Tests an area. @param {string} area @param {Record<string, string>} [more] @returns {Promise<number>} how long it took, in seconds */
async function test(area, more) {
	const began = Date.now();
	await show(`Testing the tests of ${area}`, async (tell) => {
		const env = { MUTATION_AREA: area, ...more };
		/** @param {string} line */
		const onLine = (line) => {
			const isProgress = line.startsWith('Mutation testing');
			if (isProgress) tell(line);
			return isProgress;
		};
		await run(['npx', 'stryker', 'run', ...flags], { env, log: `mutation-${area}`, next, onLine });
	});
	return Math.round((Date.now() - began) / 1_000);
}

const args = process.argv.slice(2);
const ours = ['--areas', '--redundant', '--report'];
const flags = args.filter((arg) => arg.startsWith('--') && !ours.includes(arg));
const named = args.filter((arg) => !arg.startsWith('--'));
const unknown = named.filter((name) => !(name in areas));
const chosen = named.length === 0 ? Object.keys(areas) : named;
const used = new Set();
/** @type {string[]} */
const unused = [];

async function testAll() {
	/** @type {Record<string, number>} */
	const seconds = {};
	if (!args.includes('--report')) for (const area of chosen) seconds[area] = await test(area);
	console.log('');
	const low = chosen.filter((area) => report(area, seconds[area]) < minScoreOf(area));
	if (unused.length > 0)
		throw new Error(`No mutant survives that this explains:\n${unused.join('\n')}`);
	if (low.length > 0) {
		const goals = low.map((area) => `${area} (${minScoreOf(area)} %)`);
		throw new Error(`Below the goal: ${goals.join(', ')}`);
	}
}

try {
	if (unknown.length > 0)
		throw new Error(
			`Unknown: ${unknown.join(', ')}. The areas are ${Object.keys(areas).join(', ')}.`,
		);
	if (problems().length > 0)
		throw new Error(`Correct test/mutation/areas.mjs:\n${problems().join('\n')}`);
	if (args.includes('--areas')) console.log(JSON.stringify(Object.keys(areas)));
	else if (args.includes('--redundant')) for (const area of chosen) await reportRedundant(area);
	else await testAll();
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
