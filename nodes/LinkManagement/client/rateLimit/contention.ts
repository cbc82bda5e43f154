/** An unexpected refusal proves that other processes sent at least this many requests. */
const MIN_SENT_BY_OTHERS = 2;
/** Most processes that are assumed, whatever the figures say. A key is seldom used by more. */
const MAX_PROCESSES = 16;
/** How many windows an observation is used. Its weight is halved with each window. */
const MAX_AGE = 2;

/** Requests of one window: sent by this process, and lost from the window in all. */
interface Observation {
	sent: number;
	lost: number;
	/** Windows since then. */
	age: number;
}

/**
 * Estimates how many processes spend the budget of a key, this one included. No reply shows it. It follows from the
 * requests that a window lost beyond those that this process sent. The last two windows count as well, so that implausible
 * figures are forgotten after two windows.
 */
export class Contention {
	private earlier: Observation[] = [];
	/** The sums over the earlier windows, weighted. */
	private earlierSent = 0;
	private earlierLost = 0;
	/** The current window since its first reply. What happened before is not known. */
	private sent = 0;
	private firstRemaining: number | undefined;
	private lastRemaining = 0;
	/** Requests of other processes that a refusal in the current window proved. */
	private proven = 0;

	/** 1 when this process is alone on the key; 2 when half of the requests come from elsewhere. */
	get processes(): number {
		const processes = (this.earlierLost + this.lost) / Math.max(1, this.earlierSent + this.sent);
		return Math.min(MAX_PROCESSES, Math.max(1, processes));
	}

	private get lost(): number {
		const lost = this.proven + Math.max(0, (this.firstRemaining ?? 0) - this.lastRemaining);
		return Math.min(lost, MAX_PROCESSES * Math.max(1, this.sent));
	}

	/** This process sends a request. */
	countRequest(): void {
		if (this.firstRemaining !== undefined) this.sent++;
	}

	/** A request that was counted spends another budget. */
	uncountRequest(): void {
		this.sent = Math.max(0, this.sent - 1);
	}

	/**
	 * A reply says what remains of the current window.
	 *
	 * @param inFlight requests of this process that the window has not lost yet
	 */
	learnRemaining(remaining: number, inFlight: number): void {
		if (this.firstRemaining === undefined) {
			this.firstRemaining = remaining;
			this.sent = inFlight;
		}
		this.lastRemaining = remaining;
	}

	/** The service refused a request although the window should have had one left. */
	countUnexpectedRefusal(): void {
		this.proven += MIN_SENT_BY_OTHERS;
	}

	/** @param windows windows since the current one began, at least 1 */
	startNextWindow(windows: number): void {
		this.earlier.push({ sent: this.sent, lost: this.lost, age: 0 });
		for (const observation of this.earlier) observation.age += windows;
		this.earlier = this.earlier.filter(({ age }) => age <= MAX_AGE);
		this.earlierSent = 0;
		this.earlierLost = 0;
		for (const { sent, lost, age } of this.earlier) {
			this.earlierSent += sent * 0.5 ** age;
			this.earlierLost += lost * 0.5 ** age;
		}
		this.sent = 0;
		this.firstRemaining = undefined;
		this.lastRemaining = 0;
		this.proven = 0;
	}
}
