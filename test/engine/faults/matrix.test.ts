/**
 * Fault × way to recover × On Error, with and without Retry On Fail: the fault hits one item of six, in the real engine against the
 * sandbox. In every cell, nothing is done twice, lost or unreported, and the key does not leak.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';

import type { ItemReply, Json, NodeSettings, RunReply } from '../../support/engine';
import { type Sent, setUpTestbeds, type Testbed } from '../../support/engine/testbed';
import { type FaultCase, FAULTS } from '../../support/faults/faultTable';
import * as kinds from '../../support/faults/operationKinds';
import { type Kind, NAMED_ITEMS, SEED, type State } from '../../support/faults/operationKinds';

type OnError = NonNullable<NodeSettings['onError']>;
const ON_ERROR: OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

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

/** The items behind the one that is hit are answered so late that its refusal is seen before, on a busy machine, too. */
const lateBehind = (kind: Kind, hit: number): Json[] =>
	Array.from({ length: NAMED_ITEMS.length - hit - 1 }, (_, index) => ({
		match: kind.match(hit + 1 + index),
		fault: { kind: 'latency', ms: 1_500 },
		times: 0,
	}));

/** Whether the item with the fault succeeds: n8n's next try mends what is surely not done, never a creation that is unknown. */
const isMended = ({ fault, kind, onError, settings }: Cell): boolean =>
	fault.mended(kind) ||
	(settings === RETRY && fault.final === true && !fault.always && onError === 'stopWorkflow');

const itemOf = ({ pairedItem }: ItemReply): number => Number((pairedItem as Json).item);

/** The error message of a failed item, in either form that n8n gives it. */
function reasonOf({ error, json }: ItemReply): string | undefined {
	return error?.message ?? (json.error === undefined ? undefined : String(json.error));
}

/** The output items and the error messages of a run, by the input item that they are paired to. */
function accountsOf({ outputs, error }: RunReply) {
	const done = new Map<number, ItemReply[]>();
	const refused = new Map<number, string>();
	for (const reply of outputs.flat()) {
		const reason = reasonOf(reply);
		if (reason === undefined) done.set(itemOf(reply), [...(done.get(itemOf(reply)) ?? []), reply]);
		else refused.set(itemOf(reply), reason);
	}
	if (error) refused.set(Number(error.context.itemIndex), error.message);
	return { done, refused };
}

/** What an error says of an item of which nobody knows whether it was done. */
const IS_UNKNOWN = /is not known/;

const sorted = (numbers: Iterable<number>): number[] => [...numbers].sort((a, b) => a - b);

/** The number of items that were done. With On Error: Stop the output is lost, but the error's description has it. */
function doneBeforeStop({ error }: RunReply): number {
	return Number(/(\d+) of \d+ items completed/.exec(error?.description ?? '')?.[1]);
}

/**
 * Expects no record twice, a record for every done item, and none for a failed creation unless its error says that
 * nobody knows.
 */
function expectEffects(kind: Kind, reply: RunReply, state: State): void {
	if (!kind.effects) return;
	const inPlace = sorted(kind.effects(state));
	expect(inPlace).toEqual(sorted(new Set(inPlace)));
	const { done, refused } = accountsOf(reply);
	if (reply.error) return expectEffectsOfStop(kind, reply, inPlace);
	const isCertain = (item: number) => kind.creates && !IS_UNKNOWN.test(refused.get(item) ?? '');
	const certain = inPlace.filter((item) => done.has(item) || isCertain(item));
	expect(certain).toEqual(sorted(done.keys()));
}

function expectEffectsOfStop(kind: Kind, reply: RunReply, inPlace: number[]): void {
	const [[culprit = -1, message] = []] = [...accountsOf(reply).refused];
	const others = inPlace.filter((item) => item !== culprit).length;
	expect(doneBeforeStop(reply)).toBe(others);
	if (!kind.creates) return;
	expect(inPlace.length - others).toBeLessThanOrEqual(IS_UNKNOWN.test(message ?? '') ? 1 : 0);
	const created = (reply.error?.context.created ?? []) as string[];
	expect(new Set(created.filter(Boolean)).size).toBe(others);
	for (const name of created) expect(reply.error?.description).toContain(name);
}

/** Expects for every input item either a result or an error message, never both. No result looks like an error. */
function expectEveryItem(kind: Kind, reply: RunReply): void {
	const { done, refused } = accountsOf(reply);
	expect(sorted([...done.keys(), ...refused.keys()])).toEqual(NAMED_ITEMS.map((_, item) => item));
	for (const replies of done.values()) {
		expect(replies).toHaveLength(kind.outputItems ?? 1);
		for (const { json } of replies) expect(json).not.toHaveProperty('error');
	}
	// The error that ends a run names its item; in an item it does not
	for (const message of refused.values()) expect(message).toMatch(/^[^[\]]+\.$/);
}

/** The number of items that were sent. */
function itemsSent(kind: Kind, sent: Sent[]): number {
	const lines = sent.map(({ method, path, query, body }) => {
		const search = new URLSearchParams(query as Record<string, string>).toString();
		return { method, path: search ? `${path}?${search}` : path, body: JSON.stringify(body ?? '') };
	});
	const isSent = ({ method, path = '', body = '' }: Record<string, string>) =>
		lines.some(
			(line) => line.method === method && line.path.match(path) && line.body.match(body) !== null,
		);
	const matches = NAMED_ITEMS.map((_, item) => kind.match(item));
	return matches.filter((match) => isSent(match as Record<string, string>)).length;
}

describe('A fault at one item loses nothing, doubles nothing and leaves no item without a result', () => {
	const testbeds = setUpTestbeds(LANES);
	const runCell = async (testbed: Testbed, { kind, fault, onError, hit, settings }: Cell) => {
		const late = fault.final && onError === 'stopWorkflow' ? lateBehind(kind, hit) : [];
		const rule = { match: kind.match(hit), fault: fault.fault, times: fault.always ? 0 : 1 };
		const run = await testbed.run(
			{
				parameters: { ...kind.parameters, requestOptions: { timeout: timeoutOf(fault, kind) } },
				items: NAMED_ITEMS,
				settings: { ...settings, onError },
			},
			{ seed: SEED, faults: [rule, ...late], settings: { ...fault.settings }, freshKey: true },
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
		const { kind, fault, onError, hit, settings } = cell;
		const { run, state } = await results.get(cell)!;
		const { refused } = accountsOf(run.reply);
		const ends = isMended(cell) ? [] : [hit];
		expect([...refused.keys()]).toEqual(ends);
		expect(run.reply.status).toBe(
			ends.length > 0 && onError === 'stopWorkflow' ? 'error' : 'success',
		);
		expectEffects(kind, run.reply, state);
		if (run.reply.status === 'success') expectEveryItem(kind, run.reply);
		else expect(run.reply.error?.message).toContain(`[item ${hit}]`);
		// Slow start adds one request with each success, and the items behind have no reply yet: no more than these are in flight
		if (run.reply.status === 'error' && fault.final && !settings)
			expect(itemsSent(kind, run.sent)).toBeLessThanOrEqual(2 * hit + 1);
		const message = refused.get(hit);
		if (message !== undefined) expect(message).toMatch(fault.words ?? IS_UNKNOWN);
		expect(run.sent.flatMap(({ faults }) => faults.map((applied) => applied.kind))).toContain(
			fault.fault.kind,
		);
	});
});
