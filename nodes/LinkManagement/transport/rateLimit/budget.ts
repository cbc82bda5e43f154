import { Contention } from './contention';
import { CurrentWindow } from './currentWindow';
import type { RateLimitHeaders } from './headers';
import { maxInFlight, minInterval, minRemaining } from './sharing';

/** How long to wait, in ms, when the service refuses a request and does not say for how long: its window (api.md section 8). */
const DEFAULT_WINDOW = 60_000;
/** A service that sends figures may leave them out now and then: the web page of a proxy has none. */
const MAX_REPLIES_WITHOUT_FIGURES = 3;
/** Figures are exact to a second, so a window ends at most this much later than announced, in ms. */
const MAX_LATENESS = 1_000;
/** Random delay after the end of a window, so that processes do not all start at once: share of the wait, and ms. */
const JITTER = { share: 0.01, max: 250 };
/** Requests that go one at a time after a wait: the first shows what the window allows, the second who else spends it. */
const PROBES = 2;
/**
 * Delay between the two: share of the window's length, and ms. Processes that woke up a little later, because of the
 * jitter, send their first request meanwhile, and the second reply shows it.
 */
const PROBE_DELAY = { share: 0.02, max: 1_250 };

/** The service refused a request because the limit was reached. */
export interface LimitReached {
	/** How long the service asks to wait, in ms; undefined when it does not say. */
	retryAfter: number | undefined;
}

/** Call it once when a request has ended, with what its reply says; without figures when there was no reply. */
export type EndRequest = (figures?: RateLimitHeaders, refusal?: LimitReached) => void;

/**
 * The requests that the service allows in each window, one window after the other. Everything is learned from the
 * replies (api.md section 8); nothing is configured. The states of a budget:
 *
 * | state     | known                           | requests that may start          | next state                               |
 * |-----------|---------------------------------|----------------------------------|------------------------------------------|
 * | unknown   | nothing of the current window   | one, if none is in flight        | open or unlimited, as the reply says     |
 * | open      | what remains; mostly the end    | what remains; a few at a time    | waiting, when nothing remains or the     |
 * |           |                                 | if other processes use the key   | service refuses; unknown at the end      |
 * | unlimited | that replies have no figures    | all                              | open, when a reply has figures; waiting, |
 * |           |                                 |                                  | when the service refuses                 |
 * | waiting   | when to resume                  | none                             | unknown, with two probes left            |
 *
 * While probes are left, requests start one at a time in every state.
 */
export class Budget {
	private window = new CurrentWindow(0);
	/** When a waiting budget resumes, ms since epoch; undefined in the other states. */
	private resumeAt: number | undefined;
	private probesLeft = 0;
	private lastStart = 0;
	private readonly contention = new Contention();

	/** Requests per window, as far as known. */
	private limit = 1;
	/** Length of the windows in ms: the longest time to an end that a reply announced. */
	private length: number | undefined;
	/** How much later than announced the windows really end, in ms. */
	private lateness = 0;
	/** Replies in a row without figures, and how many of them are put up with. */
	private repliesWithoutFigures = 0;
	private maxRepliesWithoutFigures = 0;

	get windowNumber(): number {
		return this.window.number;
	}

	/** Slots of a window that may be reserved: one in ten. */
	get maxReserved(): number {
		return Math.ceil(this.limit / 10);
	}

	/** Time to the end of the current window, in ms; 0 while unknown. */
	get windowEndsIn(): number {
		return this.window.endsIn;
	}

	/** Whether the current window is known to allow another request. */
	get hasRequestsLeft(): boolean {
		return this.window.hasRequestsLeft;
	}

	/** Counts a request that starts now. */
	startRequest(): EndRequest {
		const { window } = this;
		window.inFlight++;
		this.lastStart = Date.now();
		this.contention.countRequest();
		return (figures, refusal) => {
			window.inFlight--;
			if (refusal) this.waitAfterRefusal(refusal, figures?.resetIn, window);
			// A reply to a request of an earlier window says nothing about the current one.
			else if (figures && window === this.window) this.learnFrom(figures);
		};
	}

	/**
	 * @param reserved slots of the window that this request must leave
	 * @returns ms until the next request may start: 0 for now, Infinity when a reply has to come first
	 */
	dueIn(reserved: number): number {
		const now = Date.now();
		if (this.resumeAt !== undefined && this.resumeAt > now) return this.resumeAt - now;
		this.startNextWindowIfOver();
		const { remaining, inFlight } = this.window;
		if (remaining === undefined) return inFlight === 0 ? 0 : Infinity;
		const free = remaining - inFlight - reserved;
		if (free >= (this.isShared ? minRemaining(this.contention.processes) : 1))
			return this.nextStartIn(remaining);
		if (inFlight > 0) return Infinity;
		this.resumeAt = this.resumeTime(this.windowEndsIn);
		return Math.max(1, this.resumeAt - Date.now());
	}

