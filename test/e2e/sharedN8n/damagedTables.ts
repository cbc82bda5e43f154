/** Both table examples read tables as people have them: blank rows, other headings and an error cell, from CSV and XLSX files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { withoutGoogle } from '../../support/n8n/googleSheets';
import { xlsxOf } from '../../support/n8n/outputFiles';
import { exampleOf, installation, reset, succeeded } from './installation';

const HEADINGS = ['Slug', 'Ziel-URL', 'Titel', 'Gültig bis'];
/** What a run has made is remembered by row and by link, so that each table has links of its own, with IDs of their own. */
const rowsOf = (name: string) => [
	[name, 'https://www.example.com/good', 'Good', '30.04.2030'],
	['', '', '', ''],
	[`${name}-2`, 'https://www.example.com/broken', '#N/A', ''],
	[' ', '\u00a0', '', ''],
];
/** A file with an error in a cell, not its text. */
const asFile = (cell: string) => (cell === '#N/A' ? { t: 'e', v: 42 } : cell);

const files: Record<string, () => string | Buffer> = {
	csv: () => [HEADINGS, ...rowsOf('csv')].map((row) => row.join(',')).join('\n'),
	xlsx: () => xlsxOf([HEADINGS, ...rowsOf('xlsx').map((row) => row.map(asFile))]),
};

function exampleWithFile(operation: string): Workflow {
	const [input, output] = ['input', 'output'].map((name) =>
		join(installation.folder, `damaged-${name}.${operation}`),
	) as [string, string];
	writeFileSync(input, files[operation]!());
	const workflow = exampleOf('table-as-the-truth', { input, output });
	for (const { name, parameters } of workflow.nodes)
		if (name === 'Rows') Object.assign(parameters, { operation });
	return workflow;
}

const exampleWithSheet = (): Workflow =>
	withoutGoogle(
		exampleOf('table-as-the-truth-google-sheets'),
		rowsOf('sheet').map((row) => Object.fromEntries(row.map((cell, at) => [HEADINGS[at]!, cell]))),
	);

const ERROR_CELL = expect.stringContaining('Meta Title: "#N/A" is what a spreadsheet shows');

test.each([
	['a CSV file', 3, () => exampleWithFile('csv'), ERROR_CELL],
	// n8n reads an error of an XLSX file as an empty cell
	['an XLSX file', 6, () => exampleWithFile('xlsx'), 'created'],
	['a sheet', 9, exampleWithSheet, ERROR_CELL],
])(
	'a damaged table in %s makes the links of its good rows',
	async (_, links, exampleOf, damaged) => {
		await reset({ links });
		const workflow = exampleOf();
		for (const { parameters } of workflow.nodes)
			if (parameters.dryRun === true) parameters.dryRun = false;
		const execution = await installation.run(workflow);
		expect(execution).toMatchObject(succeeded);
		const rows = execution.items('Create or Update Links').map(({ json }) => json);
		expect(rows.map(({ action, error }) => action ?? error)).toEqual([
			...['created', undefined],
			...[damaged, undefined],
		]);
	},
);
