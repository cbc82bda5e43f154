import { sleep } from 'n8n-workflow';

import { Abandoned, Canceled, RateLimitBusy } from '../../errors';
import type { RateLimitHeaders } from './headers';
import { type LimitReached, RequestWindow } from './requestWindow';
import { ReservedSlots } from './reservedSlots';

/** Most requests under way at once for one key: more only costs the service and n8n sockets. */
export const MAX_IN_FLIGHT = 16;
/** Longest sleep at a stretch, in ms: news about the budget is seen that soon. */
const MAX_SLEEP = 250;

/** How long a request may wait for its turn. */
export interface WaitOptions {
	/** Longest acceptable wait for a new window, in ms. Default: as long as it takes. */
	maxWait?: number;
	/** Asked while it waits and when its turn has come: true when the request is not wanted any more. */
	abandoned?: () => boolean;
}

interface Waiter {
	admit: () => void;
	leave: (reason: Error) => void;
	maxWait: number;
	abandoned: (() => boolean) | undefined;
}

/** A place among the requests under way. Give it back with what the reply said. */
export interface Slot {
	/**
	 * @param budget what the reply's headers say; undefined when there was no reply
	 * @param stop set when the service refused the request as one too many
	 */
	release: (budget?: RateLimitHeaders, stop?: LimitReached) => void;
}

/**
 * Shares the request budget of one key among all items and executions of this process, first come first served: a
 * window is spent, then the next is awaited. After a wait one request goes ahead alone: its reply tells what the new
 * window holds. Those who can't wait come first where the others have to: once turned away, they find a place kept.
 */
export class RateLimiter {
	private readonly window = new RequestWindow();
	private readonly queue: Waiter[] = [];
	private inFlight = 0;
	private readonly reservedSlots = new ReservedSlots();
	private isStarting = false;
	private awaitsWindowEnd = false;

	/**
	 * Waits for a place.
	 *
	 * @throws {Canceled} when the execution is stopped meanwhile
	 * @throws {Abandoned} when the request is not wanted any more
	 * @throws {RateLimitBusy} when it would take longer than `patience`
	 */
	async acquire(
		signal: AbortSignal | undefined,
		{ maxWait = Infinity, abandoned }: WaitOptions = {},
	): Promise<Slot> {
		if (signal?.aborted) throw new Canceled();
		return await new Promise<Slot>((resolve, reject) => {
			const leave = (reason: Error) => {
				this.remove(waiter);
				signal?.removeEventListener('abort', cancel);
				reject(reason);
			};
			const cancel = () => leave(new Canceled());
			const admit = () => {
				this.remove(waiter);
				signal?.removeEventListener('abort', cancel);
				resolve(this.slot());
				if (maxWait < Infinity) this.reservedSlots.give(this.window.window);
			};
			const waiter: Waiter = { admit, leave, maxWait, abandoned };
			signal?.addEventListener('abort', cancel, { once: true });
			this.queue.push(waiter);
			void this.startWaiting();
		});
	}

	private remove(waiter: Waiter): void {
		const place = this.queue.indexOf(waiter);
		if (place >= 0) this.queue.splice(place, 1);
	}

	private slot(): Slot {
		const end = this.window.start();
		this.inFlight++;
		return {
			release: (budget, stop) => {
				this.inFlight--;
				end(budget, stop);
				void this.startWaiting();
			},
		};
	}

	/** Nobody who can wait may start for so long: sends those to the service or away who can't, and those whom nobody awaits. */
	private admitOrReject(due: number): void {
		for (const { admit, leave, maxWait, abandoned } of [...this.queue]) {
			if (abandoned?.()) leave(new Abandoned());
			else if (due > maxWait && this.window.isLeft) admit();
			else if (due > maxWait) {
				this.reservedSlots.turnAway(this.window.window, this.window.tenth);
				leave(new RateLimitBusy(due));
			}
		}
	}

	private async startWaiting(): Promise<void> {
		if (this.isStarting) return;
		this.isStarting = true;
		while (this.queue.length > 0) {
			const due =
				this.inFlight >= MAX_IN_FLIGHT
					? Infinity
					: this.window.dueIn(this.reservedSlots.left(this.window.window));
			if (due === Infinity) {
				void this.startAtWindowEnd();
				break;
			}
			if (due > 0) {
				this.admitOrReject(due);
				await sleep(Math.min(due, MAX_SLEEP));
				continue;
			}
			this.queue[0]?.admit();
		}
		this.isStarting = false;
	}

	/** Goes on at the window's end when no reply did so before: those in flight may hang. */
	private async startAtWindowEnd(): Promise<void> {
		if (this.awaitsWindowEnd) return;
		this.awaitsWindowEnd = true;
		while (this.queue.length > 0 && this.window.endsIn > 0) await sleep(MAX_SLEEP);
		this.awaitsWindowEnd = false;
		void this.startWaiting();
	}
}
