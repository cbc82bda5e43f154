/** Prints the table of figures. See `npm run bench -- --help`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { readBenchOptions, rowIds } from '../scripts/lib/benchOptions.mjs';
import { root, stateFolder } from '../scripts/lib/workspace.mjs';
import { buildNaive } from './hosts.mts';
import { heading, lineOf } from './report.mts';
import { costRows } from './rows/cost.mts';
import { dayRow } from './rows/day.mts';
import { growthRow } from './rows/growth.mts';
import { limitRows } from './rows/limits.mts';
import { listRows } from './rows/lists.mts';
import { loadRow } from './rows/load.mts';
import { packageRow } from './rows/package.mts';
import { requestsRow } from './rows/requests.mts';
import { safetyRows } from './rows/safety.mts';
import { serverRows } from './rows/server.mts';
import { upsertMemoryRow } from './rows/upsert.mts';
import { walkRow } from './rows/walk.mts';
import { Runner } from './runner.mts';
import type { Result } from './types.mts';
import { withTable } from './writtenTable.mts';

const options = readBenchOptions(process.argv.slice(2));
const { rounds, rows: chosen } = options;

const rows = [...limitRows, ...costRows, ...listRows, ...safetyRows];
const others = [
	requestsRow(options.update),
	upsertMemoryRow,
	growthRow,
	...serverRows,
	dayRow,
	walkRow,
	loadRow,
	packageRow,
];
const ids = [...rows, ...others].map(({ id }) => id);
if (ids.join() !== rowIds.join())
	throw new Error(`Correct rowIds in scripts/lib/benchOptions.mjs: ${ids.join(', ')}`);

const results: Result[] = [];
const add = (result: Result) => {
	results.push(result);
	console.log(lineOf(result));
};

buildNaive();
const { version: n8nVersion } = JSON.parse(
	readFileSync(join(root, 'sandbox/node_modules/n8n/package.json'), 'utf8'),
) as { version: string };
const git = (...args: string[]) =>
	execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const commit = `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' with changes'}`;
const today = new Date().toISOString().slice(0, 10);
const circumstances = `Commit ${commit}, ${today}, n8n ${n8nVersion}, Node ${process.versions.node}, ${availableParallelism()} cores. Medians of ${rounds} rounds.`;
console.log(`${circumstances}\n\n${heading}`);
const runner = await Runner.start();
try {
	for (const row of rows.filter(({ id }) => chosen.includes(id)))
		add(await runner.measure(row, rounds));
} finally {
	await runner.stop();
}
for (const { id, measure } of others) if (chosen.includes(id)) add(await measure(rounds));

const missed = results.flatMap(({ verdicts }) => verdicts).filter(({ reached }) => !reached).length;
const file = join(stateFolder, 'bench.json');
mkdirSync(stateFolder, { recursive: true });
writeFileSync(
	file,
	JSON.stringify({ n8n: n8nVersion, at: new Date().toISOString(), rounds, results }, null, '\t'),
);
if (options.update && chosen.length === ids.length) {
	const readme = join(root, 'bench/README.md');
	const table = `${circumstances}\n\n${[heading, ...results.map(lineOf)].join('\n')}`;
	writeFileSync(
		readme,
		withTable(readFileSync(readme, 'utf8'), 'npm run bench -- --update', table),
	);
}
console.log(`\n${missed === 0 ? 'All goals are met.' : `Goals missed: ${missed}.`}`);
process.exit();
