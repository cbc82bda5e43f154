/** A refusal that nobody expected proves that other processes sent at least this many requests. */
const MIN_SENT_BY_OTHERS = 2;
/** Whatever the figures say, no more processes are assumed; a key is seldom used by more. */
const MAX_PROCESSES = 16;
/** How many windows an observation counts. Each window, its weight is halved. */
const MAX_AGE = 2;

/** Requests of one window: sent by this process, and lost from the window in all. */
interface Observation {
	sent: number;
	lost: number;
	/** Windows since then. */
	age: number;
}

/**
 * Estimates how many processes spend the budget of a key, this one included. No reply says so. It follows from the
 * requests that a window lost beyond those that this process sent. The last two windows count as well, so that figures
 * that made no sense are forgotten after two windows.
 */
export class Contention {
	private earlier: Observation[] = [];
	/** The current window since its first reply: what happened before that reply is not known. */
	private sent = 0;
	private firstRemaining: number | undefined;
	private lastRemaining = 0;
	/** Requests of other processes that a refusal in the current window proved. */
	private proven = 0;

	/** 1 when this process is alone on the key; 2 when half of the requests come from elsewhere. */
	get processes(): number {
		let { sent, lost } = this.current;
		for (const observation of this.earlier) {
			const weight = 0.5 ** observation.age;
			sent += observation.sent * weight;
			lost += observation.lost * weight;
		}
		return Math.min(MAX_PROCESSES, Math.max(1, lost / Math.max(1, sent)));
	}

	private get current(): Observation {
		const { sent, firstRemaining, lastRemaining, proven } = this;
		const lost = proven + Math.max(0, (firstRemaining ?? 0) - lastRemaining);
		return { sent, lost: Math.min(lost, MAX_PROCESSES * Math.max(1, sent)), age: 0 };
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
	 * @param inFlight requests of this process that the window has yet to lose
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
		this.earlier = [...this.earlier, this.current]
			.map((observation) => ({ ...observation, age: observation.age + windows }))
			.filter(({ age }) => age <= MAX_AGE);
		this.sent = 0;
		this.firstRemaining = undefined;
		this.lastRemaining = 0;
		this.proven = 0;
	}
}
