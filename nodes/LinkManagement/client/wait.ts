import { sleep } from 'n8n-workflow';

import { Canceled } from '../errors';

/** Longest time, in ms, until a Stop is noticed. */
export const MAX_SLEEP = 500;

export function throwIfCanceled(signal: AbortSignal | undefined, mayHaveCreated = false): void {
	if (signal?.aborted) throw new Canceled(mayHaveCreated);
}

/**
 * Sleeps in short slices and checks for Stop between them. n8n-workflow's `sleep` is the only timer that a node can use in
 * every version of n8n, and it cannot be ended early. `performance.now()` goes on while somebody sets the clock.
 */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const end = performance.now() + ms;
	for (let remaining = ms; remaining > 0; remaining = end - performance.now()) {
		throwIfCanceled(signal);
		await sleep(Math.min(remaining, MAX_SLEEP));
	}
	throwIfCanceled(signal);
}

/** Whether the work succeeds or not. It may be that of another run, so Stop ends the wait. */
export async function untilEnded(
	work: Promise<unknown>,
	signal: AbortSignal | undefined,
): Promise<void> {
	let isEnded = false;
	const end = Promise.allSettled([work]).then(() => (isEnded = true));
	while (!isEnded) {
		throwIfCanceled(signal);
		await Promise.race([end, sleep(MAX_SLEEP)]);
	}
}

/** The result of work of another run; undefined where it failed, so that the caller has to do it itself. Stop ends the wait. */
export async function settled<T>(
	work: Promise<T>,
	signal: AbortSignal | undefined,
): Promise<T | undefined> {
	await untilEnded(work, signal);
	return await work.catch(() => undefined);
}

/** One caller at a time for each key, in the order in which they came. */
export class KeyedMutex {
	private readonly ends = new Map<string, Promise<unknown>>();

	async run<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
		const release = await this.acquire(key, signal);
		try {
			return await work();
		} finally {
			release();
		}
	}

	async acquire(key: string, signal: AbortSignal | undefined): Promise<() => void> {
		const before = this.ends.get(key);
		let release = () => {};
		const released = new Promise<void>((resolve) => (release = resolve));
		const end = before?.then(() => released) ?? released;
		this.ends.set(key, end);
		void end.then(() => this.ends.get(key) === end && this.ends.delete(key));
		let isItsTurn = false;
		try {
			if (before) await untilEnded(before, signal);
			throwIfCanceled(signal);
			isItsTurn = true;
			return release;
		} finally {
			if (!isItsTurn) release();
		}
	}
}

/**
 * Lets other work of the server run, such as its requests and replies. A timer would not do: the shortest one lasts a
 * millisecond, and in Node.js 20, two runs that wake each other by timers keep everything else waiting.
 */
export async function yieldToEventLoop(): Promise<void> {
	const { port1, port2 } = new MessageChannel();
	await new Promise<void>((resolve) => {
		port1.once('message', resolve);
		port2.postMessage(undefined);
	});
	port1.close();
}

/** Longest time of work, in ms, before other work of the server gets a turn. */
const MAX_BLOCKING_MS = 15;

/** The same while the run waits for replies. Then each request gets its connection at once, and requests do not come in bursts. */
const MAX_BLOCKING_MS_WHEN_FULL = 1;

/** Lets other work of the server run between the items of a long run, or the records of a long list. Ends on Stop. */
export class Turns {
	private since = performance.now();

	constructor(private readonly signal: AbortSignal | undefined) {}

	async pass(): Promise<void> {
		await this.end(MAX_BLOCKING_MS, yieldToEventLoop);
	}

	/** Ends the turn of a run that waits for replies, and sleeps for a millisecond, in which they come. */
	async awaitReplies(): Promise<void> {
		await this.end(MAX_BLOCKING_MS_WHEN_FULL, async () => await sleep(0));
	}

	private async end(maxBlockingMs: number, pause: () => Promise<void>): Promise<void> {
		if (performance.now() - this.since <= maxBlockingMs) return;
		await pause();
		throwIfCanceled(this.signal);
		this.since = performance.now();
	}
}

/** Entries of a list that are processed before other work of the server gets a turn. */
const SLICE = 10_000;

/** Like `map`, for long lists that would block the server. */
export async function inSlices<T, R>(list: T[], each: (entry: T) => R): Promise<R[]> {
	// An array that grows leaves copies of itself behind, which count where memory is at its peak
	const all = new Array<R>(list.length);
	for (const [at, entry] of list.entries()) {
		if (at > 0 && at % SLICE === 0) await yieldToEventLoop();
		all[at] = each(entry);
	}
	return all;
}
