/** Runs the cases of a test file at the same time, because most of their time is spent waiting. */
import { beforeAll } from '@jest/globals';

export interface SideBySide {
	/** How many cases run at a time. Default: all */
	lanes?: number;
	/** Maximum time for all cases, in ms */
	timeout?: number;
}

/**
 * Runs all cases before the tests of a file or a `describe`, after the `beforeAll` above.
 *
 * @param run gets a case and the number of its lane, from 0
 * @returns gives a case's result, or throws what `run` threw for it
 */
export function runSideBySide<Case, Result>(
	cases: readonly Case[],
	run: (testCase: Case, lane: number) => Promise<Result>,
	{ lanes = cases.length, timeout }: SideBySide = {},
): (testCase: Case) => Result {
	const results = new Map<Case, () => Result>();
	beforeAll(async () => {
		const left = [...cases];
		const runLane = async (lane: number): Promise<void> => {
			for (let next = left.shift(); next !== undefined; next = left.shift())
				results.set(next, await settled(run(next, lane)));
		};
		await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
	}, timeout);
	return (testCase) => {
		const result = results.get(testCase);
		if (!result) throw new Error('The case was not run');
		return result();
	};
}

/** Gives the value, or throws the error, as often as it is asked. */
async function settled<Result>(work: Promise<Result>): Promise<() => Result> {
	try {
		const value = await work;
		return () => value;
	} catch (error) {
		return () => {
			throw error;
		};
	}
}
