/** Output and Fields to Return: how much of a reply comes out. */
import type { INode } from 'n8n-workflow';

import {
	chosenFields,
	chosenOutput,
	outputFields,
} from '../../../nodes/LinkManagement/fields/output';

const field = { label: 'A label', node: { name: 'Node' } as INode, item: 3 };

test('The fields to return can be chosen by their labels, in alphabetical order', () => {
	const [output, fields] = outputFields(['shorturl', 'topCountry', 'id', 'clicks', 'longurl']);
	expect(output).toMatchObject({ name: 'output', type: 'options', default: 'simple' });
	expect(output!.options).toMatchObject([
		{ name: 'Simplified', value: 'simple' },
		{ name: 'Raw', value: 'raw' },
		{ name: 'Selected Fields', value: 'fields' },
	]);
	expect(fields).toMatchObject({
		...{ name: 'outputFields', type: 'multiOptions', default: [] },
		displayOptions: { show: { output: ['fields'] } },
	});
	expect(fields!.options).toEqual([
		{ name: 'Clicks', value: 'clicks' },
		{ name: 'ID', value: 'id' },
		{ name: 'Long URL', value: 'longurl' },
		{ name: 'Short URL', value: 'shorturl' },
		{ name: 'Top Country', value: 'topCountry' },
	]);
});

test.each([
	[undefined, 'simple'],
	['', 'simple'],
	['simple', 'simple'],
	['raw', 'raw'],
	['fields', 'fields'],
])('Output %j is %s', (value, output) => {
	expect(chosenOutput(value, field)).toBe(output);
});

test('Another output is refused', () => {
	expect(() => chosenOutput('all', field)).toThrow(/^Output: .+ \[item 3\]$/);
});

const KNOWN = ['id', 'clicks', 'topCountry'];

test.each<[unknown, string[]]>([
	[
		['clicks', 'id'],
		['clicks', 'id'],
	],
	[' clicks , id,', ['clicks', 'id']],
	[[' topCountry ', '', null], ['topCountry']],
	['id', ['id']],
])('Fields to Return %j are %j', (value, names) => {
	expect(chosenFields(value, KNOWN, field)).toEqual(names);
});

test.each([[[]], [''], [undefined], [' , '], [[null, ' ']]])('%j chooses no field', (value) => {
	expect(() => chosenFields(value, KNOWN, field)).toThrow(
		'Fields to Return: a value is required [item 3]',
	);
});

test('An unknown field is refused, with those that are known', () => {
	let refused: { message?: string; description?: string | null } = {};
	try {
		chosenFields('id, Clicks', KNOWN, field);
	} catch (error) {
		refused = error as typeof refused;
	}
	expect(refused.message).toBe('Fields to Return: "Clicks" is not a field of the record [item 3]');
	expect(refused.description).toContain('Use one or more of: id, clicks, topCountry.');
});
