import { sleep } from 'n8n-workflow';

import { Canceled } from '../errors';

/** Longest time, in ms, until a Stop is noticed. */
const MAX_SLEEP = 500;

/** @throws {Canceled} when the execution has been stopped */
export function throwIfCanceled(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw new Canceled();
}

/**
 * Sleeps in short slices and checks for Stop between them. n8n-workflow's `sleep` is the only timer that a node can use in
 * every version of n8n, and it cannot be ended early.
 *
 * @param ms how long
 * @param signal Stop of the execution
 * @throws {Canceled} when the execution is stopped meanwhile
 */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const end = Date.now() + ms;
	for (let remaining = ms; remaining > 0; remaining = end - Date.now()) {
		throwIfCanceled(signal);
		await sleep(Math.min(remaining, MAX_SLEEP));
	}
	throwIfCanceled(signal);
}
