import { sleep } from 'n8n-workflow';

/** Stop, a timeout or a shutdown ended the execution; n8n shows it as canceled by the word in the message. */
export class Canceled extends Error {
	constructor() {
		super('The execution was canceled');
	}
}

/** Nothing was sent, as the run ended with another item's refusal while this request waited for its turn. */
export class Abandoned extends Error {
	constructor() {
		super('Not sent, as the run ended before');
	}
}

/** The longest time in which a Stop goes unnoticed, in ms. */
const SLICE = 500;

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
		await sleep(Math.min(left, SLICE));
	}
	throwIfCanceled(signal);
}
