/** Output and Fields to Return: what they offer, and what a run makes of their values. */
import type { INode } from 'n8n-workflow';

import {
	chosenFields,
	chosenOutput,
	outputFields,
} from '../../../nodes/LinkManagement/fields/output';

const place = { label: 'Link', node: { name: 'Node' } as INode, item: 3 };
const KNOWN = ['id', 'shorturl', 'longurl', 'clicks', 'topCountry'];

test('Output is Simplified at first, and Selected Fields offers the fields of the record by their labels', () => {
	expect(outputFields(KNOWN)).toMatchObject([
		{
			...{ displayName: 'Output', name: 'output', type: 'options', default: 'simple' },
			options: [
				{ name: 'Simplified', value: 'simple' },
				{ name: 'Raw', value: 'raw' },
				{ name: 'Selected Fields', value: 'fields' },
			],
		},
		{
			...{ displayName: 'Fields to Return', name: 'outputFields', type: 'multiOptions' },
			displayOptions: { show: { output: ['fields'] } },
			options: [
				{ name: 'Clicks', value: 'clicks' },
				{ name: 'ID', value: 'id' },
				{ name: 'Long URL', value: 'longurl' },
				{ name: 'Short URL', value: 'shorturl' },
				{ name: 'Top Country', value: 'topCountry' },
			],
			default: [],
		},
	]);
	expect(outputFields(KNOWN)[1]!.default).toHaveLength(0);
});

test.each([
	...[undefined, null, '', ' '].map((nothing) => [nothing, 'simple']),
	...['simple', 'raw', 'fields'].map((value) => [value, value]),
	[' raw ', 'raw'],
])('Output %p means %s', (given, output) => {
	expect(chosenOutput(given, place)).toBe(output);
});

test('an unknown Output is refused', () => {
	expect(() => chosenOutput('all', place)).toThrow('Output: "all" is not a valid value [item 3]');
});

test.each([
	[
		['topCountry', 'id'],
		['topCountry', 'id'],
	],
	['id, clicks ,,', ['id', 'clicks']],
	[[' id ', '', null], ['id']],
	['ID; Top Country', ['id', 'topCountry']],
])('Fields to Return %j are %j', (given, names) => {
	expect(chosenFields(given, KNOWN, place)).toEqual(names);
});

test.each<[given: unknown, words: string]>([
	...[undefined, null, '', ' , ', [], ['']].map((nothing): [unknown, string] => [
		nothing,
		'a value is required',
	]),
	['id, country', '"country" is not a field of the record'],
	[['id', 'Color', 'country'], '"Color" is not a field of the record'],
	[{ id: true }, 'is not text'],
])('Fields to Return %j are refused', (given, words) => {
	const chosen = () => chosenFields(given, KNOWN, place);
	expect(chosen).toThrow(words);
	expect(chosen).toThrow(/^Fields to Return: .* \[item 3\]$/);
});
