import { throwIfCanceled, yieldToEventLoop } from '../client/wait';

/** Longest time of work, in ms, before other work of the server gets a turn. */
const MAX_BLOCKING_MS = 15;

/** Lets other work of the server run between the items of a long run. */
export class Turns {
	private since = Date.now();

	/** @param signal of Stop */
	constructor(private readonly signal: AbortSignal | undefined) {}

	/**
	 * Ends the turn if it lasted long enough.
	 *
	 * @throws {Canceled} on Stop
	 */
	async pass(maxBlockingMs = MAX_BLOCKING_MS): Promise<void> {
		if (Date.now() - this.since <= maxBlockingMs) return;
		await yieldToEventLoop();
		throwIfCanceled(this.signal);
		this.since = Date.now();
	}
}
