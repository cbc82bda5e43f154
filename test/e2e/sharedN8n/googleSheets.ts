/** The examples with Google Sheets. Google's servers are not there, so stand-ins give the rows and take the results. */
import { type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';

import type { Workflow, WorkflowNode } from '../../../sandbox/n8n/client.ts';
import { exampleOf, installation, nodesOf, reset, run } from './installation';

const isSheet = ({ type }: WorkflowNode) => type === 'n8n-nodes-base.googleSheets';

/** The steps of a workflow that use Google's servers. */
const sheetsOf = ({ nodes }: Workflow): WorkflowNode[] => nodes.filter(isSheet);

/**
 * Puts stand-ins for Google's servers into a workflow: the step that reads gives the rows, with their numbers in the
 * sheet; the step that writes evaluates the mapping of its columns, and its items are what would be written.
 */
function withoutGoogle<T extends Workflow>(workflow: T, rows: object[]): T {
	const numbered = rows.map((row, index) => ({ row_number: index + 2, ...row }));
	for (const node of sheetsOf(workflow)) {
		const { columns } = node.parameters as { columns?: { value: Record<string, string> } };
		const assignments = Object.entries(columns?.value ?? {}).map(([name, value]) => ({
			id: name,
			name,
			type: value === '={{ $json.row_number }}' ? 'number' : 'string',
			value,
		}));
		Object.assign(
			node,
			{ credentials: undefined },
			columns
				? {
						type: 'n8n-nodes-base.set',
						typeVersion: 3.4,
						parameters: { assignments: { assignments }, options: {} },
					}
				: {
						type: 'n8n-nodes-base.code',
						typeVersion: 2,
						parameters: { jsCode: `return ${JSON.stringify(numbered)}.map((json) => ({ json }));` },
					},
		);
	}
	return workflow;
}

test.each([
	['bulk-create-from-google-sheets', ['Read Google Sheet', 'Update Google Sheet']],
	['table-as-the-truth-google-sheets', ['Read Google Sheet', 'Write Report']],
])('all parameters of the sheets in %s are ones that the node knows', async (name, names) => {
	const steps = sheetsOf(exampleOf(name));
	expect(steps.map((step) => step.name)).toEqual(names);
	for (const step of steps) {
		const nodeInfos = [{ name: step.type, version: step.typeVersion }];
		const [type] = await installation.server.client.request<INodeTypeDescription[]>(
			'POST',
			'/node-types',
			{ nodeInfos },
		);
		// The editor drops what it does not know, or what the other parameters hide
		const known = NodeHelpers.getNodeParameters(
			type!.properties,
			step.parameters as never,
			false,
			false,
			step as never,
			type!,
		);
		expect(known).toEqual(step.parameters);
	}
});

test('bulk-create-from-google-sheets gives each row its link, or the reason why not, by its row number', async () => {
	await reset({ links: 2 });
	const rows = ['s1', 'new', 's2'].map((alias, index) => ({
		url: `https://www.example.com/page/${index + 1}`,
		...{ alias, campaign: 'Summer', short_url: '', not_created_because: '' },
	}));
	const workflow = withoutGoogle(exampleOf('bulk-create-from-google-sheets'), rows);
	const execution = await run(workflow);
	const short = (alias: string) => `${installation.service.url}/${alias}`;
	const taken = expect.stringMatching(/^The alias s2 is taken: [^[]+$/);
	expect(execution.items('Update Google Sheet').map(({ json }) => json)).toEqual([
		{ row_number: 2, short_url: short('s1'), not_created_because: '' },
		{ row_number: 3, short_url: short('new'), not_created_because: '' },
		{ row_number: 4, short_url: '', not_created_because: taken },
	]);
});

test('table-as-the-truth-google-sheets reports for each row what would be done, and then what was done', async () => {
	await reset();
	const rows = ['autumn', ''].map((Alias) => ({ Alias, 'Long URL': 'https://www.example.com' }));
	const reportOf = async (dryRun: boolean) => {
		const workflow = withoutGoogle(exampleOf('table-as-the-truth-google-sheets'), rows);
		const step = nodesOf(workflow)['Create or Update Links']!;
		expect(step.parameters.dryRun).toBe(true);
		step.parameters.dryRun = dryRun;
		const execution = await run(workflow);
		return execution.items('Write Report').map(({ json }) => json);
	};
	const empty = { changes: '', short_url: '', failed_because: '' };
	const autumn = { ...empty, row: 2, alias: 'autumn' };
	const reason = expect.stringMatching(/^Alias: a value is required/);
	const failed = { ...empty, row: 3, alias: '', action: 'failed', failed_because: reason };
	// What needs an eye comes first in a plan
	expect(await reportOf(true)).toEqual([failed, { ...autumn, action: 'create' }]);
	const created = { action: 'created', short_url: `${installation.service.url}/autumn` };
	expect(await reportOf(false)).toEqual([{ ...autumn, ...created }, failed]);
});
