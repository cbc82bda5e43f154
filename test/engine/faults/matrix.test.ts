/**
 * Fault × kind of operation × On Error, with and without Retry On Fail: the fault hits one item of six, in the real engine against
 * the sandbox. In every cell, nothing is done twice, lost or unreported, and the key does not leak.
 */
import { describe, expect, test } from '@jest/globals';

import type { Sent } from '../../support/engine/testbed';
import { type Cell, cellOf, runCells } from '../../support/faults/faultMatrix';
import { type FaultCase, FAULTS } from '../../support/faults/faultTable';
import { byName, ITEMS, type Kind, kindsNamed } from '../../support/faults/operationKinds';
import {
	accountsOf,
	expectEffects,
	expectEveryItem,
	isUnknown,
	ON_ERROR,
	type OnError,
} from '../../support/faults/runOutcome';

const HIT = [0, 2, 3, 5];
/** One operation of each way to recover. Campaigns and named QR codes recover as channels do. */
const KINDS = kindsNamed(
	...['link with alias', 'link without alias', 'channel', 'QR code without name'],
	...['update', 'update that keeps other fields', 'delete', 'delete of a record that can be read'],
	...['assignment', 'get one', 'list'],
);

/**
 * A creation that is not answered is looked up for half a minute until it is sent again: that is tested in virtual time
 * (test/virtual/recoveryRequests.test.ts).
 */
const isSlow = (fault: FaultCase, { creates }: Kind): boolean =>
	fault.name === 'no answer, not acted upon' && creates?.findable === true;

const WITHOUT_RETRY = FAULTS.flatMap((fault, row) =>
	KINDS.map((kind, column) => {
		const onError = ON_ERROR[(row + column) % ON_ERROR.length] as OnError;
		return cellOf(kind, fault, onError, HIT[(row * 3 + column) % HIT.length] as number);
	}),
).filter(({ fault, kind }) => !isSlow(fault, kind));

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const refusal = byName(FAULTS, 'refusal')[0] as FaultCase;
const WITH_RETRY = [
	...byName(FAULTS, 'reset after acting', '503 after acting', 'refusal', '503 forever'),
	...byName(FAULTS, 'reset after acting forever'),
	{ ...refusal, name: 'refusal forever', always: true },
].flatMap((fault) =>
	kindsNamed('link with alias', 'link without alias', 'QR code without name', 'delete').flatMap(
		(kind) => ON_ERROR.map((onError) => cellOf(kind, fault, onError, 2, RETRY)),
	),
);
const CELLS = [...WITHOUT_RETRY, ...WITH_RETRY];

/** Whether the item with the fault succeeds: n8n's next try mends what is surely not done, never a creation that is unknown. */
const isMended = ({ fault, kind, onError, settings }: Cell): boolean =>
	fault.mended(kind) ||
	(settings === RETRY && fault.final === true && !fault.always && onError === 'stopWorkflow');

/** The number of items that were sent. */
function itemsSent(kind: Kind, sent: Sent[]): number {
	const lines = sent.map(({ method, path, query, body }) => {
		const search = new URLSearchParams(query as Record<string, string>).toString();
		return { method, path: search ? `${path}?${search}` : path, body: JSON.stringify(body ?? '') };
	});
	return Array.from(
		{ length: ITEMS },
		(_, item) => kind.match(item) as Record<string, string>,
	).filter(({ method, path = '', body = '' }) =>
		lines.some(
			(line) =>
				line.method === method &&
				new RegExp(path).test(line.path) &&
				new RegExp(body).test(line.body),
		),
	).length;
}

describe('A fault at one item loses nothing, doubles nothing and leaves no item without a result', () => {
	const resultOf = runCells(CELLS);

	test.each(CELLS)('$name', (cell) => {
		const { kind, fault, onError, hit, settings } = cell;
		const { run, state } = resultOf(cell);
		const { refused } = accountsOf(run.reply);
		const ends = isMended(cell) ? [] : [hit];
		expect([...refused.keys()]).toEqual(ends);
		expect(run.reply.status).toBe(
			ends.length > 0 && onError === 'stopWorkflow' ? 'error' : 'success',
		);
		expectEffects(kind, run.reply, state);
		if (run.reply.status === 'success') expectEveryItem(kind, run, ITEMS);
		else expect(run.reply.error?.message).toContain(`[item ${hit}]`);
		// Slow start adds one request with each success, and the items behind have no reply yet: no more than these are in flight
		if (run.reply.status === 'error' && fault.final && !settings)
			expect(itemsSent(kind, run.sent)).toBeLessThanOrEqual(2 * hit + 1);
		const message = refused.get(hit);
		if (message !== undefined && fault.words) expect(message).toMatch(fault.words);
		if (message !== undefined && !fault.words) expect(isUnknown(message)).toBe(true);
	});

	test('the fault was applied in every cell', () => {
		const missed = CELLS.filter(
			(cell) =>
				!resultOf(cell).run.sent.some(({ faults }) =>
					faults.some(({ kind }) => kind === cell.fault.fault.kind),
				),
		);
		expect(missed.map(({ name }) => name)).toEqual([]);
	});
});
