/** Most requests of a look-up for an existing link. */
export const MAX_REQUESTS = 12;
/** Most requests of a brief one: the search for the short URL, and the first keyword. */
export const BRIEF_REQUESTS = 2;
/** After so many equal refusals without an existing link, another cause is likely, such as a used-up plan. */
const MANY_REFUSALS = 3;

/**
 * How many requests a run may send to look for the link that a refusal may come from. Where a plan is used up, every
 * creation is refused for the same reason, and a long look for each row would take five times as long as the creations.
 */
export class LookUpBudget {
	/** The last refusals for the same reason after which no link was found. */
	private readonly fruitless = { reason: '', count: 0 };
	/** Reasons of refusals whose link a brief look would not have found. */
	private readonly needsLongLook = new Set<string>();

	/** Most requests to look for a link after a refusal for a reason. */
	for(reason: string): number {
		const { fruitless, needsLongLook } = this;
		const isKnown = reason === fruitless.reason && fruitless.count >= MANY_REFUSALS;
		return isKnown && !needsLongLook.has(reason) ? BRIEF_REQUESTS : MAX_REQUESTS;
	}

	/** @param requests how many it took to find the link; undefined when none was found */
	note(reason: string, requests: number | undefined): void {
		const { fruitless } = this;
		if (requests === undefined) {
			fruitless.count = reason === fruitless.reason ? fruitless.count + 1 : 1;
			fruitless.reason = reason;
		} else if (requests > BRIEF_REQUESTS) this.needsLongLook.add(reason);
	}

	/** Notes that creations work. */
	noteSuccess(): void {
		this.fruitless.count = 0;
	}
}
