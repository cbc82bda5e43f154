/** Tables as files have them: blank rows, other headings, cells that are left out, and columns that the output needs. */
import { expect, test } from '@jest/globals';

import { FEWER_ISOLATES, type Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';

const testbed = setUpTestbed(FEWER_ISOLATES);

const URL = 'https://www.example.com';
const table = (options: Json = {}): Json => ({
	...{ resource: 'link', operation: 'upsert', options },
	columns: { mappingMode: 'autoMapInputData', value: null },
});
const create: Json = {
	...{ resource: 'link', operation: 'create', url: '={{ $json.url }}' },
	additionalFields: { custom: '={{ $json.alias }}', description: 'fixed' },
};

test.each([
	['Create or Update', table(), 'stopWorkflow'],
	['Create or Update', table(), 'continueRegularOutput'],
	['Create', create, 'stopWorkflow'],
	['Create', create, 'continueRegularOutput'],
] as const)('%s leaves out blank rows with %j', async (_, parameters, onError) => {
	const blank = [{ row_number: 3, alias: '\u00a0', url: '' }, {}];
	const items: Json[] = [
		{ alias: 'one', url: `${URL}/1` },
		...blank,
		{ alias: 'two', url: `${URL}/2` },
	];
	const { reply, sent } = await testbed.run({ parameters, items, settings: { onError } });
	expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2);
	const output = reply.outputs[0]!;
	expect(output).toHaveLength(4);
	expect(output.slice(1, 3).map(({ json }) => json)).toEqual(blank);
	expect(output.map(({ pairedItem }) => pairedItem)).toMatchObject(
		[0, 1, 2, 3].map((item) => ({ item })),
	);
	expect(reply.hints.join(' ')).toContain('2 rows have no value, and came out unchanged.');
});

test('rows that are all blank are refused, because a column may be missing', async () => {
	const { reply, sent } = await testbed.run({
		parameters: table(),
		items: [{ shorturl: '', 'Kurz;Ziel': 'a;b' }, {}],
	});
	expect(sent).toEqual([]);
	expect(reply.error?.description).toContain('Items 0, 1 · Alias: a value is required');
	expect(reply.error?.description).toContain('To match on "shorturl", change Match On.');
});

test('an empty row for a channel is an error, as in every operation that is not for tables', async () => {
	const { reply, sent } = await testbed.run({
		parameters: { resource: 'channel', operation: 'create', name: '={{ $json.name }}' },
		items: [{ name: 'Spring' }, {}],
	});
	expect(sent).toEqual([]);
	expect(reply.error?.description).toContain('Name: the expression gives nothing');
});

test('the headings of an export are understood, and the hint says which', async () => {
	const { reply, sent } = await testbed.run({
		parameters: table(),
		items: [{ keyword: 'a', url: URL, title: 'T', note: 'N' }],
	});
	const body = sent.find(({ method }) => method === 'POST')!.body;
	expect(body).toEqual({ custom: 'a', url: URL, metatitle: 'T', description: 'N' });
	expect(reply.hints.join(' ')).toContain('"title" for Meta Title');
});

test('a heading that may mean something else is named with its value', async () => {
	const { reply } = await testbed.run({
		parameters: table(),
		items: [{ alias: 'a', url: URL, Status: 'done' }],
	});
	expect(reply.error?.message).toContain('Status: "done" is not a valid value');
	expect(reply.error?.description).toContain('The heading "Status" was taken for this column.');
});

test('Empty Cells: Clear also clears what n8n leaves out of a row', async () => {
	const items = [
		{ alias: 'a', url: URL, description: 'note' },
		{ alias: 'b', url: URL, description: 'note' },
	];
	await testbed.run({ parameters: table(), items });
	const { sent } = await testbed.run(
		{
			parameters: table({ emptyCells: 'clear' }),
			items: [items[0]!, { alias: 'b', url: URL }],
		},
		{ keep: true },
	);
	expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toMatchObject([
		{ description: '' },
	]);
});

test('columns that the record needs come out under other names, and marks of an earlier run are left out', async () => {
	const { reply } = await testbed.run({
		parameters: { ...create, options: { includeInputFields: true } },
		items: [{ alias: 'a', url: URL, id: 'row-7', warning: 'old', changes: 'old' }],
	});
	const [item] = reply.outputs[0]!;
	expect(item!.json).toMatchObject({ input_id: 'row-7', alias: 'a' });
	expect(item!.json).not.toHaveProperty('changes');
	expect(item!.json).not.toHaveProperty('warning');
	expect(reply.hints.join(' ')).toContain('came out under other names: input_id');
});
