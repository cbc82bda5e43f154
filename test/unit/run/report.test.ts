/** The hints before and after a run, and what the error that ended a run says about it. */
import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type NodeExecutionHint,
	NodeOperationError,
} from 'n8n-workflow';

import type { LimitWaits } from '../../../nodes/LinkManagement/client/log';
import { apiError, EMPTY_EXPRESSION, invalidInput } from '../../../nodes/LinkManagement/errors';
import { LinkManagement } from '../../../nodes/LinkManagement/LinkManagement.node';
import { addHints, addReport, reportEnding } from '../../../nodes/LinkManagement/run/report';
import type { Run } from '../../../nodes/LinkManagement/run/run';
import { plainText } from '../../../nodes/LinkManagement/text/plainText';
import { itemName, valueWarning } from '../../../nodes/LinkManagement/text/sentences';
import { failureOf } from '../../support/stubService';
import { newRun } from '../actions/itemCall';

const node = { id: 'node', name: 'Node', type: '' } as INode;
const location = 'outputPane';

/** Waits of one try. */
const waits = (total: number, limitInWords = 'limit of 30 requests a minute'): LimitWaits =>
	({ total, limitInWords }) as LimitWaits;

/** The hints after a run of so many items. */
function hintsAfter(items: number, note: (run: Run) => void) {
	const hints: NodeExecutionHint[] = [];
	const addExecutionHints = (...added: NodeExecutionHint[]) => void hints.push(...added);
	const run = newRun(items);
	note(run);
	addHints({ addExecutionHints } as unknown as IExecuteFunctions, run);
	return hints;
}

/** The texts of the error of item 1 that ended a run. */
function reportOf(
	items: number,
	note: (run: Run) => void,
	{ error = new NodeOperationError(node, 'Refused') } = {},
) {
	const run = newRun(items);
	note(run);
	addReport(error, run, plainText);
	return { description: error.description ?? '', created: error.context.created };
}

const wrong = (label: string, item: number) =>
	invalidInput({ label, node, item }, 'is wrong', `Check ${label}.`);

test.each<[parameters: object, items: number, hints: RegExp[]]>([
	[{ operation: 'create', addQrCode: true }, 30, []],
	[{ operation: 'create' }, 31, [/every 30 items take a minute/]],
	[{ operation: 'create', addQrCode: true }, 31, [/every 15 links take a minute/]],
	[{ operation: 'getAll', returnAll: true }, 31, [/read in pages/]],
	[{ operation: 'delete' }, 1, [/permanently.*Maximum Deletions/]],
])('before a run with %j of %i items, n8n shows the hints %p', ($parameter, items, hints) => {
	const $input = { all: () => Array.from({ length: items }) };
	const shown = new LinkManagement().description.hints!.filter(({ displayCondition }) => {
		const condition = displayCondition!.replace(/^=\{\{|\}\}$/g, '');
		const evaluate = new Function('$parameter', '$input', `return ${condition}`);
		return evaluate($parameter, $input) as boolean;
	});
	const when = { whenToDisplay: 'beforeExecution', location };
	expect(shown).toMatchObject(
		hints.map((message) => ({ ...when, message: expect.stringMatching(message) })),
	);
});

test('after an ordinary run there are no hints, and none in a version of n8n without them', () => {
	expect(hintsAfter(2, ({ results }) => void results.waits.push(waits(9_999)))).toEqual([]);
	expect(() => addHints({} as IExecuteFunctions, newRun(2))).not.toThrow();
});

test('the counts come first, then a warning with what needs an eye, then the rest', () => {
	const hints = hintsAfter(5, ({ results, summary }) => {
		for (const [item, alias] of [
			[3, 'spring'],
			[4, 'fall'],
			// Of another try, in which the run could not begin
			[4, 'fall'],
		] as const) {
			const message = `Alias ${alias} is taken.`;
			const failure = failureOf('refused', { message, advice: 'Use another alias.' });
			results.fail(itemName(item), apiError(node, failure, { item, plainText }));
		}
		results.waits.push(waits(10_000));
		summary.uncertainRows++;
		summary.withoutClicks++;
	});
	expect(hints).toEqual([
		{ message: '1 link has no clicks of this kind, and so no row. 2 of 5 items failed.', location },
		{
			message:
				'Items 3, 4 · Alias spring is taken, Alias fall is taken. Use another alias.<br>1 row is not certain: see "warning".',
			type: 'warning',
			location,
		},
		{
			message: "The run waited 10 seconds for the service's limit of 30 requests a minute.",
			location,
		},
	]);
});

test('reasons come in lines, the most frequent first, with the row of an item and what it is known by', () => {
	const reasons = ['Alpha', 'Beta', 'Beta', 'Gamma', 'Gamma', 'Gamma', 'Delta'];
	const hints = hintsAfter(9, ({ results }) =>
		reasons.forEach((label, item) => {
			const name = item === 6 ? itemName(item, { row_number: 8 }, 'spring') : itemName(item);
			results.fail(name, wrong(label, item));
			if (item < 2) results.fail(itemName(7 + item), new NodeOperationError(node, label));
		}),
	);
	expect(hints.map(({ message }) => message.split('<br>'))).toEqual([
		['9 of 9 items failed.'],
		[
			'Items 3, 4, 5 · Gamma: is wrong. Check Gamma.',
			'Items 1, 2 · Beta: is wrong. Check Beta.',
			'Item 0 · Alpha: is wrong. Check Alpha.',
			'Item 7 · Alpha.',
			'Item 8 · Beta.',
			'Row 8 (spring) · Delta: is wrong. Check Delta.',
		],
	]);
});

