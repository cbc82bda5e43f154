/**
 * Fault × kind of operation × On Error: one item of six is hit, in a real n8n against the link service.
 * In every cell: nothing twice, nothing lost, nothing unreported, and the key nowhere.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { startEngine, type Engine } from '../../support/engine';
import { startWorld, type Sent, type Told, type World } from '../../support/engine/world';
import { accountsOf, expectEffects, expectEveryItem, isUnknown, ON_ERROR, type OnError } from './accounts';
import { FAULTS, type FaultCase } from './faultTable';
import { ITEMS, KINDS, SEED, type Kind, type State } from './kinds';

/** Services side by side: most of a cell is waiting. */
const LANES = 6;
/** Time, in ms, in which a client may send what it began before it saw a refusal. */
const GRACE = 100;
const HIT = [0, 2, 3, 5];

interface Cell {
	name: string;
	kind: Kind;
	fault: FaultCase;
	onError: OnError;
	hit: number;
	result?: { told: Told; state: State };
	failure?: unknown;
}

const CELLS: Cell[] = FAULTS.flatMap((fault, row) =>
	KINDS.map((kind, column): Cell => {
		const onError = ON_ERROR[(row + column) % ON_ERROR.length] as OnError;
		const hit = HIT[(row * 3 + column) % HIT.length] as number;
		return { name: `${fault.name}, ${kind.name}, item ${hit}, ${onError}`, kind, fault, onError, hit };
	}),
);

async function play({ kind, fault, onError, hit }: Cell, world: World): Promise<Cell['result']> {
	const rule = { match: kind.match(hit), fault: fault.fault, times: fault.always ? 0 : 1 };
	const told = await world.run(
		{
			parameters: { ...kind.parameters, requestOptions: { timeout: 700 } },
			items: Array.from({ length: ITEMS }, () => ({})),
			settings: { onError },
		},
		{ seed: SEED, faults: [rule], settings: { ...fault.settings }, freshKey: true },
	);
	return { told, state: await world.control<State>('/state') };
}

/** Requests that arrived when the refusal had long been answered. */
function sentAfter(sent: Sent[], rule: string): Sent[] {
	const refusal = sent.find(({ faults }) => faults.some(({ kind }) => kind === rule));
	const end = Number(refusal?.at) + Number(refusal?.ms) + GRACE;
	return sent.filter(({ at }) => at > end);
}

describe('Every fault hits every kind of operation', () => {
	let engine: Engine;
	let worlds: World[] = [];
	beforeAll(async () => {
		engine = await startEngine();
		worlds = await Promise.all(Array.from({ length: LANES }, () => startWorld(engine)));
		const queue = [...CELLS];
		const lane = async (world: World) => {
			for (let cell = queue.shift(); cell; cell = queue.shift()) {
				await play(cell, world).then(
					(result) => Object.assign(cell as Cell, { result }),
					(failure: unknown) => Object.assign(cell as Cell, { failure }),
				);
			}
		};
		await Promise.all(worlds.map(lane));
	}, 170_000);
	afterAll(async () => {
		await Promise.all(worlds.map((world) => world.stop()));
		await engine?.stop();
	});

	test.each(CELLS)('$name', (cell) => {
		const { kind, fault, onError, hit, result } = cell;
		if (!result) throw cell.failure;
		const { told, state } = result;
		const { refused } = accountsOf(told.reply);
		const ends = fault.mended(kind) ? [] : [hit];
		expect([...refused.keys()]).toEqual(ends);
		expect(told.reply.status).toBe(ends.length > 0 && onError === 'stopWorkflow' ? 'error' : 'success');
		expectEffects(kind, told.reply, state);
		if (told.reply.status === 'success') expectEveryItem(kind, told, ITEMS);
		else expect(told.reply.error?.message).toContain(`[item ${hit}]`);
		if (told.reply.status === 'error' && fault.final) expect(sentAfter(told.sent, String(fault.fault.kind))).toEqual([]);
		const message = refused.get(hit);
		if (message !== undefined && fault.words) expect(message).toMatch(fault.words);
		if (message !== undefined && !fault.words) expect(isUnknown(message)).toBe(true);
	});

	test('the fault was there in every cell', () => {
		const missed = CELLS.filter(({ result }) => !result?.told.sent.some(({ faults }) => faults.length > 0));
		expect(missed.map(({ name }) => name)).toEqual([]);
	});
});
