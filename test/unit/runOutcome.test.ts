/** The hint after a run. */
import type { IExecuteFunctions, INode, NodeExecutionHint } from 'n8n-workflow';

import type { LimitWaits } from '../../nodes/LinkManagement/client/rateLimit/rateLimiter';
import { apiError, invalidInput } from '../../nodes/LinkManagement/errors';
import { itemName } from '../../nodes/LinkManagement/operations/itemName';
import { runNotesOf } from '../../nodes/LinkManagement/operations/output/notes';
import { findOperation } from '../../nodes/LinkManagement/resources';
import { completedItemsOf, noteFailed } from '../../nodes/LinkManagement/run/completedItems';
import { addRunHints, addRunReport } from '../../nodes/LinkManagement/run/report';
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
		noteFailed(completed, itemName(item), apiError(node, failure, { item, plainText }));
	}
	completed.waits.push(...tries);
	const context = { addExecutionHints } as unknown as IExecuteFunctions;
	addRunHints(context, { operation, completed, items });
	return hints;
}

test('an ordinary run has none', () => {
	expect(hintsOf({ items: 2, waits: [waits(9_999)] })).toEqual([]);
});

test('the counts come first, then a warning with what needs an eye, then the rest', () => {
	const taken: Given['taken'] = [
		[3, 'spring'],
		[4, 'fall'],
	];
	const location = 'outputPane';
	expect(hintsOf({ taken, items: 5, waits: [waits(11 * 60_000)] })).toEqual([
		{ message: '2 of 5 items failed.', location },
		{
			message: 'Items 3, 4 · Alias spring is taken, Alias fall is taken. Use another alias.',
			type: 'warning',
			location,
		},
		{
			message: "The run waited 11 minutes for the service's limit of 30 requests a minute.",
			location,
		},
	]);
});

test('a failed item is named by its row and what it is known by; a full stop does not come twice', () => {
	const completed = completedItemsOf({});
	const failure = failureOf('refused', { message: 'Link not found.', advice: '' });
	noteFailed(
		completed,
		itemName(1, { row_number: 3 }, 'spring'),
		apiError(node, failure, { item: 1, plainText }),
	);
	const hints: NodeExecutionHint[] = [];
	const context = {
		addExecutionHints: (...added: NodeExecutionHint[]) => void hints.push(...added),
	};
	addRunHints(context as unknown as IExecuteFunctions, { operation, completed, items: 2 });
	expect(hints).toMatchObject([
		{ message: '1 of 2 items failed.' },
		{ message: 'Row 3 (spring) · Link not found.', type: 'warning' },
	]);
});

test('reasons come in lines, the most frequent first', () => {
	const completed = completedItemsOf({});
	const reasons = ['Alpha', 'Beta', 'Beta', 'Gamma', 'Gamma', 'Gamma', 'Delta'];
	reasons.forEach((label, item) =>
		noteFailed(
			completed,
			itemName(item),
			invalidInput({ label, node, item }, 'is wrong', `Check ${label}.`),
		),
	);
	const hints: NodeExecutionHint[] = [];
	const context = {
		addExecutionHints: (...added: NodeExecutionHint[]) => void hints.push(...added),
	};
	addRunHints(context as unknown as IExecuteFunctions, { operation, completed, items: 9 });
	const [counts, reasonLines] = hints.map(({ message }) => message.split('<br>'));
	expect(counts).toEqual(['7 of 9 items failed.']);
	expect(reasonLines).toEqual([
		'Items 3, 4, 5 · Gamma: is wrong. Check Gamma.',
		'Items 1, 2 · Beta: is wrong. Check Beta.',
		'Item 0 · Alpha: is wrong. Check Alpha.',
		'Item 6 · Delta: is wrong. Check Delta.',
	]);
});

test('what items of all tries left in the notes is told in one sentence', () => {
	const hints: NodeExecutionHint[] = [];
	const context = {
		addExecutionHints: (...added: NodeExecutionHint[]) => void hints.push(...added),
	};
	const completed = completedItemsOf({});
	const sentence = (names: string[]) =>
		`${names.length} campaigns were created: ${names.join(', ')}.`;
	for (const names of [['Spring', 'Summer'], ['Fall']]) {
		const run = { items: 3 };
		completed.tries.push(run);
		for (const name of names) runNotesOf(run).add(sentence, name);
	}
	const told = '3 campaigns were created: Spring, Summer, Fall.';
	addRunHints(context as unknown as IExecuteFunctions, { operation, completed, items: 3 });
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
		addRunHints(context, { operation, completed: completedItemsOf({}), items: 2 }),
	).not.toThrow();
});
