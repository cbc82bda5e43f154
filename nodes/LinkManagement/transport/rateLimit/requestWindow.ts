import { Contention } from './contention';
import type { RateLimitHeaders } from './headers';

/** How long to stay away when the service says stop and not for how long: its window (api.md section 8). */
const WINDOW = 60_000;
/** A service that told its budget once may leave it out now and then, as the web page of a proxy does. */
const MAX_SILENT_REPLIES = 3;
/** Headers are exact to a second: ends of a window this close together, in ms, are the same one. */
const SAME_WINDOW = 1_100;
/** A window that ends later than announced does so by a rounded-off second at most, in ms. */
const MAX_LATENESS = 1_000;
/** Spread of the wake-ups after a window's end, as a share of the window and in ms at most. */
const JITTER = { share: 0.01, most: 250 };
/** After a wait, how long the second request leaves those who wake a little later a chance to be seen: as with the jitter. */
const PROBE_DELAY = { share: 0.02, most: 1_250 };
/**
 * With others on the key: an eighth of what is left at once, the whole limit in a quarter of the window, and nothing
 * more when three in four of the others would find nothing. Simulated, with windows nearly full: up to 5 processes have 0 to
 * 5 % of their requests refused, 10 have up to 10 %.
 */
const SHARED_KEY = { width: 1 / 8, time: 1 / 4, rest: 3 / 4 };

/** The service refused a request as one too many; `for`: how long it asks to stay away, in ms. */
export interface LimitReached {
	for: number | undefined;
}

/**
 * What is known of the present window of a key's budget: learned from the replies (api.md section 8), never
 * configured. Alone, it is spent at once. With other processes on the same key, each takes small steps, so that what
 * the replies tell is still true when the next request arrives, and all get their share.
 */
export class RequestWindow {
	/** Requests under way that count against the present window. */
	private inFlight = 0;
	/** Requests that the window still holds; undefined while not known. Infinity: no headers, so no pacing. */
	private remaining: number | undefined;
	/** Replies in a row that did not tell the budget, and how many of them mean that there is none. */
	private silentReplies = 0;
	private maxSilentReplies = 0;
	/** Requests per window, as far as known. */
	private limit = 1;
	/** When the window ends, ms since epoch. Undefined: not known. */
	private ends: number | undefined;
	/** When to go on, ms since epoch: the window's end or the moment the service named, with jitter. Set once it is spent. */
	private resumeAt: number | undefined;
	/** The longest time to a window's end seen so far, in ms: how long the windows are. */
	private length: number | undefined;
	/** Counts the windows: a reply to a request of an earlier one says nothing about this one. */
	private current = 0;
	/** How much later than announced the windows of this service really end, in ms; learned. */
	private lateness = 0;
	/** Requests that go one by one after a wait: the first tells what the window holds, the second whether others spend it. */
	private probesLeft = 0;
	private lastStart = 0;
	private readonly contention = new Contention();

	/** Number of the present window. */
	get window(): number {
		return this.current;
	}

	/** One place in ten: as many as may be kept for those who can't wait. */
	get tenth(): number {
		return Math.ceil(this.limit / 10);
	}

	/** When the present window ends, as far as known: nothing is due later than that. */
	get endsIn(): number {
		return this.ends === undefined ? 0 : this.ends - Date.now();
	}

	/** Whether the window holds a request at all. */
	get isLeft(): boolean {
		return this.remaining !== undefined && this.inFlight < this.remaining;
	}

	/** A request starts. @returns what to call once with what its reply said; no budget: there was no reply */
	start(): (budget?: RateLimitHeaders, stop?: LimitReached) => void {
		const window = this.current;
		this.inFlight++;
		this.lastStart = Date.now();
		this.contention.noteRequest();
		return (budget, stop) => {
			if (window === this.current) this.inFlight--;
			if (stop) this.pause(stop.for, budget ?? {}, window);
			else if (budget && window === this.current) this.learnFrom(budget);
		};
	}

	/**
	 * @param kept places of the window that are not to be taken
	 * @returns ms until the next request may start: 0 now, Infinity when a reply has to come first
	 */
	dueIn(kept: number): number {
		if (this.resumeAt !== undefined && this.resumeAt > Date.now())
			return this.resumeAt - Date.now();
		this.startNextWindowIfOver();
		if (this.remaining === undefined) return this.inFlight === 0 ? 0 : Infinity;
		const free = this.remaining - this.inFlight - kept;
		if (free >= this.minLeft) return this.nextStep(this.remaining);
		if (this.inFlight > 0) return Infinity;
		this.resumeAt = this.wakeUp(this.endsIn);
		return Math.max(1, this.resumeAt - Date.now());
	}

