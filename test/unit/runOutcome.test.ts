/** The hint after a run. */
import type { IExecuteFunctions, INode, NodeExecutionHint } from 'n8n-workflow';

import type { LimitWaits } from '../../nodes/LinkManagement/client/rateLimit/rateLimiter';
import { apiError, invalidInput } from '../../nodes/LinkManagement/errors';
import { type ItemName, itemName } from '../../nodes/LinkManagement/operations/itemName';
import { runNotesOf } from '../../nodes/LinkManagement/operations/output/notes';
import { findOperation } from '../../nodes/LinkManagement/resources';
import {
	type CompletedItems,
	completedItemsOf,
	noteFailed,
} from '../../nodes/LinkManagement/run/completedItems';
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

/** The hints after a run of so many items. */
function hintsOf(items: number, note: (completed: CompletedItems) => void = () => undefined) {
	const hints: NodeExecutionHint[] = [];
	const addExecutionHints = (...added: NodeExecutionHint[]) => void hints.push(...added);
	const completed = completedItemsOf({});
	note(completed);
	const context = { addExecutionHints } as unknown as IExecuteFunctions;
	addRunHints(context, { operation, completed, items });
	return { hints, completed };
}

/** The alias of an item is taken. */
function noteTaken(completed: CompletedItems, name: ItemName, alias: string): void {
	const message = `Alias ${alias} is taken.`;
	const failure = failureOf('refused', { message, advice: 'Use another alias.' });
	noteFailed(completed, name, apiError(node, failure, { item: name.item, plainText }));
}

test('an ordinary run has none', () => {
	expect(hintsOf(2, ({ waits: all }) => void all.push(waits(9_999))).hints).toEqual([]);
});

test('the counts come first, then a warning with what needs an eye, then the rest', () => {
	const location = 'outputPane';
	const { hints } = hintsOf(5, (completed) => {
		noteTaken(completed, itemName(3), 'spring');
		noteTaken(completed, itemName(4), 'fall');
		completed.waits.push(waits(11 * 60_000));
	});
	expect(hints).toEqual([
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

test('a failed item is named by its row and what it is known by', () => {
	const name = itemName(1, { row_number: 3 }, 'spring');
	expect(hintsOf(2, (completed) => noteTaken(completed, name, 'x')).hints).toMatchObject([
		{ message: '1 of 2 items failed.' },
		{ message: 'Row 3 (spring) · Alias x is taken. Use another alias.', type: 'warning' },
	]);
});

test('reasons come in lines, the most frequent first', () => {
	const reasons = ['Alpha', 'Beta', 'Beta', 'Gamma', 'Gamma', 'Gamma', 'Delta'];
	const { hints } = hintsOf(9, (completed) =>
		reasons.forEach((label, item) =>
			noteFailed(
				completed,
				itemName(item),
				invalidInput({ label, node, item }, 'is wrong', `Check ${label}.`),
			),
		),
	);
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
	const sentence = (names: string[]) =>
		`${names.length} campaigns were created: ${names.join(', ')}.`;
	const { hints, completed } = hintsOf(3, ({ tries }) => {
		for (const names of [['Spring', 'Summer'], ['Fall']]) {
			const run = { items: 3 };
			tries.push(run);
			for (const name of names) runNotesOf(run).add(sentence, name);
		}
	});
	const told = '3 campaigns were created: Spring, Summer, Fall.';
	expect(hints).toMatchObject([{ message: told }]);
	const error = invalidInput({ label: 'X', node }, 'is wrong', 'Check it.');
	addRunReport(error, { operation, completed, items: 3 }, plainText);
	expect(error.description).toMatch(new RegExp(`nothing further was sent\\. ${told}$`));
});

test('the waits of all tries of Retry On Fail count', () => {
	const tries = [waits(60_000), waits(8_000), waits(0, 'rate limit')];
	expect(hintsOf(1, ({ waits: all }) => void all.push(...tries)).hints).toMatchObject([
		{ message: "The run waited 68 seconds for the service's limit of 30 requests a minute." },
	]);
});

test('a version of n8n without hints shows none', () => {
	const context = {} as unknown as IExecuteFunctions;
	expect(() =>
		addRunHints(context, { operation, completed: completedItemsOf({}), items: 2 }),
	).not.toThrow();
});
