import { sleep } from 'n8n-workflow';

import { Canceled } from '../errors';

/** The longest time in which a Stop goes unnoticed, in ms. */
const MAX_SLEEP = 500;

/** @throws {Canceled} when the execution was stopped */
export function throwIfCanceled(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw new Canceled();
}

/**
 * Sleeps in slices that see Stop; n8n-workflow's `sleep` is the only timer that every version offers to a node.
 *
 * @param ms milliseconds
 * @throws {Canceled} when the execution is stopped meanwhile
 */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0; left = end - Date.now()) {
		throwIfCanceled(signal);
		await sleep(Math.min(left, MAX_SLEEP));
	}
	throwIfCanceled(signal);
}
