/**
 * Expressions that only read a field are read from the item. What is sent, and what comes out, must be the same as when n8n
 * evaluates them, as it does where an expression has parentheses.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import type { Json, RunReply } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';
import { byLinkId } from '../../support/operationCases';

const testbed = setUpTestbed();

const LONG = 'https://example.com/landing';
const read = (field: string) => `={{ ${field} }}`;
const evaluated = (field: string) => `={{ (${field}) }}`;

const outcome = ({ status, outputs, error }: RunReply) => ({
	status,
	error: error?.message,
	items: outputs
		.flat()
		.map(({ json, pairedItem }) => ({ ...json, id: 0, shorturl: '', pairedItem })),
});

async function bothWays(parameters: (expression: typeof read) => Json, items: Json[]) {
	const settings = { onError: 'continueRegularOutput' } as const;
	const run = async (expression: typeof read) =>
		await testbed.run({ parameters: parameters(expression), items, settings }, { freshKey: true });
	const [own, n8ns] = [await run(read), await run(evaluated)];
	const bodies = ({ sent }: typeof own) =>
		sent.map(({ method, path, body }) => [method, path, body]);
	expect(bodies(own)).toEqual(bodies(n8ns));
	expect(outcome(own.reply)).toEqual(outcome(n8ns.reply));
	return own;
}

const HEADINGS = [
	...['a', 'b', 'url', 'Long URL', 'Größe', 'x.y', '_id', '0', '', ' ', "it's", '日本', '💡', '//'],
	...['name', 'length', 'size', 'keys', 'first', 'isEmpty', 'extend', 'json', 'item', 'then'],
	...['default', 'class', 'undefined', 'NaN', '$x', 'toJSON'],
];
/** What n8n refuses or finds in every object, and what is no name. */
const ODD_NAMES = [
	...['constructor', 'a.constructor', 'prototype', '__proto__', 'toString', 'valueOf', 'caller'],
	...['hasOwnProperty', 'arguments', 'binding', '__sanitize', '___n8n_data', '_load', '$'],
	...['1a', 'a"b', 'a\\b', '\u2028', '/*', '}}', 'a\nb'],
];
const name = fc.oneof(
	{ weight: 60, arbitrary: fc.constantFrom(...HEADINGS) },
	{ weight: 5, arbitrary: fc.constantFrom(...ODD_NAMES) },
	{ weight: 1, arbitrary: fc.string({ maxLength: 3 }) },
);
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const access = fc.tuple(name, fc.constantFrom('"', "'", '.')).map(([text, form]) => {
	if (form === '.' && (IDENTIFIER.test(text) || text === '1a')) return `.${text}`;
	return text.includes("'")
		? `["${text}"]`
		: `['${text}']`.replaceAll("'", form === '"' ? '"' : "'");
});
const field = fc
	.tuple(
		fc.oneof({ weight: 6, arbitrary: fc.tuple(access) }, fc.tuple(access, access)),
		fc.oneof({ weight: 20, arbitrary: fc.constant('') }, fc.constantFrom('.length', '?.a', '[0]')),
	)
	.map(([accesses, end]) => `$json${accesses.join('')}${end}`);

const text = fc.oneof(
	fc.constantFrom('x', '', ' y ', '={{ 1 + 1 }}', '{{ $json.a }}', 'null'),
	fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const simple = fc.oneof(text, fc.constantFrom<unknown>(7, 0.5, -1, true, false, null));
const rowOf = (value: fc.Arbitrary<unknown>) =>
	fc.dictionary(
		name.filter((key) => key !== '__proto__'),
		value,
		{ minKeys: 20, maxKeys: 40, size: 'max', noNullPrototype: true },
	) as fc.Arbitrary<Json>;
const row = rowOf(
	fc.oneof({ weight: 8, arbitrary: simple }, fc.array(simple, { maxLength: 2 }), rowOf(simple)),
);

test('random expressions and items: what is sent is what n8n evaluates', async () => {
	const seed = Number(process.env.FC_SEED ?? 20_261_125);
	const columns = ['metatitle', 'metadescription', 'description'];
	const runs = fc.sample(
		fc.tuple(fc.tuple(...columns.map(() => field)), fc.array(row, { minLength: 7, maxLength: 7 })),
		{ seed, numRuns: 25 },
	);
	let sent = 0;
	for (const [expressions, items] of runs) {
		const parameters = (expression: typeof read): Json => ({
			...{ resource: 'link', operation: 'create', url: LONG },
			additionalFields: Object.fromEntries(
				columns.map((column, at) => [column, expression(expressions[at] ?? '')]),
			),
		});
		const run = await bothWays(parameters, items);
		sent += run.sent.length;
	}
	expect(sent).toBeGreaterThan(75);
});

test('a locator, the fields of an update, and the node before', async () => {
	const parameters = (expression: typeof read): Json => ({
		...{ resource: 'link', operation: 'update', linkId: byLinkId(expression('$json.id')) },
		updateFields: {
			url: expression('$json.url'),
			description: expression("$('Input').item.json.note"),
		},
	});
	const { sent } = await bothWays(parameters, [
		{ id: 1, url: `${LONG}/1`, note: 'one' },
		{ id: '2', url: `${LONG}/2`, note: 'two' },
	]);
	expect(sent.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([
		...['/api/url/1/update', '/api/url/2/update'],
	]);
});
