import { rateInWords } from '../../values/durations';
import { counted } from '../../values/numbers';
import type { Budget } from './budget';

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
	private budget: Budget | undefined;
	private lastWindow = -1;

	/** @param onWait called when a wait begins: once in each window, however many requests wait */
	constructor(private readonly onWait: (wait: LimitWait) => void) {}

	/** The time during which at least one request waited, in ms. */
	get total(): number {
		return this.ended + (this.waitingRequests > 0 ? performance.now() - this.since : 0);
	}

	/** The limit that was waited for, such as `limit of 30 requests a minute`. */
	get limitInWords(): string {
		const { announcedLimit, length = 0 } = this.budget ?? {};
		if (announcedLimit === undefined) return 'rate limit';
		const rate = length > 0 ? ` ${rateInWords(length)}` : '';
		return `limit of ${counted(announcedLimit, 'request')}${rate}`;
	}

	begin(): void {
		if (this.waitingRequests++ === 0) this.since = performance.now();
	}

	end(): void {
		if (--this.waitingRequests === 0) this.ended += performance.now() - this.since;
	}

	noteBudget(budget: Budget): void {
		this.budget = budget;
		if (this.lastWindow === budget.windowNumber) return;
		this.lastWindow = budget.windowNumber;
		this.onWait({ limit: budget.announcedLimit, duration: budget.resumesIn });
	}
}
