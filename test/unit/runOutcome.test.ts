/** The hint after a run. */
import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { LimitWaits } from '../../nodes/LinkManagement/client/rateLimit/limitWaits';
import type { Result } from '../../nodes/LinkManagement/operations/results';
import { findOperation } from '../../nodes/LinkManagement/resources';
import { addRunHint } from '../../nodes/LinkManagement/run/runOutcome';

const operation = findOperation('link', 'create')!;
/** Waits of one try. */
const waits = (total: number, limitInWords = 'limit of 30 requests a minute'): LimitWaits =>
	({ total, limitInWords }) as LimitWaits;

const results = (...warnings: Array<string | undefined>): Map<number, Result[]> =>
	new Map(
		warnings.map((warning, item) => [
			item,
			[{ json: { id: item, ...(warning !== undefined && { warning }) } }],
		]),
	);

function hintsOf(
	outcome: Omit<Parameters<typeof addRunHint>[1], 'operation'>,
): NodeExecutionHint[] {
	const hints: NodeExecutionHint[] = [];
	const addExecutionHints = (...added: NodeExecutionHint[]) => void hints.push(...added);
	addRunHint({ addExecutionHints } as unknown as IExecuteFunctions, { operation, ...outcome });
	return hints;
}

test('an ordinary run has none', () => {
	expect(hintsOf({ done: results(undefined, undefined), items: 2, waits: [waits(9_999)] })).toEqual(
		[],
	);
});

test('all that is worth saying stands in one hint of the output pane', () => {
	const done = results(
		'Alias not as requested: x7 instead of spring.',
		'Alias not as requested: y2 instead of fall. Domain not as requested: a instead of b.',
		'Domain not as requested: a.example instead of b.example.',
	);
	expect(hintsOf({ done, items: 5, waits: [waits(11 * 60_000)] })).toEqual([
		{
			message:
				'2 of 5 items failed. 2 of 3 links got another alias than requested: see "warning". 1 of 3 links got another domain than requested: see "warning". The run waited 11 minutes for the service\'s limit of 30 requests a minute.',
			location: 'outputPane',
		},
	]);
});

test('the waits of all tries of Retry On Fail count', () => {
	const tries = [waits(60_000), waits(8_000), waits(0, 'rate limit')];
	expect(hintsOf({ done: results(undefined), items: 1, waits: tries })).toMatchObject([
		{ message: "The run waited 68 seconds for the service's limit of 30 requests a minute." },
	]);
});

test('a field "warning" of the service is no warning of this node', () => {
	expect(hintsOf({ done: results('The plan ends soon'), items: 1 })).toEqual([]);
});

test('a version of n8n without hints shows none', () => {
	const context = {} as unknown as IExecuteFunctions;
	expect(() => addRunHint(context, { operation, done: new Map(), items: 2 })).not.toThrow();
});
