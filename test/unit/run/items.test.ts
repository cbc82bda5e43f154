/**
 * What is known of an item without n8n: its name, whether it is a blank row, what became of it in an earlier try, and what the check
 * of all items before the first request finds. Virtual time.
 */
import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { findOperation } from '../../../nodes/LinkManagement/actions';
import { Turns } from '../../../nodes/LinkManagement/client/wait';
import { apiError, Canceled, invalidInput, Problems } from '../../../nodes/LinkManagement/errors';
import { LinkReference, NamedReference } from '../../../nodes/LinkManagement/fields/reference';
import { checkItems } from '../../../nodes/LinkManagement/run/check';
import {
	completedItemsOf,
	noteFailed,
	unlessCompleted,
} from '../../../nodes/LinkManagement/run/completedItems';
import { callOf, includesInput, isBlankRow } from '../../../nodes/LinkManagement/run/itemCall';
import { itemName } from '../../../nodes/LinkManagement/run/itemName';
import type { ItemCall } from '../../../nodes/LinkManagement/run/operation';
import type { ManyItemsRun, PreparedItem } from '../../../nodes/LinkManagement/run/prepare';
import { Reasons } from '../../../nodes/LinkManagement/run/reasons';
import { plainText } from '../../../nodes/LinkManagement/text/plainText';
import { failureOf } from '../../support/stubService';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';

useVirtualClock();

