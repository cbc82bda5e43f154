/** Prints the table of figures. See `npm run bench -- --help`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

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

const { values } = parseArgs({
	options: {
		runs: { type: 'string' },
		rows: { type: 'string' },
		update: { type: 'boolean', default: false },
		quick: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

const rows = [...limitRows, ...costRows, ...listRows, ...safetyRows];
const others = [
	requestsRow(values.update),
	upsertMemoryRow,
	growthRow,
	...serverRows,
	dayRow,
	walkRow,
	loadRow,
	packageRow,
];
const ids = [...rows, ...others].map(({ id }) => id);

const usage = `Usage: npm run bench [-- options]

  --runs N      how often each subject does the work; the table shows medians (default 3)
  --rows a,b    only these rows: ${ids.join(', ')}
  --update      writes the results into the documents: the counts of the row 'requests' into docs/scaling.md and,
                if all rows were measured, the whole table into bench/README.md
  --quick       the same as --runs 1
  --help        show this text
`;

const chosen = values.rows?.split(',') ?? ids;
const unknown = chosen.filter((id) => !ids.includes(id));
const rounds = Number(values.runs ?? (values.quick ? 1 : 3));
if (values.help || unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
	if (unknown.length > 0) console.error(`Unknown row: ${unknown.join(', ')}`);
	console.log(usage);
	process.exit(values.help ? 0 : 2);
}

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
if (values.update && chosen.length === ids.length) {
	const readme = join(root, 'bench/README.md');
	const table = `${circumstances}\n\n${[heading, ...results.map(lineOf)].join('\n')}`;
	writeFileSync(
		readme,
		withTable(readFileSync(readme, 'utf8'), 'npm run bench -- --update', table),
	);
}
console.log(`\n${missed === 0 ? 'All goals are met.' : `Goals missed: ${missed}.`}`);
process.exit();
