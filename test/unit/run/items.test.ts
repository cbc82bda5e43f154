/** What is known of an item without n8n: its name, whether it is a blank row, and what became of it in an earlier try. */
import type { INode, NodeApiError } from 'n8n-workflow';

import { apiError, Canceled } from '../../../nodes/LinkManagement/errors';
import { LinkReference, NamedReference } from '../../../nodes/LinkManagement/fields/reference';
import { findOperation } from '../../../nodes/LinkManagement/resources';
import {
	completedItemsOf,
	unlessCompleted,
} from '../../../nodes/LinkManagement/run/completedItems';
import { callOf, includesInput, isBlankRow } from '../../../nodes/LinkManagement/run/itemCall';
import { plainText } from '../../../nodes/LinkManagement/values/plainText';
import { failureOf } from '../../support/stubService';

const node = { name: 'Node', type: 'linkManagement' } as INode;
const create = findOperation('link', 'create')!;
const upsert = findOperation('link', 'upsert')!;

test.each([
	[{ body: { name: 'a', url: 'b', custom: 'c' }, given: { shorturl: 'd' } }, 'c'],
	[{ body: { custom: '', url: 'b' }, given: { shorturl: 'd', id: 7 } }, 'd'],
	[{ given: { id: 7 }, path: { linkId: 5 } }, '7'],
	[{ path: { linkId: new LinkReference('spring') }, query: { short: 'x' } }, 'spring'],
	[{ path: { campaignId: new NamedReference('campaigns', 'Fall', { label: '', node }) } }, 'Fall'],
	[{ query: { short: 'https://sho.rt/a' }, body: { name: 'a' } }, 'https://sho.rt/a'],
	[{ body: { name: 'a', url: 'b', domain: 'c' } }, 'a'],
	[{ body: { domain: 'c' } }, 'c'],
	[{}, ''],
])('the item %j is recognized by %j', (more, recognizedBy) => {
	const converted = { path: {}, query: {}, body: {}, given: {}, warnings: [], ...more };
	const call = callOf(create, converted as never, 3, { row_number: 5 });
	expect(call.name).toEqual({ item: 3, row: 5, recognizedBy });
	const { query: qs, body, path, given, warnings } = converted;
	const request = { method: 'POST', url: '/api/url/add', qs, body };
	expect(call).toMatchObject({ operation: create, item: 3, path, given, warnings, request });
});

test.each([
	['create', {}, '', true],
	['create', { includeInputFields: false }, '', false],
	['create', {}, 'Tool', false],
	['delete', {}, '', false],
	['get', { includeInputFields: true }, '', true],
	['getAll', { includeInputFields: true }, '', false],
])('whether %s with %j in a node%s includes the input: %s', (name, given, end, includes) => {
	const inNode = { ...node, type: `linkManagement${end}` };
	expect(includesInput(findOperation('link', name)!, given, inNode)).toBe(includes);
});

const EMPTY: [string, string] = ['={{ $json.a }}', ''];
const [INNER, EMPTY_INNER] = [
	{ a: 'x', b: ['={{ 1 }}'] },
	{ a: 'x', b: [null] },
];
test.each<[string, Array<[saved: unknown, value: unknown]>, boolean, string?]>([
	['expressions without a value', [EMPTY, ['fixed', 'fixed'], [5, 5], [null, '']], true],
	['one with a value', [EMPTY, ['={{ $json.a }}', 'x']], false],
	['fixed values only', [['', '']], false],
	['a nested one without a value', [[INNER, EMPTY_INNER]], true],
	['a nested one with a value', [[INNER, { b: ['y'] }]], false],
	['one whose value is none', [[INNER, null]], true],
	['an operation for other items', [EMPTY], false, 'get'],
])('whether a row is blank with %s', (_, parameters, isBlank, name = 'create') => {
	expect(isBlankRow(findOperation('link', name)!, {}, parameters)).toBe(isBlank);
});

test.each<[cells: unknown[], heading: string[], isBlank: boolean]>([
	[['', undefined], [], true],
	[['', 'a fixed value'], [], true],
	[['', 'x'], ['Alias'], false],
])('a row of Create or Update with the cells %j of the headings %j: blank is %s', (...given) => {
	const [cells, headings, isBlank] = given;
	const values = new Map(cells.map((cell, at) => [`${at}`, cell]));
	const columns = { values, headings: new Map(headings.map((heading) => ['custom', heading])) };
	expect(isBlankRow(upsert, { columns } as never, [EMPTY])).toBe(isBlank);
});

describe('In a further try of Retry On Fail, an item', () => {
	const failing = (error: unknown) => async () => await Promise.reject(error as Error);
	const failureOfKind = (kind: 'notAsRequested' | 'outcomeUnknown' | 'refused') =>
		apiError(node, failureOf(kind), { plainText });

	test('that was completed has its results, and is not sent again', async () => {
		const completed = completedItemsOf({});
		const results = [{ json: { id: 7 } }];
		expect(await unlessCompleted(completed, 3, async () => results)).toBe(results);
		expect(await unlessCompleted(completed, 3, failing('sent'))).toBe(results);
	});

	test.each(['outcomeUnknown', 'notAsRequested'] as const)(
		'that ended with %s has this error, without the report of the run',
		async (kind) => {
			const completed = completedItemsOf({});
			const error: NodeApiError = failureOfKind(kind);
			const { description } = error;
			await expect(unlessCompleted(completed, 3, failing(error))).rejects.toBe(error);
			error.description = 'Of the whole run';
			await expect(unlessCompleted(completed, 3, failing('sent'))).rejects.toBe(error);
			expect(error.description).toBe(description);
		},
	);

	test('that failed otherwise is sent again', async () => {
		const completed = completedItemsOf({});
		const refused = failureOfKind('refused');
		await expect(unlessCompleted(completed, 3, failing(refused))).rejects.toBe(refused);
		expect(await unlessCompleted(completed, 3, async () => [])).toEqual([]);
	});

	test.each([true, false])(
		'that Stop ended is in doubt if a creation was sent: %s',
		async (was) => {
			const completed = completedItemsOf({});
			const work = failing(new Canceled(was));
			await expect(unlessCompleted(completed, 3, work)).rejects.toThrow(Canceled);
			expect(completed.inDoubt.has(3)).toBe(was);
		},
	);
});
