import { sleep } from 'n8n-workflow';

import type { Budget } from './rateLimit';
import { Abandoned, Canceled } from './wait';

/** Most requests under way at once for one key: more only costs the service and n8n sockets. */
export const MOST_IN_FLIGHT = 16;
/** How long to stay away when the service says stop and not for how long: its window (api.md section 8). */
const WINDOW = 60_000;
/** Longest sleep at a stretch, in ms: news about the budget is seen that soon. */
const SLICE = 250;
/** A service that told its budget once may leave it out now and then, as the web page of a proxy does. */
const MOST_SILENT = 3;
/** Headers are exact to a second: ends of a window this close together, in ms, are the same one. */
const SAME_WINDOW = 1_100;
/** A window that ends later than announced does so by a rounded-off second at most, in ms. */
const LATEST = 1_000;
/** Spread of the wake-ups after a window's end, as a share of the window and in ms at most. */
const JITTER = { share: 0.01, most: 250 };

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
	 * @param stop set when the service refused the request as one too many; `for`: how long it asks to stay away, in ms
	 */
	release: (budget?: Budget, stop?: { for: number | undefined }) => void;
}

/** Thrown to those who can't wait out a window: the editor's lists, a poll. `readyIn` is in ms. */
export class Busy extends Error {
	constructor(readonly readyIn: number) {
		super(`The requests of this minute are used up. Try again in ${Math.ceil(readyIn / 1000)} seconds`);
	}
}

/**
 * The request budget of one key, shared by all items and executions of this process, first come first served.
 * It is learned from the replies (api.md section 8), never configured: a window is spent at once, then the next is
 * awaited. After a wait one request goes ahead alone: its reply tells what the new window holds, also when other
 * processes use the same key.
 */
