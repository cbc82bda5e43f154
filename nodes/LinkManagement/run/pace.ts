import { sleep } from 'n8n-workflow';

import { MAX_IN_FLIGHT } from '../client/rateLimit/rateLimiter';
import { throwIfCanceled, yieldToEventLoop } from '../client/wait';

/** One item at first, because its reply shows most mistakes (a wrong column, an invalid key), then one more with every good reply. */
export class SlowStart {
	private width = 1;
	private active = 0;
	private readonly waiting: Array<() => void> = [];

	/** Whether the next one has to wait for a reply. */
	get isFull(): boolean {
		return this.active >= this.width;
	}

	/** In the order of the calls. */
	async enter(): Promise<void> {
		if (this.active < this.width && this.waiting.length === 0) {
			this.active++;
			return;
		}
		await new Promise<void>((admit) => this.waiting.push(admit));
	}

	leave(succeeded: boolean): void {
		this.active--;
		if (succeeded) this.width = Math.min(this.width + 1, MAX_IN_FLIGHT);
		while (this.active < this.width) {
			const admit = this.waiting.shift();
			if (!admit) break;
			this.active++;
			admit();
		}
	}
}

/** Longest time of work, in ms, before other work of the server gets a turn. */
const MAX_BLOCKING_MS = 15;

/** The same while the run waits for replies. Then each request gets its connection at once, and requests do not come in bursts. */
const MAX_BLOCKING_MS_WHEN_FULL = 1;

/** Lets other work of the server run between the items of a long run. Ends on Stop. */
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
