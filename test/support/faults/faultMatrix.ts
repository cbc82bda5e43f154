/** Runs the cells of a fault matrix, several at a time: each lane has its own service, all share one n8n. */
import type { Json, NodeSettings } from '../engine';
import { type RecordedRun, setUpTestbeds, type Testbed } from '../engine/testbed';
import { runSideBySide } from '../sideBySide';
import type { FaultCase } from './faultTable';
import { ITEMS, type Kind, namedItems, SEED, type State } from './operationKinds';
import type { OnError } from './runOutcome';

/** Services that run in parallel: a cell mostly waits. */
const LANES = 24;

export interface Cell {
	name: string;
	kind: Kind;
	fault: FaultCase;
	onError: OnError;
	/** The item whose requests the fault hits. */
	hit: number;
	settings?: NodeSettings;
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
	name: `${fault.name}, ${kind.name}, item ${hit}, ${onError}${settings ? ', Retry On Fail' : ''}`,
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
const timeFor = ({ length }: Cell[]): number => 60_000 + 2_000 * length;

/** Runs all cells before the tests. @returns gives the result of a cell, or throws what prevented it */
export function runCells(cells: Cell[]): (cell: Cell) => Result {
	const testbeds = setUpTestbeds(LANES);
	// The cells that wait longest begin first, so that none of them is the only one left
	const longestFirst = [...cells].sort((a, b) => waitOf(b) - waitOf(a));
	return runSideBySide(
		longestFirst,
		async (cell, lane) => await runCell(cell, testbeds[lane] as Testbed),
		{ lanes: LANES, timeout: timeFor(cells) },
	);
}

/** How long a cell probably waits, in ms. */
const waitOf = ({ fault, kind }: Cell): number =>
	(fault.fault.kind === 'hang' ? timeoutOf(fault, kind) : 0) + (fault.always ? 5_000 : 0);
