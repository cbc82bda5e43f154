/** Output and Fields to Return: what they offer, and what a run makes of their values. */
import { outputFields } from '../../../nodes/LinkManagement/fields/kinds';
import { accepted } from '../../support/fields';

const KNOWN = ['id', 'shorturl', 'longurl', 'clicks', 'topCountry'];
const given = (parameters: object) => accepted(outputFields(KNOWN), { ...parameters }).unsent;
const chosen = (outputFields: unknown) => given({ output: 'fields', outputFields }).outputFields;

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
	[undefined, 'simple'],
	[' raw ', 'raw'],
])('Output %p means %s', (value, output) => {
	expect(given({ output: value }).output).toBe(output);
});

test('Fields to Return are names, without those that are empty', () => {
	expect(chosen([' id ', '', null])).toEqual(['id']);
});

test.each<[given: unknown, words: string]>([
	[undefined, 'a value is required'],
	[' , ', 'a value is required'],
	['id, country', '"country" is not a field of the record'],
])('Fields to Return %j are refused', (value, words) => {
	expect(() => chosen(value)).toThrow(words);
	expect(() => chosen(value)).toThrow(/^Fields to Return: .* \[item 3\]$/);
});
