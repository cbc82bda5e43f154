/** The hint after a run. */
import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { Result } from '../../nodes/LinkManagement/operations/results';
import { addRunHint } from '../../nodes/LinkManagement/run/runHint';

const results = (...warnings: Array<string | undefined>): Map<number, Result[]> =>
	new Map(
		warnings.map((warning, item) => [
			item,
			[{ json: { id: item, ...(warning !== undefined && { warning }) } }],
		]),
	);

function hintsOf(outcome: Parameters<typeof addRunHint>[1]): NodeExecutionHint[] {
	const hints: NodeExecutionHint[] = [];
	const addExecutionHints = (...added: NodeExecutionHint[]) => void hints.push(...added);
	addRunHint({ addExecutionHints } as unknown as IExecuteFunctions, outcome);
	return hints;
}

test('an ordinary run has none', () => {
	expect(hintsOf({ done: results(undefined, undefined), items: 2, waited: '' })).toEqual([]);
});

test('all that is worth saying stands in one hint of the output pane', () => {
	const done = results(
		'Alias not as requested: x7 instead of spring.',
		'Alias not as requested: y2 instead of fall. Domain not as requested: a instead of b.',
		'Domain not as requested: a.example instead of b.example.',
	);
	expect(hintsOf({ done, items: 5, waited: 'The run waited 11 minutes.' })).toEqual([
		{
			message:
				'2 of 5 items failed. 2 of 3 links got another alias than requested: see "warning". 1 of 3 links got another domain than requested: see "warning". The run waited 11 minutes.',
			location: 'outputPane',
		},
	]);
});

test('a field "warning" of the service is no warning of this node', () => {
	expect(hintsOf({ done: results('The plan ends soon'), items: 1 })).toEqual([]);
});

test('a version of n8n without hints shows none', () => {
	const context = {} as unknown as IExecuteFunctions;
	expect(() => addRunHint(context, { done: new Map(), items: 2 })).not.toThrow();
});
