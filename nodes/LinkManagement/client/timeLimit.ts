import { Canceled } from '../errors';

/** The longest time that a timer of Node.js can wait, in ms. With a longer one it fires at once. */
const MAX_TIMER = 2 ** 31 - 1;

/** When work must end. */
export interface TimeLimit {
	/** Stop of the execution. */
	stop: AbortSignal | undefined;
	/** Longest duration, in ms. */
	maxDuration: number;
}

/** Work took too long. The code is the same as for a network timeout. */
export class TimedOut extends Error {
	readonly code = 'ETIMEDOUT';

	constructor(maxDuration: number) {
		super(`not complete after ${maxDuration} ms`);
	}
}

/**
 * Ends work on Stop, or when it takes too long. The work gets an abort signal; if it ignores the signal, its result is not
 * awaited. No listener is left on Stop's signal, which exists as long as the execution.
 *
 * @throws {Canceled} on Stop, {TimedOut} after the longest duration, and whatever the work throws
 */
export async function withTimeLimit<T>(
	{ stop, maxDuration }: TimeLimit,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	if (stop?.aborted) throw new Canceled();
	const ms = Math.ceil(Math.min(Math.max(maxDuration, 1), MAX_TIMER));
	const timeout = AbortSignal.timeout(ms);
	const controller = new AbortController();
	let isComplete = false;
	let onStop = () => {};
	let onTimeout = () => {};
	const ended = new Promise<never>((_, reject) => {
		onStop = () => reject(new Canceled());
		onTimeout = () => reject(new TimedOut(ms));
	});
	stop?.addEventListener('abort', onStop, { once: true });
	timeout.addEventListener('abort', onTimeout, { once: true });
	try {
		const result = await Promise.race([work(controller.signal), ended]);
		isComplete = true;
		return result;
	} finally {
		if (!isComplete) controller.abort();
		stop?.removeEventListener('abort', onStop);
		timeout.removeEventListener('abort', onTimeout);
	}
}
