import type { Workflow, WorkflowNode } from '../../../sandbox/n8n/client.ts';

const isSheet = ({ type }: WorkflowNode) => type === 'n8n-nodes-base.googleSheets';

/** The steps of a workflow that use Google's servers. */
export const sheetsOf = ({ nodes }: Workflow): WorkflowNode[] => nodes.filter(isSheet);

/**
 * Puts stand-ins for Google's servers into a workflow: the step that reads gives the rows, with their numbers in the
 * sheet; the step that writes evaluates the mapping of its columns, and its items are what would be written.
 */
export function withoutGoogle<T extends Workflow>(workflow: T, rows: object[]): T {
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
