import { Canceled } from '../errors';
import { perRun } from './memory';

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
class TimedOut extends Error {
	readonly code = 'ETIMEDOUT';

	constructor(maxDuration: number) {
		super(`not complete after ${maxDuration} ms`);
	}
}

/**
 * What happens on Stop, with one listener for all work under way: Node.js warns of more than ten at the same signal, which
 * exists as long as the execution.
 */
class OnStop {
	private readonly reactions = new Set<() => void>();
	private readonly react = () => this.reactions.forEach((reaction) => reaction());

	add(signal: AbortSignal, reaction: () => void): void {
		if (this.reactions.size === 0) signal.addEventListener('abort', this.react, { once: true });
		this.reactions.add(reaction);
	}

	delete(signal: AbortSignal, reaction: () => void): void {
		this.reactions.delete(reaction);
		if (this.reactions.size === 0) signal.removeEventListener('abort', this.react);
	}
}

/** By the signal of an execution. */
const onStopOf = perRun(() => new OnStop());

/**
 * Ends work on Stop, or when it takes too long. The work gets an abort signal; if it ignores the signal, its result is not
 * awaited.
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
	let cancel = () => {};
	let endInTime = () => {};
	const ended = new Promise<never>((_, reject) => {
		cancel = () => reject(new Canceled());
		endInTime = () => reject(new TimedOut(ms));
	});
	if (stop) onStopOf(stop).add(stop, cancel);
	timeout.addEventListener('abort', endInTime, { once: true });
	try {
		const result = await Promise.race([work(controller.signal), ended]);
		isComplete = true;
		return result;
	} finally {
		if (!isComplete) controller.abort();
		if (stop) onStopOf(stop).delete(stop, cancel);
		timeout.removeEventListener('abort', endInTime);
	}
}
