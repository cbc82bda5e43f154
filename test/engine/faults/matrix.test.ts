/**
 * Fault × way to recover × On Error, with and without Retry On Fail: the fault hits one item of six, in the real engine against the
 * sandbox. In every cell, nothing is done twice, lost or unreported, and the key does not leak.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';

import type { NodeSettings } from '../../support/engine';
import { setUpTestbeds, type Testbed } from '../../support/engine/testbed';
import { type FaultCase, FAULTS } from '../../support/faults/faultTable';
import * as kinds from '../../support/faults/operationKinds';
import {
	ITEMS,
	type Kind,
	NAMED_ITEMS,
	SEED,
	type State,
} from '../../support/faults/operationKinds';
import {
	accountsOf,
	expectEffects,
	expectEveryItem,
	IS_UNKNOWN,
	ON_ERROR,
	type OnError,
} from '../../support/faults/runOutcome';

/** Services that run in parallel: a cell mostly waits. */
const LANES = 24;

interface Cell {
	name: string;
	kind: Kind;
	fault: FaultCase;
	onError: OnError;
	/** The item whose requests the fault hits. */
	hit: number;
	settings?: NodeSettings;
}

const cellOf = (
	kind: Kind,
	fault: FaultCase,
	onError: OnError,
	hit: number,
	settings?: NodeSettings,
): Cell => ({
	name: `${fault.name}, ${kind.name}, item ${hit}, ${onError}${settings ? ', Retry On Fail' : ''}`,
	...{ kind, fault, onError, hit, settings },
});

const HIT = [0, 2, 3, 5];
/** The ways to recover. The kinds of operations that recover in one way take turns. */
const WAYS = [
	[kinds.linkWithAlias, kinds.linkWithoutAlias],
	[kinds.codeWithoutName],
	[kinds.update, kinds.assignment],
	[kinds.deletion],
	[kinds.list],
];

/**
 * A creation that is not answered is looked up for half a minute until it is sent again: that is tested in virtual time
 * (test/virtual/recoveryRequests.test.ts).
 */
const isSlow = (fault: FaultCase, { creates }: Kind): boolean =>
	fault.name === 'no answer, not acted upon' && creates?.findable === true;

const turn = <T>(values: T[], at: number) => values[at % values.length]!;
const WITHOUT_RETRY = FAULTS.flatMap((fault, row) =>
	WAYS.map((way, column) =>
		cellOf(turn(way, row), fault, turn(ON_ERROR, row + column), turn(HIT, row * 3 + column)),
	),
).filter(({ fault, kind }) => !isSlow(fault, kind));

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const TRIED_AGAIN = [
	...['reset after acting', '503 after acting', 'refusal', '503 forever'],
	...['reset after acting forever', 'refusal forever'],
];
const WITH_RETRY = FAULTS.filter(({ name }) => TRIED_AGAIN.includes(name)).flatMap((fault) =>
	[kinds.linkWithAlias, kinds.codeWithoutName, kinds.deletion].flatMap((kind) =>
		(['stopWorkflow', 'continueRegularOutput'] as const).map((onError) =>
			cellOf(kind, fault, onError, 2, RETRY),
		),
	),
);
/** Those that wait longest begin first, so that none of them is the only one left. */
const CELLS = [...WITH_RETRY, ...WITHOUT_RETRY];

/**
 * How long an answer is waited for, in ms. Only where no answer comes is the timeout part of the test; elsewhere a busy machine
 * must not bring it about. The items beside the one that is hit have the same: they must be able to mend a late answer.
 */
function timeoutOf({ fault }: FaultCase, { creates }: Kind): number {
	if (fault.kind !== 'hang') return 60_000;
	return creates?.findable === false ? 10_000 : 2_000;
}

/** Whether the item with the fault succeeds: n8n's next try mends what is surely not done, never a creation that is unknown. */
const isMended = ({ fault, kind, onError, settings }: Cell): boolean =>
	fault.mended(kind) ||
	(settings === RETRY && fault.final === true && !fault.always && onError === 'stopWorkflow');

describe('A fault at one item loses nothing, doubles nothing and leaves no item without a result', () => {
	const testbeds = setUpTestbeds(LANES);
	const runCell = async (testbed: Testbed, { kind, fault, onError, hit, settings }: Cell) => {
		const rule = { match: kind.match(hit), fault: fault.fault, times: fault.always ? 0 : 1 };
		const run = await testbed.run(
			{
				parameters: { ...kind.parameters, requestOptions: { timeout: timeoutOf(fault, kind) } },
				items: NAMED_ITEMS,
				settings: { ...settings, onError },
			},
			{ seed: SEED, faults: [rule], settings: { ...fault.settings }, freshKey: true },
		);
		return { run, state: await testbed.control<State>('/state') };
	};
	const results = new Map<Cell, ReturnType<typeof runCell>>();
	// Each lane takes the next cell, because a cell mostly waits
	beforeAll(async () => {
		const waiting = CELLS.values();
		const lanes = testbeds.map(async (testbed) => {
			for (const cell of waiting) {
				const result = runCell(testbed, cell);
				results.set(cell, result);
				// A cell that fails fails its own test
				await result.catch(() => undefined);
			}
		});
		await Promise.all(lanes);
	});

	test.each(CELLS)('$name', async (cell) => {
		const { kind, fault, onError, hit } = cell;
		const { run, state } = await results.get(cell)!;
		const { refused } = accountsOf(run.reply);
		const ends = isMended(cell) ? [] : [hit];
		expect([...refused.keys()]).toEqual(ends);
		expect(run.reply.status).toBe(
			ends.length > 0 && onError === 'stopWorkflow' ? 'error' : 'success',
		);
		expectEffects(kind, run.reply, state);
		if (run.reply.status === 'success') expectEveryItem(kind, run, ITEMS);
		else expect(run.reply.error?.message).toContain(`[item ${hit}]`);
		const message = refused.get(hit);
		if (message !== undefined) expect(message).toMatch(fault.words ?? IS_UNKNOWN);
		expect(run.sent.flatMap(({ faults }) => faults.map((applied) => applied.kind))).toContain(
			fault.fault.kind,
		);
	});
});
