import { sleep } from 'n8n-workflow';

import { throwIfCanceled, yieldToEventLoop } from './wait';

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
