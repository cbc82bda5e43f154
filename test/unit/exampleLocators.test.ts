/** The examples hold what the editor would save: n8n accepts a locator mode that does not exist, and the editor then shows nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { ILoadOptionsFunctions, INodeProperties } from 'n8n-workflow';

import { getLinkColumns } from '../../nodes/LinkManagement/actions/link/columns';
import { LinkManagement } from '../../nodes/LinkManagement/LinkManagement.node';

const FOLDER = resolve(__dirname, '../../examples');

type Json = Record<string, unknown>;
interface Node {
	type: string;
	parameters: Json & { columns?: Json };
}

/** The modes of all locators of the node, each as "parameter: mode". */
const modes = new Set<string>();
function collect(properties: INodeProperties[]): void {
	for (const { name, options = [], modes: own = [] } of properties) {
		for (const mode of own) modes.add(`${name}: ${mode.name}`);
		for (const option of options) {
			if ('values' in option) collect(option.values);
			else if ('type' in option) collect([option]);
		}
	}
}
collect(new LinkManagement().description.properties);

/** Every locator below a value, in the same form. */
function locatorsIn(value: unknown, name = ''): string[] {
	if (typeof value !== 'object' || value === null) return [];
	if ('__rl' in value) return [`${name}: ${String((value as Json).mode)}`];
	return Object.entries(value).flatMap(([key, inner]) =>
		locatorsIn(inner, Array.isArray(value) ? name : key),
	);
}

const examples = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
const nodesOf = (file: string) =>
	(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { nodes: Node[] }).nodes;

test('every example that reads a CSV file reads one that Excel saved as UTF-8, too', () => {
	const csv = examples
		.flatMap(nodesOf)
		.filter(({ type }) => type === 'n8n-nodes-base.extractFromFile')
		.map(({ parameters }) => parameters)
		.filter(({ operation }) => operation === 'csv');
	expect(csv).toHaveLength(5);
	// Excel begins such a file with a byte order mark, which n8n otherwise takes for a part of the first heading
	for (const { options } of csv) expect(options).toMatchObject({ enableBOM: true });
});

test('no two examples have the same address of a form or webhook, so that all can be published', () => {
	const paths = examples.flatMap(nodesOf).flatMap(({ parameters }) => {
		const path = parameters.path ?? (parameters.options as Json | undefined)?.path;
		return typeof path === 'string' ? path : [];
	});
	expect(paths.length).toBeGreaterThan(2);
	expect(new Set(paths).size).toBe(paths.length);
});

test('a note asks for each setting of a workflow that the editor leaves out when it is pasted', () => {
	const asking = examples.filter((file) => {
		const { settings } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { settings: Json };
		return Object.keys(settings).join() !== 'executionOrder';
	});
	const notes = asking.map((file) => String(nodesOf(file)[0]?.parameters.content));
	expect(notes).toEqual([expect.stringContaining('*Save successful production executions*')]);
});

test.each(examples)('%s uses only locator modes that the node has', (file) => {
	const own = nodesOf(file).filter(({ type }) => type.endsWith('.linkManagement'));
	const used = own.flatMap(({ parameters }) => locatorsIn(parameters));
	expect(used.filter((locator) => !modes.has(locator))).toEqual([]);
});

test.each(['table-as-the-truth.json', 'table-as-the-truth-google-sheets.json'])(
	'%s has the columns as the editor saves them, so that opening the node changes nothing',
	async (file) => {
		const context = { getCurrentNodeParameter: () => undefined };
		const { fields } = await getLinkColumns.call(context as unknown as ILoadOptionsFunctions);
		const step = nodesOf(file).find(({ parameters }) => parameters.operation === 'upsert');
		// Map Automatically shows no column, so none is removed
		const schema = fields.map((field) => ({ ...field, removed: false }));
		expect(step?.parameters.columns?.schema).toEqual(schema);
	},
);
