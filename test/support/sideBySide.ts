/** Runs the cases of a test file at the same time, because most of their time is spent waiting. */
import { setTimeout as sleep } from 'node:timers/promises';

import { beforeAll } from '@jest/globals';

/**
 * Runs all cases before the tests of a file or a `describe`, after the `beforeAll` above. A case that does not end in time
 * fails its own test, and no other.
 *
 * @param run gets a case and the number of its lane, from 0
 * @param lanes how many cases run at a time
 * @param timeout ends a case that hangs, in ms; five minutes, because the machine may be busy
 * @returns gives a case's result, or throws what `run` threw for it
 */
export function runSideBySide<Case, Result>(
	cases: readonly Case[],
	run: (testCase: Case, lane: number) => Promise<Result>,
	{ lanes = cases.length, timeout = 300_000 } = {},
): (testCase: Case) => Result {
	const results = new Map<Case, PromiseSettledResult<Result>>();
	const waiting = [...cases];
	const runLane = async (lane: number): Promise<void> => {
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			const [result] = await Promise.allSettled([inTime(run(next, lane), timeout)]);
			results.set(next, result);
		}
	};
	beforeAll(
		async () => {
			await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
		},
		(Math.ceil(cases.length / lanes) + 1) * timeout,
	);
	return (testCase) => {
		const result = results.get(testCase);
		if (!result) throw new Error('The case was not run');
		if (result.status === 'rejected') throw result.reason;
		return result.value;
	};
}

/** The result of work, or an error when it takes too long. @param timeout in ms */
async function inTime<Result>(work: Promise<Result>, timeout: number): Promise<Result> {
	const ended = new AbortController();
	const late = sleep(timeout, undefined, { signal: ended.signal }).then(() => {
		throw new Error(`This case did not end within ${timeout / 1_000} seconds`);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		late.catch(() => undefined);
		ended.abort();
	}
}
