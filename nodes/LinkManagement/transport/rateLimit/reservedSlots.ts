/** How long places are kept, in ms: a poll may come every quarter of an hour. */
const KEEP = 20 * 60_000;

/**
 * Places of each window for those who can't wait out one, as polls: none until one of them was turned away, then as
 * many as they asked for when they came last. Windows are told by their numbers.
 */
export class ReservedSlots {
	private places = 0;
	/** How long they are kept, ms since epoch. */
	private until = 0;
	/** What was asked for in the last window in which anybody came, and what of it was given. */
	private asked = { window: 0, count: 0, given: 0 };

	/** Places of this window that those who can wait must leave. */
	left(window: number): number {
		if (Date.now() >= this.until) return 0;
		return this.asked.window === window ? Math.max(0, this.places - this.asked.given) : this.places;
	}

	/** One who can't wait gets a place. */
	give(window: number): void {
		this.ask(window);
		this.asked.given++;
	}

	/** One who can't wait is turned away. @param most places to keep at most */
	turnAway(window: number, most: number): void {
		this.ask(window);
		this.places = Math.min(Math.max(this.places, this.asked.count), most);
	}

	private ask(window: number): void {
		if (this.asked.window !== window) {
			this.places = Math.min(this.places, this.asked.count);
			this.asked = { window, count: 0, given: 0 };
		}
		this.asked.count++;
		this.until = Date.now() + KEEP;
	}
}
