/** Expressions that only read a field of the item are read without n8n; all others are left to it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	fieldReader,
	LEFT_TO_N8N,
	missingFields,
} from '../../../nodes/LinkManagement/run/fieldExpressions';

const ITEM: IDataObject = {
	...{ name: 'Spring', $name: 'x', 'My name': 'y', 'Größe in cm': 3, _id: 'a', no: false },
	...{ none: null, utm: { source: 'mail', term: null }, '': 'nameless', empty: '' },
};

const readOf = (parameters: INodeParameters, json = ITEM) => {
	const fields = Object.entries(parameters).map(([path, saved]) => ({ path, saved }));
	const read = fieldReader(fields);
	return Object.fromEntries(Object.keys(parameters).map((name) => [name, read(name, json)]));
};

test.each<[string, unknown]>([
	['={{ $json.name }}', 'Spring'],
	['={{\n\t$json.name\n}}', 'Spring'],
	['={{ $json._id }}', 'a'],
	['={{ $json["My name"] }}', 'y'],
	["={{ $json['Größe in cm'] }}", 3],
	['={{ $json.utm["source"] }}', 'mail'],
	['={{ $json[""] }}', 'nameless'],
	['={{ $json.none }}', null],
	['={{ $json.utm.missing }}', undefined],
])('%j is read as %j', (field, value) => {
	const fixed = { rows: [{ name: 'ref', fixed: [1, true] }], note: null };
	const parameters = { field, more: { fixed, inner: [{ value: field }] } };
	expect(readOf(parameters)).toEqual({ field: value, more: { fixed, inner: [{ value }] } });
});

test.each([
	'={{ $json }}',
	'={{ $json.name.trim() }}',
	'={{ $json["a\\"b"] }}',
	'={{ $json?.name }}',
	'=text',
	'={{ $node.Form.json.name }}',
	'={{ $json.$name }}',
	'={{ $json.utm }}',
	'={{ $json.missing.name }}',
	'={{ $json.name.length }}',
])('%j, and every parameter that has it, is left to n8n', (expression) => {
	const parameters = {
		name: '={{ $json.name }}',
		expression,
		more: { a: '={{ $json.name }}', expression },
	};
	expect(readOf(parameters)).toEqual({
		...{ name: 'Spring', expression: LEFT_TO_N8N, more: LEFT_TO_N8N },
	});
});

test.each([
	...Object.getOwnPropertyNames(Object.prototype),
	// Those that n8n-workflow refuses beside them (`isSafeObjectProperty`)
	...['prototype', 'setPrototypeOf', 'getOwnPropertyDescriptors', 'defineProperties', 'caller'],
	...['mainModule', 'binding', '_linkedBinding', '_load', 'prepareStackTrace', 'callee'],
	...['arguments', 'getBuiltinModule', 'dlopen', 'execve', 'loadEnvFile', '___n8n_data'],
])('a field called %s is left to n8n, which refuses the name', (name) => {
	const json = { [name]: 'x', utm: { [name]: 'x' } };
	const parameters = { dot: `={{ $json.${name} }}`, bracket: `={{ $json.utm['${name}'] }}` };
	expect(readOf(parameters, json)).toEqual({ dot: LEFT_TO_N8N, bracket: LEFT_TO_N8N });
});

test.each<[part: unknown, fields: string[]]>([
	['={{ $json.name }}', ['name']],
	['={{ $json["My name"].first }}', ['My name']],
	["={{ $json['utm'].source }}", ['utm']],
	['={{ $json[""] }}', ['']],
	['={{ $json.name.trim() }}', []],
	['=https://example.com/{{ $json.slug }}?a={{$json["my ref"]}}#{{ $now }}', ['slug', 'my ref']],
	['={{ $json.title || $json.name }} and {{ $json.name.trim() }}', []],
	['$json.name', []],
	[{ a: '={{ $json.a }}', rows: [{ b: '={{ $json.b }}' }], none: null, number: 3 }, ['a', 'b']],
])('%j only reads the fields %j', (part, fields) => {
	expect(missingFields({ part } as IDataObject, [])).toEqual(fields);
});

const ITEMS = [{ a: 1 }, { b: undefined, 'My name': '' }].map((json) => ({
	json: json as IDataObject,
}));
const MAPPED = { one: '={{ $json.b }}', other: '={{ $json.c }}' };

test.each<[string, IDataObject, string[]]>([
	['several parameters', { ...MAPPED, more: { name: '=x/{{ $json["My name"] }}' } }, ['c']],
	['columns that are mapped', { columns: { mappingMode: 'defineBelow', value: MAPPED } }, ['c']],
	[
		'columns that are mapped automatically',
		{ columns: { mappingMode: 'autoMapInputData', value: MAPPED }, url: '={{ $json.d }}' },
		['d'],
	],
	['an expression for all columns', { columns: '={{ $json.e }}' }, ['e']],
])('of the fields that %s read, those are missing that no item has', (_, parameters, missing) => {
	expect(missingFields(parameters, ITEMS)).toEqual(missing);
});
