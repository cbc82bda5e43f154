/** The options of `npm run bench`. The help needs no package, and so no list of what the rows measure. */
import { parseArgs } from 'node:util';

import { UsageError, wholeNumber } from './options.mjs';

export const benchCommand = 'npm run bench';

/** The rows, in the order of the table. */
export const rowIds = [
	...['window', 'shared', 'retry', 'limit200', 'stop', 'one', 'nine', 'floor-one', 'floor-nine'],
	...['sockets', 'freeze', 'list', 'longest-list', 'pages', 'fail-fast', 'redirect', 'truncated'],
	...['requests', 'upsert-memory', 'growth', 'server', 'server-nine', 'day', 'walk', 'load'],
	'package',
];

export const benchHelp = `Usage: npm run bench [-- options]

Measures the goals of the node, and prints the table of figures.

  --runs N      how often each subject does the work; the table shows medians (default 3)
  --rows a,b    only these rows: ${rowIds.join(', ')}
  --update      writes the results into the documents: the counts of the row 'requests' into docs/scaling.md and,
                if all rows were measured, the whole table into bench/README.md
  --quick       the same as --runs 1
  --help        show this text
`;

/** @param {string[]} args */
export function readBenchOptions(args) {
	const values = parse(args);
	const rows = values.rows?.split(',') ?? rowIds;
	const unknown = rows.filter((id) => !rowIds.includes(id));
	if (unknown.length > 0) throw new UsageError(`Unknown row: ${unknown.join(', ')}`, benchCommand);
	const rounds = values.runs ?? (values.quick ? '1' : '3');
	return {
		rounds: wholeNumber('--runs', rounds, 1_000, benchCommand),
		rows,
		update: values.update ?? false,
	};
}

/** @param {string[]} args */
function parse(args) {
	const string = /** @type {const} */ ({ type: 'string' });
	const boolean = /** @type {const} */ ({ type: 'boolean' });
	const flags = { update: boolean, quick: boolean };
	try {
		return parseArgs({ args, options: { ...flags, runs: string, rows: string } }).values;
	} catch (error) {
		throw new UsageError(/** @type {Error} */ (error).message, benchCommand);
	}
}