	/** To the next window if this one is over. */
	private startNextWindowIfOver(): void {
		if (this.resumeAt !== undefined) {
			this.nextWindow();
			this.probesLeft = 2;
		} else if (this.ends !== undefined && Date.now() >= this.ends) this.nextWindow();
	}

	private get isShared(): boolean {
		return this.ends !== undefined && this.contention.processes > 1;
	}

	/** So many must be left: fewer are on their way to others, for all that the last reply could tell. */
	private get minLeft(): number {
		return this.isShared ? Math.max(1, this.contention.processes * SHARED_KEY.rest) : 1;
	}

	/** @returns ms until the next of `remaining` requests, of which one is free at least */
	private nextStep(remaining: number): number {
		if (this.probesLeft > 0)
			return this.inFlight > 0
				? Infinity
				: this.untilShareOfWindowPassed(PROBE_DELAY.share, PROBE_DELAY.most);
		if (!this.isShared) return 0;
		const width = Math.max(1, Math.floor(remaining * SHARED_KEY.width));
		return this.inFlight < width
			? this.untilShareOfWindowPassed(SHARED_KEY.time / this.limit)
			: Infinity;
	}

	/** @returns ms until so large a share of a window has passed since the last request started */
	private untilShareOfWindowPassed(share: number, most = Infinity): number {
		return Math.max(0, this.lastStart + Math.min((this.length ?? 0) * share, most) - Date.now());
	}

	private learnFrom({ limit, remaining, resetIn }: RateLimitHeaders): void {
		if (this.probesLeft > 0) this.probesLeft--;
		if (remaining === undefined) {
			if (++this.silentReplies > this.maxSilentReplies) this.remaining ??= Infinity;
			return;
		}
		this.silentReplies = 0;
		this.maxSilentReplies = MAX_SILENT_REPLIES;
		this.limit = limit || Math.max(this.limit, remaining + 1);
		this.remaining = this.noteWindowEnd(remaining, resetIn);
		this.contention.noteRemaining(this.remaining);
		if (this.remaining === 0) this.resumeAt = this.wakeUp(this.endsIn);
	}

	/** Notes when the window ends. @returns what it still holds */
	private noteWindowEnd(remaining: number, resetIn: number | undefined): number {
		const known = this.ends;
		if (resetIn === undefined) {
			this.ends = undefined;
			return remaining;
		}
		const ends = Date.now() + resetIn;
		this.length = Math.max(this.length ?? 0, resetIn);
		if (known === undefined || Math.abs(ends - known) >= Math.min(SAME_WINDOW, this.length / 2)) {
			this.ends = ends;
			return remaining;
		}
		this.ends = Math.max(known, ends);
		// Replies overtake each other: within a window the lowest figure is the newest
		return Math.min(this.remaining ?? remaining, remaining);
	}

	/** The service refused a request as one too many. Requests in flight may bring the same news: the latest counts. */
	private pause(asked: number | undefined, { resetIn }: RateLimitHeaders, window: number): void {
		const latest = Math.min(MAX_LATENESS, (this.length ?? WINDOW) / 10);
		const isLate = this.probesLeft === 2 && asked !== undefined && asked <= latest;
		if (window === this.current) {
			if (isLate) this.lateness = Math.min(latest, this.lateness + asked);
			else if (this.remaining !== 0) this.contention.noteUnexpectedRefusal();
		}
		this.remaining = 0;
		this.ends = undefined;
		// Told to go on at once after a refusal: what the service tells is not exact to more than that
		const away = Math.max(asked ?? resetIn ?? WINDOW, latest);
		this.resumeAt = Math.max(this.resumeAt ?? 0, this.wakeUp(away));
	}

	/** @returns when to go on, `inMs` from now or a little later: several processes share a key and must not all wake at once */
	private wakeUp(inMs: number): number {
		const wait = Math.max(0, inMs);
		return (
			Date.now() + wait + this.lateness + Math.random() * Math.min(wait * JITTER.share, JITTER.most)
		);
	}

	/** Nothing is known of it, and what is still in flight was counted in one before. */
	private nextWindow(): void {
		const since = Date.now() - (this.ends ?? this.resumeAt ?? 0);
		this.contention.nextWindow(1 + Math.max(0, since) / (this.length ?? WINDOW));
		this.current++;
		this.inFlight = 0;
		this.remaining = undefined;
		this.ends = undefined;
		this.resumeAt = undefined;
	}
}
