import { sleep } from 'n8n-workflow';

import { throwIfCanceled } from '../client/wait';

/** Longest time of work, in ms, before other work of the server gets a turn. */
const MAX_BLOCKING_MS = 15;

/** Lets other work of the server run between the items of a long run. */
export class Turns {
	private since = Date.now();
	/** The shortest pause of Node.js lasts a millisecond. It begins with the turn, so at its end nothing has to be waited for. */
	private pause = sleep(0);

	/** @param signal of Stop */
	constructor(private readonly signal: AbortSignal | undefined) {}

	/**
	 * Ends the turn if it lasted long enough.
	 *
	 * @throws {Canceled} on Stop
	 */
	async pass(maxBlockingMs = MAX_BLOCKING_MS): Promise<void> {
		if (Date.now() - this.since <= maxBlockingMs) return;
		await this.pause;
		throwIfCanceled(this.signal);
		this.since = Date.now();
		this.pause = sleep(0);
	}
}
