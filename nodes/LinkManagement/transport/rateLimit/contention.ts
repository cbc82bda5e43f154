/** A refusal that nobody expected proves that other processes sent at least this many requests. */
const MIN_SENT_BY_OTHERS = 2;

/**
 * Estimates how many processes spend the budget of a key, this one included. No reply says so. It follows from the
 * requests that a window lost beyond those that this process sent. Earlier windows count as well, each half as much as
 * the one after it.
 */
export class Contention {
	/** Of earlier windows, weighted: requests sent by this process, and requests that the windows lost in all. */
	private sentEarlier = 0;
	private lostEarlier = 0;
	/** Requests sent in the current window since its first reply: what happened before that reply is not known. */
	private sent = 0;
	/** What remained of the current window by its first reply and by its latest one. */
	private firstRemaining: number | undefined;
	private lastRemaining = 0;

	/** 1 when this process is alone on the key; 2 when half of the requests come from elsewhere. */
	get processes(): number {
		return Math.max(1, this.lost / Math.max(1, this.sentEarlier + this.sent));
	}

	private get lost(): number {
		return (
			this.lostEarlier +
			(this.firstRemaining === undefined ? 0 : this.firstRemaining - this.lastRemaining)
		);
	}

	/** This process sends a request. */
	countRequest(): void {
		if (this.firstRemaining !== undefined) this.sent++;
	}

	/** A reply says what remains of the current window. */
	learnRemaining(remaining: number): void {
		this.firstRemaining ??= remaining;
		this.lastRemaining = remaining;
	}

	/** The service refused a request although the window should have had one left. */
	countUnexpectedRefusal(): void {
		this.lostEarlier += MIN_SENT_BY_OTHERS;
	}

	/** @param windows windows since the current one began, at least 1 */
	startNextWindow(windows: number): void {
		const weight = 0.5 ** windows;
		this.lostEarlier = this.lost * weight;
		this.sentEarlier = (this.sentEarlier + this.sent) * weight;
		this.sent = 0;
		this.firstRemaining = undefined;
	}
}