const node = { id: 'node', name: 'Links', type: 'linkManagement' } as INode;
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
	const declared = { method: 'POST', url: '/api/url/add' };
	const values = { path: {}, query: {}, body: {}, given: {}, warnings: [], ...more };
	const converted = { ...declared, ...values };
	const call = callOf(create, converted as never, 3, { row_number: 5 });
	expect(call.name).toEqual({ item: 3, row: 5, recognizedBy });
	const { query: qs, body, path, given, warnings } = converted;
	const request = { ...declared, qs, body };
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
	{ a: 'x', b: ['={{ $json.b }}'] },
	{ a: 'x', b: [null] },
];
test.each<[string, Array<[saved: unknown, value: unknown]>, boolean, string?]>([
	['expressions without a value', [EMPTY, ['fixed', 'fixed'], [5, 5], [null, '']], true],
	['one with a value', [EMPTY, ['={{ $json.a }}', 'x']], false],
	['fixed values only', [['', '']], false],
	['a nested one without a value', [[INNER, EMPTY_INNER]], true],
	['a nested one with a value', [[INNER, { b: ['y'] }]], false],
	['one whose value is none', [[INNER, null]], true],
	['one that gives a formula of nothing', [['={{ $json.a }}', '=""']], true],
	['a date that is the same in all rows', [EMPTY, ["={{ $now.plus(30, 'days') }}", 'x']], true],
	['a word for nothing', [['={{ $json.a }}', '-']], false],
	['a text around an expression', [['=https://x.com/{{ $json.a }}', 'https://x.com/']], false],
	...['$input.item.json.a', '$("Form").item.json.a', '$node["Form"].json.a'].map(
		(read): [string, Array<[saved: unknown, value: unknown]>, boolean] => [
			`an item read as ${read}`,
			[EMPTY, [`={{ ${read} }}`, 'x']],
			false,
		],
	),
	['nothing that reads an item', [['={{ $now }}', '']], false],
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

/** Longest time in ms for which the event loop may be blocked. */
const MAX_BLOCKED = 100;

interface Check {
	items: number;
	/** Rejects values of an item, while it is prepared. */
	reject?: (item: number, problems: Problems) => void | Promise<void>;
	/** The check of the operation, after all items are prepared. */
	validate?: (call: ItemCall) => void;
	/** Rows without a value. */
	blank?: number[];
	/** How long it takes to prepare an item, in ms. */
	cost?: number;
	/** Of Retry On Fail, with this one. */
	tries?: number;
	type?: string;
	completed?: ReturnType<typeof completedItemsOf>;
}

const rejects = async (
	problems: Problems,
	label: string,
	problem: string,
	item: number,
	advice = `Check the ${label}.`,
): Promise<void> =>
	void (await problems.try(() => {
		throw invalidInput({ label, node, item }, problem, advice);
	}));

/** The items that are prepared, those that are to be sent, and what is known of the run. */
async function check(given: Check) {
	const { items, reject, validate, blank = [], cost = 0, tries = 1, type = node.type } = given;
	const { completed = completedItemsOf({}) } = given;
	const { behavior, ...operation } = findOperation('campaign', 'create')!;
	const prepared: number[] = [];
	const prepare = async (item: number): Promise<PreparedItem> => {
		prepared.push(item);
		jest.advanceTimersByTime(cost);
		const problems = new Problems(node, item);
		await reject?.(item, problems);
		const call = {
			operation: { ...operation, behavior: { ...behavior, check: validate } },
			...{ item, name: itemName(item, {}, item === 5 ? 'spring' : ''), path: {}, given: {} },
			request: { method: 'POST', url: '/api/campaign/add', body: {} },
		} as unknown as ItemCall;
		return { call, problems, isBlank: blank.includes(item) };
	};
	const run = {
		...{ items, node: { ...node, type }, prepare, nameOf: (item: number) => itemName(item) },
		...{ tries: new Array(tries).fill({}), turns: new Turns(undefined), service: { plainText } },
	} as unknown as ManyItemsRun;
	const checked = await advanceUntil(checkItems(run, completed));
	return { prepared, checked, completed };
}

test('the event loop is never blocked for long, whatever an item costs', async () => {
	for (const cost of [0.5, 5, 60]) {
		let longest = 0;
		let last = performance.now();
		let isDone = false;
		const watch = (): void => {
			longest = Math.max(longest, performance.now() - last);
			last = performance.now();
			if (!isDone) setImmediate(watch);
		};
		setImmediate(watch);
		await check({ items: 2_000, cost });
		isDone = true;
		expect(longest).toBeGreaterThan(0);
		expect(longest).toBeLessThanOrEqual(MAX_BLOCKED);
	}
});

test('items that an earlier try completed are not prepared again, and those to be sent are checked', async () => {
	const completed = completedItemsOf({});
	completed.done.set(1, []);
	noteFailed(completed, itemName(2), new NodeOperationError(node, 'Refused'));
	completed.blank.add(3);
	const { prepared, checked } = await check({ items: 5, completed });
	expect(prepared).toEqual([0, 4]);
	expect([...checked].map(([item, { isChecked }]) => [item, isChecked])).toEqual([
		[0, true],
		[4, true],
	]);
});

test('items are named in the order of the table, whichever fails first', () => {
	const reasons = new Reasons();
	for (const item of [4, 3]) reasons.add(itemName(item), new NodeOperationError(node, 'Refused'));
	expect(reasons.lines(100, 9)).toEqual(['Items 3, 4 · Refused.']);
});

test.each([
	['beside other rows', 3, false],
	['beside rows of an earlier try', 2, true],
])('blank rows %s are not sent', async (_, items, isRetry) => {
	const completed = completedItemsOf({});
	if (isRetry) completed.done.set(0, []);
	const blank = isRetry ? [1] : [1, 2];
	const { checked } = await check({ items, blank, completed });
	expect([...checked.keys()]).toEqual(isRetry ? [] : [0]);
	expect([...completed.blank]).toEqual(blank);
});

test('rows that are all blank are checked, because a column may be missing', async () => {
	const { checked, completed } = await check({ items: 2, blank: [0, 1] });
	expect([...checked].map(([item, { isBlank }]) => [item, isBlank])).toEqual([
		[0, false],
		[1, false],
	]);
	expect(completed.blank.size).toBe(0);
});

test('the problems of all rows are named, grouped by field and reason', async () => {
	const given = {
		items: 400,
		reject: async (item: number, problems: Problems) => {
			if ([0, 1, 2, 3, 5].includes(item))
				await rejects(problems, 'Campaign', 'no campaign is called "Sping"', item);
			if (item === 17 || item === 395)
				await rejects(problems, 'Expiry', `"${item}" is not a date`, item);
		},
	};
	const lines = [
		'Items 0–3, 5 · Campaign: no campaign is called "Sping". Check the Campaign.',
		'Items 17, 395 · Expiry: "17" is not a date, "395" is not a date. Check the Expiry.',
	];
	await expect(check(given)).rejects.toMatchObject({
		name: 'NodeOperationError',
		message: '7 of 400 items cannot be sent. Nothing was changed.',
		description: lines.join('<br>'),
		context: { itemIndex: undefined },
	});
	const tool = check({ ...given, type: 'linkManagementTool', tries: 2 });
	await expect(tool).rejects.toMatchObject({
		message: '7 of 400 items cannot be sent.',
		description: lines.join(' '),
	});
});

test('several problems of one row are named, each advice once', async () => {
	const reject = async (item: number, problems: Problems) => {
		for (const label of ['Campaign', 'Channel'])
			await rejects(problems, label, 'not found', item, 'Check it.');
	};
	await expect(check({ items: 1, reject })).rejects.toMatchObject({
		message: 'Campaign: not found · Channel: not found [item 0]',
		description: 'Check it. Nothing was sent for this item.',
	});
	await expect(check({ items: 2, reject })).rejects.toMatchObject({
		description:
			'Items 0, 1 · Campaign: not found. Check it.<br>Items 0, 1 · Channel: not found. Check it.',
	});
});

test('a row with several values that are rejected for one reason is named once', async () => {
	const reject = async (item: number, problems: Problems) => {
		for (const name of ['A', 'B'])
			if (item === 5) await rejects(problems, 'Pixels', `no pixel is called "${name}"`, item);
	};
	await expect(check({ items: 6, reject })).rejects.toMatchObject({
		message: '1 of 6 items cannot be sent. Nothing was changed.',
		description:
			'Item 5 (spring) · Pixels: no pixel is called "A", no pixel is called "B". Check the Pixels.',
		context: { itemIndex: 5 },
	});
});

test('an expression that gives nothing in any row is a column that was renamed', async () => {
	const advice = 'Fill in the cell, or check whether the column was renamed.';
	const reject = async (item: number, problems: Problems) => {
		if (item < 2) await rejects(problems, 'Name', 'the expression gives nothing', item, advice);
	};
	await expect(check({ items: 3, reject })).rejects.toMatchObject({
		description: `Items 0, 1 · Name: the expression gives nothing. ${advice}`,
	});
	await expect(check({ items: 3, blank: [2], reject })).rejects.toMatchObject({
		description: 'The expression of Name gives nothing in any item. Was the column renamed?',
	});
});

test('an expression that fails is the reason of its row', async () => {
	const reject = (item: number) => {
		if (item === 1) throw new Error('No path back to node');
	};
	await expect(check({ items: 3, reject })).rejects.toMatchObject({
		description: 'Item 1 · No path back to node.',
	});
});

test('a list that cannot be read, and Stop, end the check at once, but the problems that were found are told', async () => {
	const unreachable = new NodeApiError(node, { message: 'The service could not be reached' });
	const asked: number[] = [];
	const given: Check = {
		items: 400,
		validate({ item }) {
			asked.push(item);
			throw unreachable;
		},
	};
	await expect(check(given)).rejects.toBe(unreachable);
	expect(asked).toEqual([0]);
	const reject = async (item: number, problems: Problems) => {
		if (item === 0) await rejects(problems, 'Expiry', 'no date', item);
	};
	const late: Check = {
		...{ items: 2, reject },
		validate({ item }) {
			if (item === 1) throw unreachable;
		},
	};
	await expect(check(late)).rejects.toThrow('1 of 2 items cannot be sent.');
	const stopped: Check = {
		...late,
		validate({ item }) {
			if (item === 1) throw new Canceled();
		},
	};
	await expect(check(stopped)).rejects.toThrow(Canceled);
});

test('5,000 invalid items: the reasons are few, and the texts stay short', async () => {
	const long = 'x'.repeat(2_000);
	const error = (await check({
		items: 5_000,
		reject: (item, problems) =>
			rejects(problems, `Field ${item % 200}`, `"${item}-${long}" is wrong`, item),
	}).catch((thrown: unknown) => thrown)) as { message: string; description: string };
	expect(error.message).toBe('5000 of 5000 items cannot be sent. Nothing was changed.');
	expect(error.description).toMatch(/^25 items: 0, 200, .+ … · Field 0: "0-x+…/);
	expect(error.description).toMatch(/, and so on for 23 other items\. Check the Field 0\.<br>/);
	expect(error.description).toMatch(/<br>And \d+ more reasons\.$/);
	expect(error.description.length).toBeLessThan(3_500);
});
