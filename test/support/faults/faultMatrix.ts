/** Runs the cells of a fault matrix, several at a time: each lane has its own service, all share one n8n. */
import { type Json, type NodeSettings, startEngine } from '../engine';
import { type RecordedRun, startTestbed, type Testbed } from '../engine/testbed';
import type { FaultCase } from './faultTable';
import { ITEMS, type Kind, namedItems, SEED, type State } from './operationKinds';
import type { OnError } from './runOutcome';

/** Services that run in parallel: a cell mostly waits. */
const LANES = 6;

export interface Cell {
	name: string;
	kind: Kind;
	fault: FaultCase;
	onError: OnError;
	/** The item whose requests the fault hits. */
	hit: number;
	settings?: NodeSettings;
	result?: Result;
	failure?: unknown;
}

export interface Result {
	run: RecordedRun;
	/** What the service holds after the run. */
	state: State;
}

export const cellOf = (
	kind: Kind,
	fault: FaultCase,
	onError: OnError,
	hit: number,
	settings?: NodeSettings,
): Cell => ({
	name: `${fault.name}, ${kind.name}, item ${hit}, ${onError}`,
	...{ kind, fault, onError, hit, settings },
});

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
	Array.from({ length: ITEMS - hit - 1 }, (_, index) => ({
		match: kind.match(hit + 1 + index),
		fault: { kind: 'latency', ms: 1_500 },
		times: 0,
	}));

async function runCell(
	{ kind, fault, onError, hit, settings }: Cell,
	testbed: Testbed,
): Promise<Result> {
	const rules: Json[] = [
		{ match: kind.match(hit), fault: fault.fault, times: fault.always ? 0 : 1 },
	];
	if (fault.final && onError === 'stopWorkflow') rules.push(...lateBehind(kind, hit));
	const run = await testbed.run(
		{
			parameters: { ...kind.parameters, requestOptions: { timeout: timeoutOf(fault, kind) } },
			items: namedItems(ITEMS),
			settings: { ...settings, onError },
		},
		{ seed: SEED, faults: rules, settings: { ...fault.settings }, freshKey: true },
	);
	return { run, state: await testbed.control<State>('/state') };
}

/** Maximum time for so many cells, in ms: ten times what a quiet machine needs. */
export const timeFor = ({ length }: Cell[]): number => 60_000 + 2_000 * length;

/** Runs all cells; each then holds its result, or what prevented it. */
export async function runCells(cells: Cell[]): Promise<void> {
	const engine = await startEngine();
	const testbeds = await Promise.all(Array.from({ length: LANES }, () => startTestbed(engine)));
	const queue = [...cells];
	const lane = async (testbed: Testbed) => {
		for (let next = queue.shift(); next; next = queue.shift()) {
			try {
				next.result = await runCell(next, testbed);
			} catch (failure) {
				next.failure = failure;
			}
		}
	};
	try {
		await Promise.all(testbeds.map(lane));
	} finally {
		await Promise.all([...testbeds, engine].map((started) => started.stop()));
	}
}

/** The result of a cell that was run; throws what prevented it. */
export function resultOf({ result, failure }: Cell): Result {
	if (!result) throw failure;
	return result;
}