	private get isShared(): boolean {
		return this.window.endsAt !== undefined && this.contention.processes > 1;
	}

	/** @returns ms until the next request may start in a window that allows one */
	private nextStartIn(remaining: number): number {
		const { inFlight } = this.window;
		const length = this.length ?? 0;
		if (this.probesLeft > 0) {
			const delay = Math.min(length * PROBE_DELAY.share, PROBE_DELAY.max);
			return inFlight > 0 ? Infinity : this.untilSinceLastStart(delay);
		}
		if (!this.isShared) return 0;
		if (inFlight >= maxInFlight(remaining)) return Infinity;
		return this.untilSinceLastStart(minInterval(length, this.limit));
	}

	/** @returns ms until the last request started `ms` ago */
	private untilSinceLastStart(ms: number): number {
		return Math.max(0, this.lastStart + ms - Date.now());
	}

	private learnFrom({ limit, remaining, resetIn }: RateLimitHeaders): void {
		if (this.probesLeft > 0) this.probesLeft--;
		if (remaining === undefined) {
			this.countReplyWithoutFigures();
			return;
		}
		this.repliesWithoutFigures = 0;
		this.maxRepliesWithoutFigures = MAX_REPLIES_WITHOUT_FIGURES;
		this.limit = limit || Math.max(this.limit, remaining + 1);
		if (resetIn !== undefined) this.length = Math.max(this.length ?? 0, resetIn);
		const { window } = this;
		window.learnFrom(remaining, resetIn, this.length ?? 0);
		this.contention.learnRemaining(window.remaining ?? remaining);
		if (window.remaining === 0) this.resumeAt = this.resumeTime(this.windowEndsIn);
	}

	private countReplyWithoutFigures(): void {
		this.repliesWithoutFigures++;
		if (this.repliesWithoutFigures > this.maxRepliesWithoutFigures)
			this.window.remaining ??= Infinity;
	}

	/** Several requests in flight may be refused at once: the latest time to resume counts. */
	private waitAfterRefusal(
		{ retryAfter }: LimitReached,
		resetIn: number | undefined,
		window: CurrentWindow,
	): void {
		const maxLateness = Math.min(MAX_LATENESS, (this.length ?? DEFAULT_WINDOW) / 10);
		const isFirstProbe = this.probesLeft === PROBES;
		if (window !== this.window) {
			// The refusal tells nothing about how the current window is spent.
		} else if (isFirstProbe && retryAfter !== undefined && retryAfter <= maxLateness) {
			this.lateness = Math.min(maxLateness, this.lateness + retryAfter);
		} else if (this.window.remaining !== 0) {
			this.contention.countUnexpectedRefusal();
		}
		this.window.remaining = 0;
		this.window.endsAt = undefined;
		// "Retry at once" after a refusal only means that the service rounds its figures.
		const wait = Math.max(retryAfter ?? resetIn ?? DEFAULT_WINDOW, maxLateness);
		this.resumeAt = Math.max(this.resumeAt ?? 0, this.resumeTime(wait));
	}

	/** @returns when to resume, ms since epoch: after `ms`, or a little later by chance, as other processes wait as well */
	private resumeTime(ms: number): number {
		const wait = Math.max(0, ms);
		const jitter = Math.random() * Math.min(wait * JITTER.share, JITTER.max);
		return Date.now() + wait + this.lateness + jitter;
	}

	private startNextWindowIfOver(): void {
		if (this.resumeAt !== undefined) {
			this.startNextWindow(this.resumeAt);
			this.probesLeft = PROBES;
		} else if (this.window.isOver) this.startNextWindow(Date.now());
	}

	/** @param endedAt when the window ended at the latest, ms since epoch */
	private startNextWindow(endedAt: number): void {
		const sinceEnd = Date.now() - (this.window.endsAt ?? endedAt);
		const windowsSinceEnd = Math.max(0, sinceEnd) / (this.length ?? DEFAULT_WINDOW);
		this.contention.startNextWindow(1 + windowsSinceEnd);
		this.window = new CurrentWindow(this.window.number + 1);
		this.resumeAt = undefined;
	}
}