test.each([
	[3, 'The expression of Name gives nothing in any item. Was the column renamed?'],
	[2, `Item 0 · Name: the expression gives nothing. ${EMPTY_EXPRESSION}`],
])('of %i rows, of which the last is blank, an empty expression is told', (items, message) => {
	const hints = hintsAfter(items, ({ results }) => {
		results.blank.add(items - 1);
		for (let item = 0; item < items - 1; item++) {
			const place = { label: 'Name', node, item };
			const error = invalidInput(place, 'the expression gives nothing', EMPTY_EXPRESSION);
			results.fail(itemName(item), error);
		}
	});
	expect(hints.slice(1).map((hint) => hint.message)).toEqual([
		message,
		'1 row has no value, and came out unchanged.',
	]);
});

test('what items of all tries count is told in one sentence, the waits in another', () => {
	const odd = valueWarning('is odd');
	const note = (run: Run) => {
		for (const value of ['a', 'b']) {
			run.beginTry(3);
			run.summary.addWarnings([{ label: 'Alias', value, warning: odd }], plainText);
		}
		run.results.waits.push(waits(60_000), waits(8_000), waits(0, 'rate limit'));
	};
	const toSee = '2 items have a value that is odd: a, b.';
	const waited = "The run waited 68 seconds for the service's limit of 30 requests a minute.";
	expect(hintsAfter(3, note).map(({ message }) => message)).toEqual([toSee, waited]);
	expect(reportOf(3, note).description).toBe(
		`0 of 3 items completed; nothing further was sent. ${toSee} ${waited}`,
	);
});

test.each<[string, IDataObject, string]>([
	['short URL', { id: 7, shorturl: 'https://s.example/a', short: 'x' }, 'https://s.example/a'],
	['address', { id: 7, link: 'x'.repeat(200) }, 'x'.repeat(200)],
	['ID', { id: 7, shorturl: 'x'.repeat(201) }, '7'],
	['item', {}, 'item 3'],
])('the error names a created record by its %s', (_, json, name) => {
	expect(reportOf(5, ({ results }) => void results.made.set(3, json))).toEqual({
		description: `0 of 5 items completed; nothing further was sent. Already created: ${name}.`,
		created: [name],
	});
});

test('a report names as many records as are of use, and keeps its size', () => {
	const error = new NodeOperationError(node, 'Refused', { description: 'No.' });
	const addresses = [1_000_000, 150].map((length) => `https://s.example/${'x'.repeat(length)}`);
	const after = (count: number, jsonOf: (id: number) => IDataObject) =>
		reportOf(
			10_001,
			({ results: { made } }) => {
				for (let id = 0; id < count; id++) made.set(id, jsonOf(id));
			},
			{ error },
		);
	const { description } = after(10_000, (id) => ({ id, shorturl: addresses[id % 2] }));
	expect(description).toMatch(/^No\. 0 of 10001 items .* Already created: 0, https:/);
	expect(description).toMatch(/x, \d+ and \d+ more\.$/);
	expect(description.length).toBeLessThan(5_000);
	expect(JSON.stringify(error.context).length).toBeLessThan(120_000);
	const named = after(1_001, (id) => ({ id }));
	expect(named.description).toMatch(/, 98, 99 and 901 more\.$/);
	expect(named.created).toHaveLength(1_000);
});

test('a link that may be older than the run is named apart, and each record once', () => {
	const { description, created } = reportOf(8, ({ results: { made, perhapsFound } }) => {
		for (const item of [1, 2, 4, 5]) perhapsFound.add(item);
		made.set(5, { shorturl: 'https://s.example/failed' });
		made.set(6, {}).set(7, {});
		// Items 3 and 4 got the link that item 0 made
		for (const [item, id] of [7, 8, 8, 7, 7].entries())
			made.set(item, { id, shorturl: `https://s.example/${id}` });
	});
	expect(created).toEqual(['https://s.example/7', 'item 6', 'item 7']);
	expect(description).toBe(
		'0 of 8 items completed; nothing further was sent. Already created: https://s.example/7, item 6, item 7. ' +
			'Made or found, perhaps before this run: https://s.example/8, https://s.example/failed.',
	);
});

const failed = (kind: 'notAsRequested' | 'outcomeUnknown', item = 1) => {
	const error = apiError(node, failureOf(kind, { advice: '' }), { plainText });
	return { name: itemName(item, { row_number: item + 2 }, 'spring'), error, description: '' };
};

test.each([
	[4, '0 of 4 items completed; nothing further was sent.', ' for row 2, row 4 (spring), too'],
	[1, '', ''],
])(
	'Whether a record was created is not known of the others of %i items',
	(items, before, where) => {
		const shown = failed('outcomeUnknown');
		const note = ({ results: { unknown, inDoubt } }: Run) => {
			inDoubt.set(0, itemName(0, { row_number: 2 }));
			unknown.set(3, failed('notAsRequested', 3)).set(1, shown);
			unknown.set(2, failed('outcomeUnknown', 2));
			if (items === 1) unknown.clear();
		};
		expect(reportOf(items, note, { error: shown.error as never }).description).toBe(
			`${before} Check the service${where}: whether a record was created is not known.`.trim(),
		);
	},
);

test('the error of the first item that ended a run is shown', () => {
	const run = newRun(3);
	const [first, second] = [1, 2].map((n) => new NodeOperationError(node, `Error ${n}`));
	run.results.ending.set(2, second!).set(1, first!);
	expect(reportEnding(run, plainText)).toBe(first);
});
