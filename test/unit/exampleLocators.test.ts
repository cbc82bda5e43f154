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
const isRecord = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The modes of all locators of the node, by the name of the parameter. */
const modes = new Map<string, Set<string>>();
function collect(properties: INodeProperties[]): void {
	for (const { type, name, options = [], modes: own = [] } of properties) {
		if (type === 'resourceLocator')
			modes.set(name, new Set([...(modes.get(name) ?? []), ...own.map((mode) => mode.name)]));
		for (const option of options) {
			if ('values' in option) collect(option.values);
			else if ('type' in option) collect([option]);
		}
	}
}
collect(new LinkManagement().description.properties);

/** Every locator below a value, as "parameter: mode". */
function locatorsIn(value: unknown, name = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => locatorsIn(entry, name));
	if (!isRecord(value)) return [];
	if (value.__rl === true) return [`${name}: ${String(value.mode)}`];
	return Object.entries(value).flatMap(([key, inner]) => locatorsIn(inner, key));
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

test('most examples run where n8n keeps no files, as on n8n Cloud', () => {
	const onDisk = examples.filter((file) =>
		nodesOf(file).some(({ type }) => type === 'n8n-nodes-base.readWriteFile'),
	);
	expect(onDisk.length).toBeLessThanOrEqual(8);
	expect(onDisk.length).toBeLessThan(examples.length / 2);
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

/** Nodes that run: all but notes. */
const MAX_NODES = 8;

test.each(
	[
		...['bulk-create-from-spreadsheet', 'bulk-create-from-google-sheets'],
		...['table-as-the-truth', 'table-as-the-truth-google-sheets', 'qr-codes-for-a-list'],
	].map((name) => `${name}.json`),
)('%s has few enough nodes to be understood in a minute', (file) => {
	const running = nodesOf(file).filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
	expect(running.length).toBeLessThanOrEqual(MAX_NODES);
});

test.each(examples)('%s uses only locator modes that the node has', (file) => {
	const own = nodesOf(file).filter(({ type }) => type.endsWith('.linkManagement'));
	const unknown = own
		.flatMap(({ parameters }) => locatorsIn(parameters))
		.filter((locator) => {
			const [name = '', mode = ''] = locator.split(': ');
			return modes.get(name)?.has(mode) !== true;
		});
	expect(unknown).toEqual([]);
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
