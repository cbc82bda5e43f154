import { sleep } from 'n8n-workflow';

import { throwIfCanceled, yieldToEventLoop } from '../client/wait';

/** Longest time of work, in ms, before other work of the server gets a turn. */
const MAX_BLOCKING_MS = 15;

/**
 * The same when all slots are taken and the run waits for replies. Then each request gets its connection before the next one is
 * prepared. Otherwise requests and replies come in bursts.
 */
const MAX_BLOCKING_MS_WHEN_FULL = 1;

/** Lets other work of the server run between the items of a long run. */
export class Turns {
	private since = performance.now();

	/** @param signal of Stop */
	constructor(private readonly signal: AbortSignal | undefined) {}

	/**
	 * Ends the turn if it lasted long enough.
	 *
	 * @throws {Canceled} on Stop
	 */
	async pass(): Promise<void> {
		await this.end(MAX_BLOCKING_MS, yieldToEventLoop);
	}

	/**
	 * Ends the turn of a run that waits for replies, and sleeps for a millisecond, in which they come.
	 *
	 * @throws {Canceled} on Stop
	 */
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