export class Pacer {
	private readonly queue: Waiter[] = [];
	private inFlight = 0;
	/** Those of them that count against the present window. */
	private inThisWindow = 0;
	/** Requests that the window still holds; undefined while not known. Infinity: no headers, so no pacing. */
	private remaining: number | undefined;
	/** Replies in a row that did not tell the budget, and how many of them mean that there is none. */
	private silent = 0;
	private mostSilent = 0;
	/** When the window ends, ms since epoch. Undefined: not known. */
	private windowEnds: number | undefined;
	/** When to go on, ms since epoch: the window's end or the moment the service named, with jitter. */
	private resumeAt = 0;
	/** The longest time to a window's end seen so far, in ms: how long the windows are. */
	private windowLength: number | undefined;
	/** Counts the windows: a reply to a request of an earlier one says nothing about this one. */
	private window = 0;
	/** How much later than announced the windows of this service really end, in ms; learned. */
	private lateness = 0;
	/** The single request that goes ahead in a new window is under way or about to start. */
	private justResumed = false;
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
		const readyIn = this.resumeAt - Date.now();
		if (readyIn > patience) throw new Busy(readyIn);
		return await new Promise<Slot>((resolve, reject) => {
			const leave = (reason: Error) => {
				const place = this.queue.indexOf(waiter);
				if (place >= 0) this.queue.splice(place, 1);
				signal?.removeEventListener('abort', cancel);
				reject(reason);
			};
			const cancel = () => leave(new Canceled());
			const admit = () => {
				signal?.removeEventListener('abort', cancel);
				resolve(this.slot());
			};
			const waiter: Waiter = { admit, leave, patience, abandoned };
			signal?.addEventListener('abort', cancel, { once: true });
			this.queue.push(waiter);
			void this.pump();
		});
	}

	/** Sends those away who will not wait so long, and those whom nobody waits for. */
	private dismiss(due: number): void {
		for (const { leave, patience, abandoned } of [...this.queue]) {
			if (abandoned?.()) leave(new Abandoned());
			else if (due > patience) leave(new Busy(due));
		}
	}

	private slot(): Slot {
		const { window } = this;
		return {
			release: (budget, stop) => {
				this.inFlight--;
				if (window === this.window) this.inThisWindow--;
				if (stop) this.pause(stop.for, budget ?? {}, window);
				else if (budget && window === this.window) {
					if (budget.remaining === undefined) this.noteSilence();
					else this.learn(budget.remaining, budget.resetIn);
				}
				void this.pump();
			},
		};
	}

	/** A reply that does not tell the budget. */
	private noteSilence(): void {
		this.justResumed = false;
		if (++this.silent > this.mostSilent) this.remaining ??= Infinity;
	}

	private learn(remaining: number, resetIn: number | undefined): void {
		this.justResumed = false;
		this.silent = 0;
		this.mostSilent = MOST_SILENT;
		if (resetIn === undefined) {
			this.remaining = remaining;
			this.windowEnds = undefined;
		} else {
			const ends = Date.now() + resetIn;
			this.windowLength = Math.max(this.windowLength ?? 0, resetIn);
			const tolerance = Math.min(SAME_WINDOW, this.windowLength / 2);
			const known = this.windowEnds;
			const sameWindow = known !== undefined && Math.abs(ends - known) < tolerance;
			// Replies overtake each other: within a window the lowest figure is the newest
			this.remaining = sameWindow ? Math.min(this.remaining ?? remaining, remaining) : remaining;
			this.windowEnds = sameWindow ? Math.max(known, ends) : ends;
		}
		if (this.remaining === 0) this.resumeAt = this.wakeUp((this.windowEnds ?? 0) - Date.now());
	}

	/** The service refused a request as one too many. Requests in flight may bring the same news: the latest counts. */
	private pause(asked: number | undefined, { resetIn }: Budget, window: number): void {
		const latest = Math.min(LATEST, (this.windowLength ?? WINDOW) / 10);
		if (window === this.window && this.justResumed && asked !== undefined && asked <= latest) {
			this.lateness = Math.min(latest, this.lateness + asked);
		}
		this.remaining = 0;
		this.windowEnds = undefined;
		this.resumeAt = Math.max(this.resumeAt, this.wakeUp(asked ?? resetIn ?? WINDOW));
	}

	/** @returns when to go on, `inMs` from now or a little later: several processes share a key and must not all wake at once */
	private wakeUp(inMs: number): number {
		const wait = Math.max(0, inMs);
		return Date.now() + wait + this.lateness + Math.random() * Math.min(wait * JITTER.share, JITTER.most);
	}

	/** @returns ms until the next request may start: 0 now, Infinity when a reply has to come first */
	private dueIn(): number {
		if (this.inFlight >= MOST_IN_FLIGHT) return Infinity;
		if (this.remaining === 0) {
			const left = this.resumeAt - Date.now();
			if (left > 0) return left;
			this.nextWindow();
			this.justResumed = true;
		}
		if (this.windowEnds !== undefined && Date.now() >= this.windowEnds) this.nextWindow();
		return this.inThisWindow < (this.remaining ?? 1) ? 0 : Infinity;
	}

	/** Nothing is known of it, and what is still in flight was counted in one before. */
	private nextWindow(): void {
		this.window++;
		this.inThisWindow = 0;
		this.remaining = undefined;
		this.windowEnds = undefined;
	}

	private async pump(): Promise<void> {
		if (this.pumping) return;
		this.pumping = true;
		while (this.queue.length > 0) {
			const due = this.dueIn();
			if (due === Infinity) {
				void this.watch();
				break;
			}
			if (due > 0) {
				this.dismiss(due);
				await sleep(Math.min(due, SLICE));
				continue;
			}
			this.inFlight++;
			this.inThisWindow++;
			this.queue.shift()?.admit();
		}
		this.pumping = false;
	}

	/** Goes on at the window's end when no reply did so before: those in flight may hang. */
	private async watch(): Promise<void> {
		if (this.watching) return;
		this.watching = true;
		while (this.queue.length > 0 && this.windowEnds !== undefined && Date.now() < this.windowEnds) {
			await sleep(SLICE);
		}
		this.watching = false;
		void this.pump();
	}
}
