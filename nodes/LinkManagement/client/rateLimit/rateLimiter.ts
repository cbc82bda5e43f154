import { sleep } from 'n8n-workflow';

import { Abandoned, Canceled, RateLimitBusy } from '../../errors';
import { counted, rateInWords } from '../../values/numbers';
import { Budget } from './budget';
import type { Figures } from './headers';

export class LimitWaits {
	private waitingRequests = 0;
	/** When the first of them began to wait, by `performance.now()`. */
	private since = 0;
	private ended = 0;
	private budget: Budget | undefined;
	private lastWindow = -1;

	/** @param onWait called once in each window, however many requests wait; `duration` is the time until it ends, in ms */
	constructor(private readonly onWait: (limit: number | undefined, duration: number) => void) {}

	/** The time during which at least one request waited, in ms. */
	get total(): number {
		return this.ended + (this.waitingRequests > 0 ? performance.now() - this.since : 0);
	}

	/** Such as `limit of 30 requests a minute`. */
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
		if (this.lastWindow === budget.window.number) return;
		this.lastWindow = budget.window.number;
		this.onWait(budget.announcedLimit, budget.resumesIn);
	}
}

/** Requests in flight at once for one key. More would only cost the service and n8n sockets. */
export const MAX_IN_FLIGHT = 16;
/** Longest sleep, in ms, after which Stop and other changes are noticed. */
const MAX_SLEEP = 250;
/** How much longer than `maxWait` an urgent request waits, in ms, for replies that are due. */
const MAX_OVERTIME = 3_000;

export interface WaitOptions {
	/** Longest acceptable wait for a new window, in ms. A request that sets it is urgent. Default: as long as it takes. */
	maxWait?: number;
	/** Called while the request waits and when it gets its slot. True when the request is no longer needed. */
	abandoned?: () => boolean;
}

export interface Slot {
	/** Takes the figures of the reply if there was one. Later calls do nothing. */
	release: (figures?: Figures) => void;
}

interface Waiter {
	signal: AbortSignal | undefined;
	abandoned: WaitOptions['abandoned'];
	isUrgent: boolean;
	/** When the request must have started, by `performance.now()`. */
	deadline: number;
	isWaiting: boolean;
	limitWaits: LimitWaits;
	/** Whether it counts as waiting for the limit; others only wait for replies. */
	waitsForLimit: boolean;
	resolve: (slot: Slot) => void;
	reject: (reason: unknown) => void;
}

/** Shares the budget of a key among all runs of this process: first come, first served. Urgent requests may go first. */
export class RateLimiter {
	private readonly budget = new Budget();
	private readonly waiters: Waiter[] = [];
	private inFlight = 0;
	/** By `performance.now()`. */
	private nextLookAt = Infinity;

	/** @throws {Abandoned} when the request is no longer needed; {RateLimitBusy} when it would take longer than `maxWait` */
	async acquire(
		signal: AbortSignal | undefined,
		{ maxWait = Infinity, abandoned }: WaitOptions = {},
		limitWaits = new LimitWaits(() => {}),
	): Promise<Slot> {
		if (signal?.aborted) throw new Canceled();
		return await new Promise<Slot>((resolve, reject) => {
			const waiter: Waiter = {
				signal,
				abandoned,
				isUrgent: maxWait < Infinity,
				deadline: performance.now() + maxWait,
				isWaiting: true,
				limitWaits,
				waitsForLimit: false,
				resolve,
				reject,
			};
			this.waiters.push(waiter);
			this.startWaiters();
			if (waiter.isWaiting && waiter.isUrgent) this.decideFor(waiter);
			if (waiter.isWaiting) this.noteLimitWait(waiter);
		});
	}

	private remove(waiter: Waiter): void {
		waiter.isWaiting = false;
		if (waiter.waitsForLimit) waiter.limitWaits.end();
		this.waiters.splice(this.waiters.indexOf(waiter), 1);
	}

	private reject(waiter: Waiter, reason: unknown): void {
		this.remove(waiter);
		waiter.reject(reason);
	}

	private start(waiter: Waiter): void {
		this.remove(waiter);
		const window = this.budget.startRequest(waiter.isUrgent);
		this.inFlight++;
		let isHeld = true;
		waiter.resolve({
			release: (figures) => {
				if (!isHeld) return;
				isHeld = false;
				this.inFlight--;
				this.budget.endRequest(window, figures);
				this.startWaiters();
			},
		});
	}

	private startWaiters(): void {
		for (let [waiter] = this.waiters; waiter; [waiter] = this.waiters) {
			const dueIn = this.dueIn();
			if (dueIn > 0) {
				const sleepFor = Math.min(dueIn, MAX_SLEEP);
				if (performance.now() + sleepFor < this.nextLookAt) void this.lookAgainIn(sleepFor);
				return;
			}
			if (waiter.signal?.aborted) this.reject(waiter, new Canceled());
			else this.start(waiter);
		}
	}

	/** @returns ms until a request may start; Infinity while too many are in flight, or a reply has to come first */
	private dueIn(): number {
		return this.inFlight >= MAX_IN_FLIGHT ? Infinity : this.budget.dueIn();
	}

	private async lookAgainIn(ms: number): Promise<void> {
		const at = performance.now() + ms;
		this.nextLookAt = at;
		await sleep(ms);
		if (this.nextLookAt === at) this.nextLookAt = Infinity;
		for (const waiter of [...this.waiters]) {
			this.decideFor(waiter);
			if (waiter.isWaiting) this.noteLimitWait(waiter);
		}
		this.startWaiters();
	}

	private noteLimitWait(waiter: Waiter): void {
		const { limitWaits, waitsForLimit } = waiter;
		if (this.budget.resumesIn === 0) return;
		if (!waitsForLimit) limitWaits.begin();
		waiter.waitsForLimit = true;
		limitWaits.noteBudget(this.budget);
	}

	private decideFor(waiter: Waiter): void {
		try {
			if (waiter.signal?.aborted) throw new Canceled();
			if (waiter.abandoned?.()) throw new Abandoned();
			if (waiter.isUrgent) this.startOrRejectUrgent(waiter);
		} catch (error) {
			this.reject(waiter, error);
		}
	}

	/** Starts an urgent request that cannot wait until its turn, if the window allows one more. */
	private startOrRejectUrgent(waiter: Waiter): void {
		const { budget } = this;
		const dueIn = this.dueIn();
		const startsAt = performance.now() + (dueIn === Infinity ? -MAX_OVERTIME : dueIn);
		if (startsAt <= waiter.deadline) return;
		if (this.inFlight < MAX_IN_FLIGHT && budget.window.hasRequestsLeft) {
			this.start(waiter);
			return;
		}
		budget.reserve();
		throw new RateLimitBusy(dueIn === Infinity ? budget.endsInAbout : dueIn);
	}
}
