/**
 * Expressions that only read fields are evaluated together. What is sent, and what comes out, must be the same as when n8n
 * evaluates each by itself, as it does where an expression has parentheses.
 */
import { expect, test } from '@jest/globals';

import type { Json, RunReply } from '../support/engine';
import { setUpTestbed } from '../support/engine/testbed';

const testbed = setUpTestbed();

const LONG = 'https://example.com/landing';
const together = (field: string) => `={{ ${field} }}`;
const oneByOne = (field: string) => `={{ (${field}) }}`;

/** Two of the row, and one of the node before. */
const URL = '$json.url';
const TITLE = "$json['My title']";
const NOTE = "$('Input').item.json.note";

const create = (expression: typeof together): Json => ({
	resource: 'link',
	operation: 'create',
	url: expression(URL),
	additionalFields: { description: expression(NOTE), metatitle: expression(TITLE) },
});

const outcome = ({ status, outputs, error }: RunReply) => ({
	status,
	error: error?.message,
	items: outputs
		.flat()
		.map(({ json, pairedItem }) => ({ ...json, id: 0, shorturl: '', pairedItem })),
});

async function bothWays(parameters: (expression: typeof together) => Json, items: Json[]) {
	const settings = { onError: 'continueRegularOutput' } as const;
	const run = async (expression: typeof together) =>
		await testbed.run({ parameters: parameters(expression), items, settings }, { freshKey: true });
	const [own, n8ns] = [await run(together), await run(oneByOne)];
	const bodies = ({ sent }: typeof own) =>
		sent.map(({ method, path, body }) => [method, path, body]);
	expect(bodies(own)).toEqual(bodies(n8ns));
	expect(outcome(own.reply)).toEqual(outcome(n8ns.reply));
	return own;
}

test.each<[string, Json]>([
	['texts', { 'My title': 'Spring', note: 'For the campaign' }],
	['numbers', { 'My title': 7, note: 0.5 }],
	['switches', { 'My title': true, note: false }],
	['empty values', { 'My title': '', note: null }],
	['fields that the row does not have', {}],
	['an object', { 'My title': { de: 'Frühling' }, note: 'x' }],
	['a list', { 'My title': ['a', 'b'], note: 'x' }],
	['texts that look like expressions', { 'My title': '={{ 1 + 1 }}', note: '{{ $json.url }}' }],
	['a field with a name of every object', { 'My title': 'x', note: 'y', constructor: 'z' }],
])('%s: what is sent is what n8n evaluates', async (_, row) => {
	const { sent, reply } = await bothWays(create, [{ url: LONG, ...row }]);
	// An object is refused, in the same words
	expect(sent.length + reply.outputs.flat().filter(({ json }) => json.error).length).toBe(1);
});

test('a row that n8n cannot evaluate fails as it does alone, and the others are sent', async () => {
	const parameters = (expression: typeof together): Json => ({
		...create(expression),
		additionalFields: {
			metatitle: expression('$json.title.text'),
			custom: expression('$json.alias'),
		},
	});
	const items = [{ title: { text: 'One' } }, { title: null }, {}, { title: { text: 'Four' } }];
	const { sent } = await bothWays(
		parameters,
		items.map((row, at) => ({ url: LONG, alias: `row-${at}`, ...row })),
	);
	expect(sent.length).toBeGreaterThanOrEqual(2);
});

test('a function of JavaScript in place of a field fails as n8n says', async () => {
	const parameters = (expression: typeof together): Json => ({
		...create(expression),
		additionalFields: { metatitle: expression('$json.url.trim') },
	});
	await bothWays(parameters, [{ url: LONG }]);
});

test('a locator and the fields of an update are read together', async () => {
	const parameters = (expression: typeof together): Json => ({
		resource: 'link',
		operation: 'update',
		linkId: { __rl: true, mode: 'id', value: expression('$json.id') },
		updateFields: { url: expression(URL), description: expression(NOTE) },
		options: { keepOtherFields: false },
	});
	const { sent } = await bothWays(parameters, [
		{ id: 1, url: `${LONG}/1`, note: 'one' },
		{ id: '2', url: `${LONG}/2`, note: 'two' },
	]);
	expect(sent.map(({ path }) => path)).toEqual(['/api/url/1/update', '/api/url/2/update']);
});

test('the columns of Create or Update are read together', async () => {
	const parameters = (expression: typeof together): Json => ({
		resource: 'link',
		operation: 'upsert',
		matchOn: 'custom',
		columns: {
			mappingMode: 'defineBelow',
			matchingColumns: ['custom'],
			schema: [],
			value: {
				custom: expression('$json.alias'),
				url: expression(URL),
				metatitle: expression(TITLE),
			},
		},
	});
	const { sent } = await bothWays(parameters, [
		{ alias: 'first', url: `${LONG}/1`, 'My title': 'One' },
		{ alias: 'second', url: `${LONG}/2` },
	]);
	expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2);
});
