/** `X-RateLimit-Reset` is exact to a second: two ends closer together than this, in ms, are the same end. */
const MAX_ROUNDING = 1_100;

export class CurrentWindow {
	inFlight = 0;
	/** Requests that the window still allows; undefined while unknown, Infinity when the service reports no limit. */
	remaining: number | undefined;
	hasServedUrgent = false;
	/** When the window ends, by `performance.now()`; undefined while unknown. */
	endsAt: number | undefined;
	/** The highest number of remaining requests and the longest time to the end, in ms, that a reply announced. */
	maxRemaining = 0;
	maxResetIn = 0;
	/** What remained by the first reply, and the requests of this process since then. */
	private first: { remaining: number; sent: number } | undefined;

	/** @param number counts the windows of a budget */
	constructor(readonly number: number) {}

	/** In ms; 0 while unknown. */
	get endsIn(): number {
		return this.endsAt === undefined ? 0 : this.endsAt - performance.now();
	}

	get isOver(): boolean {
		return this.endsAt !== undefined && performance.now() >= this.endsAt;
	}

	/** Beside those in flight. */
	get hasRequestsLeft(): boolean {
		return this.remaining !== undefined && this.inFlight < this.remaining;
	}

	/** Whether the window lost more requests than this process sent: others use the key, too. */
	get hasOthers(): boolean {
		const { first, remaining = Infinity } = this;
		return first !== undefined && first.remaining - remaining > first.sent;
	}

	addRequest(): void {
		this.inFlight++;
		if (this.first) this.first.sent++;
	}

	/** @returns whether the reply shows that the service has begun another window */
	learnFrom(remaining: number, resetIn: number | undefined, length: number): boolean {
		const endsAt = resetIn === undefined ? undefined : performance.now() + resetIn;
		const known = this.endsAt;
		const tolerance = Math.min(MAX_ROUNDING, length / 2);
		const areKnown = endsAt !== undefined && known !== undefined;
		const isSameWindow = areKnown && Math.abs(endsAt - known) < tolerance;
		// Replies overtake each other: within a window, the lowest figure is the latest one.
		this.remaining = isSameWindow ? Math.min(this.remaining ?? remaining, remaining) : remaining;
		this.endsAt = isSameWindow ? Math.max(known, endsAt) : endsAt;
		this.maxRemaining = Math.max(this.maxRemaining, remaining);
		this.maxResetIn = Math.max(this.maxResetIn, resetIn ?? 0);
		const isNextWindow = areKnown && !isSameWindow;
		if (!this.first || isNextWindow) this.first = { remaining, sent: this.inFlight };
		return isNextWindow;
	}

	/** The requests in flight still count. */
	forgetFigures(): void {
		this.remaining = undefined;
		this.endsAt = undefined;
		this.maxRemaining = 0;
		this.maxResetIn = 0;
		this.first = undefined;
	}
}
