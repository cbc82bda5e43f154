/** Output and Fields to Return: what a run makes of their values. `outside` has what they offer. */
import { outputFields } from '../../../nodes/LinkManagement/fields/kinds';
import { accepted } from '../../support/fields';

const KNOWN = ['id', 'shorturl', 'longurl', 'clicks', 'topCountry'];
const given = (parameters: object) => accepted(outputFields(KNOWN), { ...parameters }).unsent;
const chosen = (outputFields: unknown) => given({ output: 'fields', outputFields }).outputFields;

test('Fields to Return are offered by their labels, in alphabetical order', () => {
	const { options = [] } = outputFields(KNOWN)[1]!;
	const labels = ['Clicks', 'ID', 'Long URL', 'Short URL', 'Top Country'];
	expect(options.map(({ name }) => name)).toEqual(labels);
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
