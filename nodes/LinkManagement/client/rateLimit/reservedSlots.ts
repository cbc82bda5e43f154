/** How long slots stay reserved after the last urgent request, in ms: a poll may come every quarter of an hour. */
const MAX_AGE = 20 * 60_000;

/**
 * Slots of each window for urgent requests: those that cannot wait for the next window, such as the requests of polls
 * and dropdowns. No slot is reserved until an urgent request was rejected. Then as many are reserved as urgent requests
 * came in the last window that had any.
 */
export class ReservedSlots {
	private perWindow = 0;
	/** When the reservation expires, by `performance.now()`. */
	private expiresAt = 0;
	/** The last window with urgent requests, how many there were, and how many of them got a slot. */
	private urgent = { window: 0, requests: 0, started: 0 };

	/** @param max slots to reserve at most @returns slots of this window that other requests must leave */
	reservedIn(window: number, max: number): number {
		if (performance.now() >= this.expiresAt) return 0;
		const used = this.urgent.window === window ? this.urgent.started : 0;
		return Math.max(0, Math.min(this.perWindow, max) - used);
	}

	/** An urgent request starts. */
	countStarted(window: number): void {
		this.countRequest(window);
		this.urgent.started++;
	}

	/** An urgent request is rejected. */
	countRejected(window: number): void {
		this.countRequest(window);
		this.perWindow = Math.max(this.perWindow, this.urgent.requests);
	}

	private countRequest(window: number): void {
		if (this.urgent.window !== window) {
			this.perWindow = Math.min(this.perWindow, this.urgent.requests);
			this.urgent = { window, requests: 0, started: 0 };
		}
		this.urgent.requests++;
		this.expiresAt = performance.now() + MAX_AGE;
	}
}
