/** The hint after a run. */
import type { IExecuteFunctions, INode, NodeExecutionHint } from 'n8n-workflow';

import type { LimitWaits } from '../../nodes/LinkManagement/client/rateLimit/rateLimiter';
import { apiError, invalidInput } from '../../nodes/LinkManagement/errors';
import { runNotesOf } from '../../nodes/LinkManagement/operations/output/notes';
import { findOperation } from '../../nodes/LinkManagement/resources';
import { completedItemsOf, noteFailed } from '../../nodes/LinkManagement/run/completedItems';
import { addRunHint, addRunReport } from '../../nodes/LinkManagement/run/report';
import { plainText } from '../../nodes/LinkManagement/values/plainText';
import { failureOf } from '../support/stubService';

const operation = findOperation('link', 'create')!;
/** Waits of one try. */
const waits = (total: number, limitInWords = 'limit of 30 requests a minute'): LimitWaits =>
	({ total, limitInWords }) as LimitWaits;

const node: INode = {
	...{ id: 'node', name: 'Node', type: '', typeVersion: 1, position: [0, 0], parameters: {} },
};

interface Given {
	/** The alias that is taken, by failed item. */
	taken?: Array<[item: number, alias: string]>;
	waits?: LimitWaits[];
	items: number;
}

function hintsOf({ taken = [], waits: tries = [], items }: Given) {
	const hints: NodeExecutionHint[] = [];
	const addExecutionHints = (...added: NodeExecutionHint[]) => void hints.push(...added);
	const completed = completedItemsOf({});
	for (const [item, alias] of taken) {
		const message = `Alias ${alias} is taken`;
		const failure = failureOf('refused', { message, advice: 'Use another alias.' });
		noteFailed(completed, item, apiError(node, failure, { item, plainText }));
	}
	completed.waits.push(...tries);
	const context = { addExecutionHints } as unknown as IExecuteFunctions;
	addRunHint(context, { operation, completed, items });
	return hints;
}

test('an ordinary run has none', () => {
	expect(hintsOf({ items: 2, waits: [waits(9_999)] })).toEqual([]);
});

test('all that is worth saying stands in one hint of the output pane', () => {
	const taken: Given['taken'] = [
		[3, 'spring'],
		[4, 'fall'],
	];
	expect(hintsOf({ taken, items: 5, waits: [waits(11 * 60_000)] })).toEqual([
		{
			message:
				"2 of 5 items failed: Alias spring is taken, Alias fall is taken, rows 3–4. The run waited 11 minutes for the service's limit of 30 requests a minute.",
			location: 'outputPane',
		},
	]);
});

test('one failed item is named by its row and reason', () => {
	expect(hintsOf({ taken: [[95, 'nl-apr-preferences']], items: 100 })).toMatchObject([
		{ message: '1 of 100 items failed: row 95, Alias nl-apr-preferences is taken.' },
	]);
});

test('a reason that ends with a full stop does not end with two', () => {
	const completed = completedItemsOf({});
	const failure = failureOf('refused', { message: 'Link not found.', advice: '' });
	noteFailed(completed, 1, apiError(node, failure, { item: 1, plainText }));
	const hints: NodeExecutionHint[] = [];
	const context = { addExecutionHints: (hint: NodeExecutionHint) => void hints.push(hint) };
	addRunHint(context as unknown as IExecuteFunctions, { operation, completed, items: 2 });
	expect(hints).toMatchObject([{ message: '1 of 2 items failed: row 1, Link not found.' }]);
});

test('of many failed items, the three most frequent reasons are named, with their rows', () => {
	const completed = completedItemsOf({});
	const reasons = ['Alpha', 'Beta', 'Beta', 'Gamma', 'Gamma', 'Gamma', 'Delta'];
	reasons.forEach((label, item) =>
		noteFailed(completed, item, invalidInput({ label, node, item }, 'is wrong', `Check ${label}.`)),
	);
	const hints: NodeExecutionHint[] = [];
	const context = { addExecutionHints: (hint: NodeExecutionHint) => void hints.push(hint) };
	addRunHint(context as unknown as IExecuteFunctions, { operation, completed, items: 9 });
	expect(hints).toMatchObject([
		{
			message:
				'7 of 9 items failed: Gamma: is wrong, rows 3–5 · Beta: is wrong, rows 1–2 · row 0, Alpha: is wrong …',
		},
	]);
});

test('what items of all tries left in the notes is told in one sentence', () => {
	const hints: NodeExecutionHint[] = [];
	const context = { addExecutionHints: (hint: NodeExecutionHint) => void hints.push(hint) };
	const completed = completedItemsOf({});
	const sentence = (names: string[]) =>
		`${names.length} campaigns were created: ${names.join(', ')}.`;
	for (const names of [['Spring', 'Summer'], ['Fall']]) {
		const run = { items: 3 };
		completed.tries.push(run);
		for (const name of names) runNotesOf(run).add(sentence, name);
	}
	const told = '3 campaigns were created: Spring, Summer, Fall.';
	addRunHint(context as unknown as IExecuteFunctions, { operation, completed, items: 3 });
	expect(hints).toMatchObject([{ message: told }]);
	const error = invalidInput({ label: 'X', node }, 'is wrong', 'Check it.');
	addRunReport(error, { operation, completed, items: 3 }, plainText);
	expect(error.description).toMatch(new RegExp(`nothing further was sent\\. ${told}$`));
});

test('the waits of all tries of Retry On Fail count', () => {
	const tries = [waits(60_000), waits(8_000), waits(0, 'rate limit')];
	expect(hintsOf({ items: 1, waits: tries })).toMatchObject([
		{ message: "The run waited 68 seconds for the service's limit of 30 requests a minute." },
	]);
});

test('a version of n8n without hints shows none', () => {
	const context = {} as unknown as IExecuteFunctions;
	expect(() =>
		addRunHint(context, { operation, completed: completedItemsOf({}), items: 2 }),
	).not.toThrow();
});
