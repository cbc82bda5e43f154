/** What a refusal for want of a place says at least: somebody took as many as this. */
const MIN_TAKEN_BY_OTHERS = 2;

/**
 * How many spend the budget of a key, this process being one of them. Nobody tells: it shows in what is gone from a
 * window beyond what was sent from here. Earlier windows count, each half as much as the next.
 */
export class Contention {
	/** Requests sent from here and requests gone in all: of earlier windows, and refused ones' evidence. */
	private mineBefore = 0;
	private goneBefore = 0;
	/** Sent in this window since the first reply: of what went before it nothing can be said. */
	private mine = 0;
	/** What the window held by its first reply, and what it holds by its last. */
	private first: number | undefined;
	private last = 0;

	/** 1: nobody else. 2: half of what is spent goes elsewhere. */
	get processes(): number {
		return Math.max(1, this.gone / Math.max(1, this.mineBefore + this.mine));
	}

	private get gone(): number {
		return this.goneBefore + (this.first === undefined ? 0 : this.first - this.last);
	}

	/** A request starts. */
	noteRequest(): void {
		if (this.first !== undefined) this.mine++;
	}

	/** A reply tells what the present window still holds. */
	noteRemaining(remaining: number): void {
		this.first ??= remaining;
		this.last = remaining;
	}

	/** Somebody else took what should have been left. */
	noteUnexpectedRefusal(): void {
		this.goneBefore += MIN_TAKEN_BY_OTHERS;
	}

	/** @param passed windows since the present one began, 1 or more */
	nextWindow(passed: number): void {
		const weight = 0.5 ** passed;
		this.goneBefore = this.gone * weight;
		this.mineBefore = (this.mineBefore + this.mine) * weight;
		this.mine = 0;
		this.first = undefined;
	}
}
