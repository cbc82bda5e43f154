import type { IPollFunctions } from 'n8n-workflow';

import { perNode } from '../client/memory';
import type { StoredState } from './storedState';

/** How long n8n may take to store the state of a poll that gave records, in ms. */
const STORING_TIME = 45_000;
/** What n8n allows for every other poll, in ms. */
const USUAL_POLL_BUDGET = 5 * 60_000;

/** Older versions of n8n have no durable scheduler. */
export const isByDurableScheduler = (context: Partial<IPollFunctions>): boolean =>
	(context.getPollBudgetMs?.() ?? USUAL_POLL_BUDGET) < USUAL_POLL_BUDGET;

class DurablePolls {
	isPolling = false;
	/** When the last poll ended, by `performance.now()`. Infinity: none of this process has. */
	endedAt = Infinity;
	/** The first state. n8n polls at publication, but does not store the state if that poll gives no records. */
	first: StoredState | undefined;
	private emitted: { from: string; at: number } | undefined;

	/** Notes the state from which records come out. */
	emitsFrom(state: StoredState | undefined, context: IPollFunctions): void {
		if (isByDurableScheduler(context))
			this.emitted = { from: JSON.stringify(state), at: performance.now() };
	}

	/**
	 * Whether records have just come out from this very state. Two poll times of the same second, or several that are due
	 * after a restart, begin before n8n has stored the next state. A state that n8n failed to store is used again later.
	 */
	hasJustEmittedFrom(state: StoredState | undefined): boolean {
		const { at = -Infinity, from } = this.emitted ?? {};
		return performance.now() - at < STORING_TIME && from === JSON.stringify(state);
	}
}

/**
 * The polls of a trigger, for n8n's durable scheduler, which gives each poll a context of its own. Lost at a restart, and
 * where several processes poll, each has its own. At most two states of 8 MB.
 */
export const durablePollsOf = perNode(() => new DurablePolls());
