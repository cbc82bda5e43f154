import { sleep } from 'n8n-workflow';

import { Abandoned, Canceled, RateLimitBusy } from '../../errors';
import { Budget, type EndRequest } from './budget';
import { ReservedSlots } from './reservedSlots';

/** Requests in flight at once for one key. More would only cost the service and n8n sockets. */
export const MAX_IN_FLIGHT = 16;
/** Longest sleep, in ms: what changes meanwhile is noticed after that time. */
const MAX_SLEEP = 250;

/** How long a request may wait for its slot. */
export interface WaitOptions {
	/** Longest acceptable wait for a new window, in ms. A request that sets it is urgent. Default: as long as it takes. */
	maxWait?: number;
	/** Called while the request waits and when it gets its slot: true when it is not wanted any more. */
	abandoned?: () => boolean;
}

interface Waiter {
	start: () => void;
	reject: (reason: Error) => void;
	maxWait: number;
	abandoned: (() => boolean) | undefined;
}

/** The right to send one request. Release it with what the reply says. */
export interface Slot {
	release: EndRequest;
}

/**
 * Shares the budget of one key among all items and executions of this process, first come, first served. A window is
 * spent at once, then the next one is awaited. After a wait, one request goes ahead: its reply shows what the new
 * window allows. Urgent requests go first while the others have to wait, and get reserved slots once one of them was
 * rejected.
 */
export class RateLimiter {
	private readonly budget = new Budget();
	private readonly reservedSlots = new ReservedSlots();
	private readonly waiters: Waiter[] = [];
	private inFlight = 0;
	private isStartingWaiters = false;
	private isAwaitingWindowEnd = false;

	/**
	 * Waits for a slot.
	 *
	 * @throws {Canceled} when the execution is stopped meanwhile
	 * @throws {Abandoned} when the request is not wanted any more
	 * @throws {RateLimitBusy} when it would take longer than `maxWait`
	 */
	async acquire(
		signal: AbortSignal | undefined,
		{ maxWait = Infinity, abandoned }: WaitOptions = {},
	): Promise<Slot> {
		if (signal?.aborted) throw new Canceled();
		return await new Promise<Slot>((resolve, reject) => {
			const leaveQueue = () => {
				this.waiters.splice(this.waiters.indexOf(waiter), 1);
				signal?.removeEventListener('abort', cancel);
			};
			const cancel = () => waiter.reject(new Canceled());
			const waiter: Waiter = {
				start: () => {
					leaveQueue();
					resolve(this.takeSlot());
					if (maxWait < Infinity) this.reservedSlots.countStarted(this.budget.windowNumber);
				},
				reject: (reason) => {
					leaveQueue();
					reject(reason);
				},
				maxWait,
				abandoned,
			};
			signal?.addEventListener('abort', cancel, { once: true });
			this.waiters.push(waiter);
			void this.startWaiters();
		});
	}

	private takeSlot(): Slot {
		const endRequest = this.budget.startRequest();
		this.inFlight++;
		return {
			release: (figures, refusal) => {
				this.inFlight--;
				endRequest(figures, refusal);
				void this.startWaiters();
			},
		};
	}

	/** Starts the waiting requests, each as soon as it may start. */
	private async startWaiters(): Promise<void> {
		if (this.isStartingWaiters) return;
		this.isStartingWaiters = true;
		while (this.waiters.length > 0) {
			const due = this.nextDueIn();
			if (due === Infinity) {
				void this.startWaitersAtWindowEnd();
				break;
			}
			if (due > 0) {
				this.decideForThoseWhoCannotWait(due);
				await sleep(Math.min(due, MAX_SLEEP));
				continue;
			}
			this.waiters[0]?.start();
		}
		this.isStartingWaiters = false;
	}

	/** @returns ms until the next request that can wait may start; Infinity when a reply has to come first */
	private nextDueIn(): number {
		if (this.inFlight >= MAX_IN_FLIGHT) return Infinity;
		return this.budget.dueIn(this.reservedSlots.reservedIn(this.budget.windowNumber));
	}

	/** Requests that can wait have to, for `due` ms. Starts or rejects those that cannot, and rejects abandoned ones. */
	private decideForThoseWhoCannotWait(due: number): void {
		for (const { start, reject, maxWait, abandoned } of [...this.waiters]) {
			if (abandoned?.()) reject(new Abandoned());
			else if (due > maxWait && this.budget.hasRequestsLeft) start();
			else if (due > maxWait) {
				this.reservedSlots.countRejected(this.budget.windowNumber, this.budget.maxReserved);
				reject(new RateLimitBusy(due));
			}
		}
	}

	/** Starts waiting requests at the end of the window if no reply did so before: those in flight may never end. */
	private async startWaitersAtWindowEnd(): Promise<void> {
		if (this.isAwaitingWindowEnd) return;
		this.isAwaitingWindowEnd = true;
		while (this.waiters.length > 0 && this.budget.windowEndsIn > 0) await sleep(MAX_SLEEP);
		this.isAwaitingWindowEnd = false;
		void this.startWaiters();
	}
}
