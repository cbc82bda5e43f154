/** Expressions that only read fields are evaluated together, and all others are left to n8n. */
import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { FieldExpressions } from '../../nodes/LinkManagement/run/fieldExpressions';

/** What an evaluation of n8n gives for the expressions in a list. */
type Evaluate = (list: string, item: number) => unknown;

function parametersOf(parameters: INodeParameters, evaluate: Evaluate) {
	const evaluateExpression = jest.fn(evaluate);
	const context = { evaluateExpression } as unknown as IExecuteFunctions;
	const names = [...Object.keys(parameters), 'missing'];
	const expressions = new FieldExpressions(context, parameters, names);
	const found = Object.fromEntries(expressions.parametersOf(3));
	return { found, lists: evaluateExpression.mock.calls };
}

const TWO = { url: '={{ $json.url }}', custom: '={{ $json.alias }}' };

test('the expressions of an item are evaluated in one list, each once', () => {
	const { found, lists } = parametersOf({ ...TWO, again: TWO.url }, () => ['https://a.example', 7]);
	expect(lists).toEqual([['{{ [$json.url, $json.alias] }}', 3]]);
	expect(found).toEqual({ url: 'https://a.example', custom: 7, again: 'https://a.example' });
});

test('a parameter keeps its form and everything else that it has', () => {
	const rows = [{ name: 'ref', value: '={{ $json.ref }}' }];
	const fields = {
		custom: '={{ $json.alias }}',
		note: null,
		parameters: { rows, fixed: [1, true] },
	};
	const { found } = parametersOf({ fields }, () => ['spring', 'mail']);
	expect(found).toEqual({
		fields: {
			custom: 'spring',
			note: null,
			parameters: { rows: [{ name: 'ref', value: 'mail' }], fixed: [1, true] },
		},
	});
});

test('an item without the field, and empty values, come out as n8n gives them', () => {
	const { found } = parametersOf({ ...TWO, note: '={{ $json.note }}' }, () => [
		undefined,
		null,
		'',
	]);
	expect(found).toEqual({ url: undefined, custom: null, note: '' });
	expect(found).toHaveProperty('url');
});

test.each([
	'={{ $json.name }}',
	'={{$json.name}}',
	'={{\n\t$json.name\n}}',
	'={{ $json.$name_2 }}',
	'={{ $json["My name"] }}',
	"={{ $json['Größe in cm'] }}",
	'={{ $json.utm.source }}',
	'={{ $json.rows["first"].url }}',
	"={{ $('On form submission').item.json.url }}",
	'={{ $("Form").item.json["Long URL"] }}',
])('%j only reads a field', (expression) => {
	const { lists } = parametersOf({ a: expression, b: '={{ $json.b }}' }, () => ['x', 'y']);
	const field = expression.slice(3, -2).trim();
	expect(lists).toEqual([[`{{ [${field}, $json.b] }}`, 3]]);
});

test.each([
	'={{ $json }}',
	'={{ $json.name.trim() }}',
	'={{ $json.name || "none" }}',
	'={{ $json.a, $json.b }}',
	'={{ $json.name // the name }}',
	'={{ $json.name; }}',
	'={{ $json["a\\"b"] }}',
	'={{ $json["a}}{{b"] }}',
	'={{ $json[name] }}',
	'={{ $json[0] }}',
	'={{ $json?.name }}',
	'={{ $json.1a }}',
	'={{ $json .name }}',
	'={{ $json.name }} ',
	'=https://a.example/{{ $json.name }}',
	'={{ $json.a }}{{ $json.b }}',
	'=text',
	'={{ $node.Form.json.name }}',
	'={{ $("Form").first().json.name }}',
	'={{ $("Form").item.json }}',
	'={{ x$json.name }}',
])('%j, and every parameter that has it, is left to n8n', (expression) => {
	const { found, lists } = parametersOf(
		{ ...TWO, other: { a: '={{ $json.a }}', expression } },
		() => ['https://a.example', 'spring'],
	);
	expect(lists).toEqual([['{{ [$json.url, $json.alias] }}', 3]]);
	expect(found).toEqual({ url: 'https://a.example', custom: 'spring' });
});

test('a parameter without an expression is left to n8n', () => {
	const { found } = parametersOf({ ...TWO, fixed: { a: 'b' }, none: '' }, () => ['a', 'b']);
	expect(Object.keys(found)).toEqual(['url', 'custom']);
});

test.each([
	{ url: '={{ $json.url }}' },
	{ url: '={{ $json.url }}', again: '={{ $json.url }}' },
	{},
])('for fewer than two expressions, nothing is evaluated together: %j', (parameters) => {
	const { found, lists } = parametersOf(parameters as INodeParameters, () => ['https://a.example']);
	expect(lists).toEqual([]);
	expect(found).toEqual({});
});

test.each([[{ a: 1 }], [['a']], [new Date(0)], [() => 'a']])(
	'a value that n8n converts is left to it, with its parameter only: %p',
	(value) => {
		const { found } = parametersOf({ ...TWO, both: TWO }, () => ['https://a.example', value]);
		expect(found).toEqual({ url: 'https://a.example' });
	},
);

test.each<[string, Evaluate]>([
	[
		'an error',
		() => {
			throw new Error('No path back to referenced node');
		},
	],
	['no list', () => null],
	['a text', () => 'ab'],
	['a list of another length', () => ['https://a.example']],
	['nothing, as mocks of n8n do', () => undefined],
])('where the evaluation gives %s, all is left to n8n', (_, evaluate) => {
	expect(parametersOf(TWO, evaluate).found).toEqual({});
});

test('a context without the function leaves all to n8n', () => {
	const expressions = new FieldExpressions({} as IExecuteFunctions, TWO, ['url', 'custom']);
	expect(expressions.parametersOf(0).size).toBe(0);
});
