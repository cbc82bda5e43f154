import { rateInWords } from '../../values/durations';
import { counted } from '../../values/numbers';
import type { Budget } from './budget';

/** Most limits that are named. Few services have more than two. */
const MAX_NAMED = 3;

/** A wait for the limit that begins. */
export interface LimitWait {
	/** Requests that the service allows in a window; undefined when it does not say. */
	limit: number | undefined;
	/** Time until requests are sent again, in ms. */
	duration: number;
}

/** How long the requests of one run wait for the limit, and for which. */
export class LimitWaits {
	private waitingRequests = 0;
	/** When the first of them began to wait, by `performance.now()`. */
	private since = 0;
	private ended = 0;
	/** The budgets that requests waited for, each with the number of the last window they waited in. */
	private readonly windows = new Map<Budget, number>();

	/** @param onWait called when a wait begins: once in each window, however many requests wait */
	constructor(private readonly onWait: (wait: LimitWait) => void) {}

	/** The time during which at least one request waited, in ms. */
	get total(): number {
		return this.ended + (this.waitingRequests > 0 ? performance.now() - this.since : 0);
	}

	/**
	 * The limits that were waited for, in words, such as `limit of 30 requests a minute`. The length of a window is
	 * known only after a wait.
	 */
	get limitInWords(): string {
		const limits = [...this.windows.keys()].flatMap(({ announcedLimit, length }) => {
			if (announcedLimit === undefined) return [];
			const rate = length > 0 ? ` ${rateInWords(length)}` : '';
			return [`${counted(announcedLimit, 'request')}${rate}`];
		});
		const named = [...new Set(limits)].slice(0, MAX_NAMED);
		return named.length === 0 ? 'rate limit' : `limit of ${named.join(' and ')}`;
	}

	/** A request begins to wait. */
	begin(): void {
		if (this.waitingRequests++ === 0) this.since = performance.now();
	}

	/** A request that waited is sent, or no longer needed. */
	end(): void {
		if (--this.waitingRequests === 0) this.ended += performance.now() - this.since;
	}

	/** A request waits for a budget to resume. */
	noteBudget(budget: Budget): void {
		if (this.windows.get(budget) === budget.windowNumber) return;
		this.windows.set(budget, budget.windowNumber);
		this.onWait({ limit: budget.announcedLimit, duration: budget.resumesIn });
	}
}
