import { sleep } from 'n8n-workflow';

import { Allowance, type Stop } from './allowance';
import type { Budget } from './rateLimit';
import { Reserve } from './reserve';
import { Abandoned, Canceled } from '../wait';

/** Most requests under way at once for one key: more only costs the service and n8n sockets. */
export const MOST_IN_FLIGHT = 16;
/** Longest sleep at a stretch, in ms: news about the budget is seen that soon. */
const SLICE = 250;

/** How long a request may wait for its turn. */
export interface Patience {
	/** Longest acceptable wait for a new window, in ms. Default: as long as it takes. */
	patience?: number;
	/** Asked while it waits and when its turn has come: true when the request is not wanted any more. */
	abandoned?: () => boolean;
}

interface Waiter {
	admit: () => void;
	leave: (reason: Error) => void;
	patience: number;
	abandoned: (() => boolean) | undefined;
}

/** A place among the requests under way. Give it back with what the reply said. */
export interface Slot {
	/**
	 * @param budget what the reply's headers say; undefined when there was no reply
	 * @param stop set when the service refused the request as one too many
	 */
	release: (budget?: Budget, stop?: Stop) => void;
}

/** Thrown to those who can't wait out a window: the editor's lists, a poll. `readyIn` is in ms. */
export class Busy extends Error {
	constructor(readonly readyIn: number) {
		super(`The requests of this minute are used up. Try again in ${Math.ceil(readyIn / 1000)} seconds`);
	}
}

/**
 * Shares the request budget of one key among all items and executions of this process, first come first served: a
 * window is spent, then the next is awaited. After a wait one request goes ahead alone: its reply tells what the new
 * window holds. Those who can't wait come first where the others have to: once turned away, they find a place kept.
 */
export class Pacer {
	private readonly allowance = new Allowance();
	private readonly queue: Waiter[] = [];
	private inFlight = 0;
	private readonly reserve = new Reserve();
	private pumping = false;
	private watching = false;

	/**
	 * Waits for a place.
	 *
	 * @throws {Canceled} when the execution is stopped meanwhile
	 * @throws {Abandoned} when the request is not wanted any more
	 * @throws {Busy} when it would take longer than `patience`
	 */
	async acquire(signal: AbortSignal | undefined, { patience = Infinity, abandoned }: Patience = {}): Promise<Slot> {
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
				if (patience < Infinity) this.reserve.give(this.allowance.window);
			};
			const waiter: Waiter = { admit, leave, patience, abandoned };
			signal?.addEventListener('abort', cancel, { once: true });
			this.queue.push(waiter);
			void this.pump();
		});
	}

	private remove(waiter: Waiter): void {
		const place = this.queue.indexOf(waiter);
		if (place >= 0) this.queue.splice(place, 1);
	}

	private slot(): Slot {
		const end = this.allowance.start();
		this.inFlight++;
		return {
			release: (budget, stop) => {
				this.inFlight--;
				end(budget, stop);
				void this.pump();
			},
		};
	}

	/** Nobody who can wait may start for so long: sends those to the service or away who can't, and those whom nobody awaits. */
	private settleImpatient(due: number): void {
		for (const { admit, leave, patience, abandoned } of [...this.queue]) {
			if (abandoned?.()) leave(new Abandoned());
			else if (due > patience && this.allowance.isLeft) admit();
			else if (due > patience) {
				this.reserve.turnAway(this.allowance.window, this.allowance.tenth);
				leave(new Busy(due));
			}
		}
	}

	private async pump(): Promise<void> {
		if (this.pumping) return;
		this.pumping = true;
		while (this.queue.length > 0) {
			const due = this.inFlight >= MOST_IN_FLIGHT ? Infinity : this.allowance.dueIn(this.reserve.left(this.allowance.window));
			if (due === Infinity) {
				void this.watch();
				break;
			}
			if (due > 0) {
				this.settleImpatient(due);
				await sleep(Math.min(due, SLICE));
				continue;
			}
			this.queue[0]?.admit();
		}
		this.pumping = false;
	}

	/** Goes on at the window's end when no reply did so before: those in flight may hang. */
	private async watch(): Promise<void> {
		if (this.watching) return;
		this.watching = true;
		while (this.queue.length > 0 && this.allowance.endsIn > 0) await sleep(SLICE);
		this.watching = false;
		void this.pump();
	}
}
