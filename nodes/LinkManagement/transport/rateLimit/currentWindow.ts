/** `X-RateLimit-Reset` is exact to a second: two ends closer together than this, in ms, are the same end. */
const MAX_ROUNDING = 1_100;

/** What is known of the window that a budget is in now. It begins with nothing known; the replies fill it in. */
export class CurrentWindow {
	/** Requests of this process under way that count against this window. */
	inFlight = 0;
	/** Requests that the window still allows; undefined while unknown, Infinity when the service tells no limit. */
	remaining: number | undefined;
	/** When the window ends, ms since epoch; undefined while unknown. */
	endsAt: number | undefined;

	/** @param number counts the windows of a budget */
	constructor(readonly number: number) {}

	/** In ms; 0 while unknown. */
	get endsIn(): number {
		return this.endsAt === undefined ? 0 : this.endsAt - Date.now();
	}

	get isOver(): boolean {
		return this.endsAt !== undefined && Date.now() >= this.endsAt;
	}

	/** Whether the window is known to allow one more request than those in flight. */
	get hasRequestsLeft(): boolean {
		return this.remaining !== undefined && this.inFlight < this.remaining;
	}

	/**
	 * Takes over what a reply says.
	 *
	 * @param resetIn ms until the window ends; undefined when the reply does not say
	 * @param length how long the windows of this budget are, in ms, as far as known
	 */
	learnFrom(remaining: number, resetIn: number | undefined, length: number): void {
		if (resetIn === undefined) {
			this.endsAt = undefined;
			this.remaining = remaining;
			return;
		}
		const endsAt = Date.now() + resetIn;
		if (this.isSameEnd(endsAt, length)) {
			this.endsAt = Math.max(this.endsAt ?? endsAt, endsAt);
			// Replies overtake each other: within a window, the lowest figure is the latest one.
			this.remaining = Math.min(this.remaining ?? remaining, remaining);
		} else {
			this.endsAt = endsAt;
			this.remaining = remaining;
		}
	}

	private isSameEnd(endsAt: number, length: number): boolean {
		return (
			this.endsAt !== undefined &&
			Math.abs(endsAt - this.endsAt) < Math.min(MAX_ROUNDING, length / 2)
		);
	}
}
