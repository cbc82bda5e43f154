/** The second run of an example creates nothing: what the link service holds is counted before and after. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { exampleFor, exampleNames, inputNameOf } from '../../../sandbox/demo/example.ts';
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { sheetsOf, withoutGoogle } from '../../support/n8n/googleSheets';
import { root } from '../../support/n8n/installation';
import { installation } from './installation';

/** What starts these examples is not a button or the clock. The tests that start them twice are in examples.ts and mcp.ts. */
const STARTED_OTHERWISE = ['agent-shortens-links', 'form-short-link-with-qr', 'mcp-server'];
/** It has no step that could create anything, only a trigger. Tested in restarts/repeatable.ts. */
const ONLY_TRIGGER = 'link-takes-off';

/** The examples whose first run creates something. The others read, change or delete. */
const CREATING = [
	'bulk-create-from-google-sheets',
	'bulk-create-from-spreadsheet',
	'campaign-launch',
	'qr-codes-for-a-list',
	'resumable-bulk',
	'table-as-the-truth',
	'table-as-the-truth-google-sheets',
];

/** So many rows of an example's table are enough. */
const ROWS = 5;

/** Rows that both examples with Google Sheets read. Headings agree without case, spaces and `_`. */
const SHEET = ['first-row', 'second-row'].map((alias) => ({
	...{ alias, url: `https://www.example.com/${alias}` },
}));

/** How many records of each kind the link service holds. */
const held = async () =>
	await installation.service.control<Record<string, number>>('/state?counts=1');

/** The example as a user would run it: filled in, and without the dry run with which it begins. */
function readyToRun(name: string): Workflow {
	const [input, output] = ['input', 'output'].map((file) =>
		join(installation.folder, `${file}-of-${name}`),
	) as [string, string];
	const table = inputNameOf(name);
	if (table !== undefined) {
		const lines = readFileSync(join(root, 'examples', 'data', table), 'utf8').split('\n');
		writeFileSync(input, lines.slice(0, 1 + ROWS).join('\n'));
	}
	const workflow = exampleFor({ input, output, credential: installation.credential }, name);
	for (const { parameters } of workflow.nodes) {
		if (parameters.dryRun === true) parameters.dryRun = false;
	}
	return sheetsOf(workflow).length > 0 ? withoutGoogle(workflow, SHEET) : workflow;
}

const triggerOf = ({ nodes }: Workflow): string =>
	nodes.find(({ type }) => /\.(manual|schedule)Trigger$/.test(type))!.name;

const names = exampleNames().filter((name) => ![...STARTED_OTHERWISE, ONLY_TRIGGER].includes(name));

test.each(names)('the second run of %s creates nothing', async (name) => {
	await installation.service.tell('/reset', {
		seed: { links: 3, campaigns: 2, channels: 2, qrs: 2 },
		settings: { limit: 0 },
	});
	const workflow = readyToRun(name);
	const runOnce = async () => {
		const execution = await installation.run(workflow, triggerOf(workflow));
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		return await held();
	};
	const before = await held();
	const first = await runOnce();
	const sum = (counts: Record<string, number>) =>
		Object.values(counts).reduce((all, count) => all + count, 0);
	expect(sum(first) > sum(before)).toBe(CREATING.includes(name));
	expect(await runOnce()).toEqual(first);
});
