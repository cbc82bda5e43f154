/** n8n's own Retry On Fail with three tries: it creates nothing twice, and no run succeeds with items missing. */
import { describe, expect, test } from '@jest/globals';

import type { NodeSettings } from '../../support/engine';
import { type Cell, cellOf, runCells } from '../../support/faults/faultMatrix';
import { type FaultCase, FAULTS } from '../../support/faults/faultTable';
import { byName, ITEMS, type Kind, kindsNamed } from '../../support/faults/operationKinds';
import {
	accountsOf,
	expectEffects,
	expectEveryItem,
	ON_ERROR,
} from '../../support/faults/runOutcome';

const RETRY: NodeSettings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const HIT = 2;

const kinds = kindsNamed(
	'link with alias',
	'link without alias',
	'channel',
	'QR code without name',
	'delete',
);
const once = byName(
	FAULTS,
	'reset after acting',
	'503 after acting',
	'no answer, acted upon',
	'truncated JSON after acting',
	'redirect',
	'refusal',
);
const forEver = byName(FAULTS, '503 forever', 'reset after acting forever');
const faults: FaultCase[] = [
	...once,
	...forEver,
	{ ...(once.at(-1) as FaultCase), name: 'refusal forever', always: true },
];

const CELLS = faults.flatMap((fault) =>
	kinds.flatMap((kind) => ON_ERROR.map((onError) => cellOf(kind, fault, onError, HIT, RETRY))),
);

/** Whether n8n's next try succeeds where the first failed: never for a record whose creation is unknown. */
function mended({ fault, onError }: Cell, kind: Kind): boolean {
	return (
		fault.mended(kind) || (fault.final === true && !fault.always && onError === 'stopWorkflow')
	);
}

describe('Retry On Fail creates nothing twice and leaves no item without a result', () => {
	const resultOf = runCells(CELLS);

	test.each(CELLS)('$name', (cell) => {
		const { run, state } = resultOf(cell);
		const ends = mended(cell, cell.kind) ? [] : [HIT];
		expect([...accountsOf(run.reply).refused.keys()]).toEqual(ends);
		expect(run.reply.status).toBe(
			ends.length > 0 && cell.onError === 'stopWorkflow' ? 'error' : 'success',
		);
		expectEffects(cell.kind, run.reply, state);
		if (run.reply.status === 'success') expectEveryItem(cell.kind, run, ITEMS);
	});
});
