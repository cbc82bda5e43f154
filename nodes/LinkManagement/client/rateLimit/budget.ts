import { CurrentWindow } from './currentWindow';
import { type Figures, type LimitReached, MAX_WINDOW } from './headers';

/** The wait after a refusal that does not say how long to wait, in ms: the window of api.md section 8. */
const DEFAULT_WINDOW = 60_000;
/** Longest wait that the figures of a good reply can cause, in ms: a window plus rounding. Only a refusal can make it longer. */
const MAX_UNCONFIRMED_WAIT = 65_000;
/** How long other requests wait for the reply to a request, in ms, because the reply may never come. */
const MAX_REPLY_TIME = 10_000;
/** Replies without figures that may come in a row, such as the web page of a proxy, before the limit counts as gone. */
const MAX_REPLIES_WITHOUT_FIGURES = 3;
/** Figures are exact to a second, so a window ends at most this much later than announced, in ms. */
const MAX_LATENESS = 1_000;
/** Random delay after the end of a window, so that processes do not all start at once: share of the wait, and ms. */
const JITTER = { share: 0.01, max: 250 };
/** Requests sent one at a time after a wait: the first shows what the window allows, the second whether others use it. */
const PROBES = 2;
/** Delay between the two, as a share of the window and in ms: others wake up a little later, and the second reply shows them. */
const PROBE_DELAY = { share: 0.02, max: 1_250 };

/** How long a slot stays reserved after the last urgent request, in ms: a poll may come every quarter of an hour. */
const MAX_RESERVATION = 20 * 60_000;

/** Others that use the key were not seen for more windows than this: they have ended. */
const MAX_WINDOWS_ALONE = 2;

/**
 * How a process behaves when other processes spend the same budget. It sends few requests at once, so that the
 * figures of the last reply still apply when the next request arrives, and every process gets its share.
 *
 * The constants come from simulations with windows of 30 requests that are nearly used up: with up to 3 processes the
 * service refuses none, with 5 processes 6 % of the requests, with 10 processes 18 %.
 */

const MAX_IN_FLIGHT_SHARE = 1 / 8;
/** Share of a window over which the requests are spread at least. */
const MIN_SPREAD = 1 / 4;
/** Requests that must remain, because others may be about to send theirs; at most this share of a window. */
const MIN_REMAINING = 3;
const MAX_REMAINING_SHARE = 1 / 10;

export const minRemaining = (limit: number): number =>
	Math.max(1, Math.min(MIN_REMAINING, limit * MAX_REMAINING_SHARE));

export const maxInFlight = (remaining: number): number =>
	Math.max(1, Math.floor(remaining * MAX_IN_FLIGHT_SHARE));

/** Between the starts of two requests, in ms like `length`. */
export const minInterval = (length: number, limit: number): number => (length * MIN_SPREAD) / limit;

/**
 * The requests that the service allows in each window, one window after the other. Everything is learned from the
 * replies (api.md section 8); nothing is configured. The states of a budget:
 *
 * | state     | known                         | requests that may start        | next state                                  |
 * |-----------|-------------------------------|--------------------------------|---------------------------------------------|
 * | unknown   | nothing of the current window | one, if none is in flight      | open or unlimited, as the reply says        |
 * | open      | what remains; mostly the end  | what remains; a few at a time  | waiting, when nothing remains or the        |
 * |           |                               | if other processes use the key | service refuses; unknown, when it is over   |
 * | unlimited | that replies have no figures  | all                            | open, when a reply has figures; waiting,    |
 * |           |                               |                                | when the service refuses                    |
 * | waiting   | when to resume                | none                           | unknown, with two probes left               |
 *
 * While probes are left, requests start one at a time in every state. Where a reply has to come first and none comes
 * for 10 seconds, the next request starts without it.
 */
export class Budget {
	window = new CurrentWindow(0);
	/** The last earlier window with figures. Its limit and length also apply to this one. */
	private previous = this.window;
	/** When a waiting budget resumes, by `performance.now()`; undefined in the other states. */
	private resumeAt: number | undefined;
	private probesLeft = 0;
	/** How often in a row the first request after a wait was refused, because the service asks for too short a wait. */
	private refusedProbes = 0;
	private lastStart = -Infinity;
	/** Until then, one request of each window is left for urgent ones: polls and dropdowns cannot wait for the next window. */
	private reservedUntil = -Infinity;
	/** Windows since the key was last seen to be used by others; Infinity if it never was. */
	private windowsAlone = Infinity;

	announcedLimit: number | undefined;
	private lateness = 0;
	private hasHadFigures = false;
	private repliesWithoutFigures = 0;

	/** In ms; 0 unless the budget is in the state "waiting". */
	get resumesIn(): number {
		return Math.max(0, (this.resumeAt ?? 0) - performance.now());
	}

	/** An estimate of the time until a request can start, in ms, if it is not known: until the end of the window. */
	get endsInAbout(): number {
		return this.window.endsIn > 0 ? this.window.endsIn : DEFAULT_WINDOW;
	}

	private get limit(): number {
		return (
			this.announcedLimit ?? Math.max(this.window.maxRemaining, this.previous.maxRemaining) + 1
		);
	}

	/** Length of the windows in ms, as far as known: the longest time to an end that was announced. 0 while unknown. */
	get length(): number {
		return Math.max(this.window.maxResetIn, this.previous.maxResetIn);
	}

	private get hasOthers(): boolean {
		return this.window.endsAt !== undefined && this.windowsAlone <= MAX_WINDOWS_ALONE;
	}

	private get isReplyOverdue(): boolean {
		return performance.now() - this.lastStart >= MAX_REPLY_TIME;
	}

	startRequest(isUrgent = false): CurrentWindow {
		this.window.addRequest();
		this.lastStart = performance.now();
		if (isUrgent) this.window.hasServedUrgent = true;
		if (isUrgent && this.isReserving) this.reserve();
		return this.window;
	}

	private get isReserving(): boolean {
		return performance.now() < this.reservedUntil;
	}

	private get reserved(): number {
		return this.isReserving && !this.window.hasServedUrgent ? 1 : 0;
	}

	/** To be called when an urgent request could not start in time. */
	reserve(): void {
		this.reservedUntil = performance.now() + MAX_RESERVATION;
	}

	endRequest(window: CurrentWindow, figures: Figures | undefined): void {
		window.inFlight--;
		if (!figures) return;
		const { limit, refusal, resetIn } = figures;
		if (limit !== undefined) this.learnLimit(limit);
		// A reply to a request of an earlier window says nothing about the requests that are left in the current one
		if (window === this.window) {
			if (refusal) this.learnFromRefusal(refusal);
			else this.learnFrom(figures);
		}
		if (refusal) this.waitAfterRefusal(refusal, resetIn);
	}

	/** @returns ms until the next request that can wait may start: 0 for now, Infinity when a reply has to come first */
	dueIn(): number {
		const now = performance.now();
		if (this.resumeAt !== undefined && this.resumeAt > now) return this.resumeAt - now;
		this.startNextWindowIfOver();
		const { remaining, inFlight, endsAt, endsIn } = this.window;
		if (remaining === undefined) return inFlight === 0 || this.isReplyOverdue ? 0 : Infinity;
		// A reserved request remains for other processes, too, as long as no urgent request needs it
		const forOthers = this.hasOthers ? minRemaining(this.limit) : 1;
		if (remaining - inFlight >= Math.max(this.reserved + 1, forOthers))
			return this.nextStartIn(remaining);
		const isEndKnown = endsAt !== undefined;
		if (inFlight > 0 && (isEndKnown || !this.isReplyOverdue)) return Infinity;
		this.resumeAt = this.resumeTime(Math.min(endsIn, MAX_UNCONFIRMED_WAIT));
		return Math.max(1, this.resumeAt - performance.now());
	}

	private nextStartIn(remaining: number): number {
		const { inFlight } = this.window;
		if (this.probesLeft > 0) {
			const delay = Math.min(this.length * PROBE_DELAY.share, PROBE_DELAY.max);
			return inFlight > 0 && !this.isReplyOverdue ? Infinity : this.untilSinceLastStart(delay);
		}
		if (!this.hasOthers) return 0;
		if (inFlight >= maxInFlight(remaining)) return Infinity;
		const interval = minInterval(this.window.maxResetIn, this.limit);
		return this.untilSinceLastStart(Math.min(interval, MAX_UNCONFIRMED_WAIT));
	}

	private untilSinceLastStart(ms: number): number {
		return Math.max(0, this.lastStart + ms - performance.now());
	}

	/** Figures for another limit are dropped: the service has changed it. */
	learnLimit(limit: number): void {
		if (limit === this.announcedLimit) return;
		this.announcedLimit = limit;
		this.window.forgetFigures();
		this.windowsAlone++;
	}

	private learnFrom({ remaining, resetIn }: Figures): void {
		if (this.probesLeft > 0) this.probesLeft--;
		this.refusedProbes = 0;
		if (remaining === undefined || remaining > (this.announcedLimit ?? Infinity)) {
			const max = this.hasHadFigures ? MAX_REPLIES_WITHOUT_FIGURES : 0;
			if (++this.repliesWithoutFigures > max) this.window.remaining ??= Infinity;
			return;
		}
		this.repliesWithoutFigures = 0;
		this.hasHadFigures = true;
		const { window } = this;
		const length = Math.max(this.length, resetIn ?? 0);
		const isNextWindow = window.learnFrom(remaining, resetIn, length);
		if (isNextWindow) this.windowsAlone++;
		if (window.hasOthers) this.windowsAlone = 0;
		if (window.remaining === 0)
			this.resumeAt = this.resumeTime(Math.min(window.endsIn, MAX_UNCONFIRMED_WAIT));
	}

	private get maxLateness(): number {
		return Math.min(MAX_LATENESS, (this.length || DEFAULT_WINDOW) / 10);
	}

	/** A refusal shows that a window ends later than announced, or that others use the key. */
	private learnFromRefusal({ retryAfter = Infinity }: LimitReached): void {
		const isFirstProbe = this.probesLeft === PROBES;
		if (isFirstProbe) this.refusedProbes++;
		if (isFirstProbe && retryAfter <= this.maxLateness)
			this.lateness = Math.min(this.maxLateness, this.lateness + retryAfter);
		else if (this.window.remaining !== 0) this.windowsAlone = 0;
	}

	/** Several requests in flight may be refused at the same time. The latest time to resume counts. */
	private waitAfterRefusal({ retryAfter }: LimitReached, resetIn: number | undefined): void {
		this.window.remaining = 0;
		this.window.endsAt = undefined;
		// "Retry at once" after a refusal only means that the service rounds its figures. If it goes on so, the wait doubles
		const asked = Math.min(retryAfter ?? resetIn ?? DEFAULT_WINDOW, MAX_WINDOW);
		const least = this.maxLateness * 2 ** Math.max(0, this.refusedProbes - 2);
		const wait = Math.max(asked, Math.min(least, this.length || DEFAULT_WINDOW));
		this.resumeAt = Math.max(this.resumeAt ?? 0, this.resumeTime(wait));
	}

	/** With a short random delay, because other processes wait as well. */
	private resumeTime(ms: number): number {
		const wait = Math.max(0, ms);
		const jitter = Math.random() * Math.min(wait * JITTER.share, JITTER.max);
		return performance.now() + wait + this.lateness + jitter;
	}

	private startNextWindowIfOver(): void {
		if (this.resumeAt !== undefined) {
			this.startNextWindow(this.resumeAt);
			this.probesLeft = PROBES;
		} else if (this.window.isOver) this.startNextWindow(performance.now());
	}

	/** @param endedAt when the window ended at the latest, by `performance.now()` */
	private startNextWindow(endedAt: number): void {
		const sinceEnd = performance.now() - (this.window.endsAt ?? endedAt);
		const windowsSinceEnd = Math.max(0, sinceEnd) / (this.length || DEFAULT_WINDOW);
		this.windowsAlone += 1 + windowsSinceEnd;
		if (this.window.maxRemaining > 0 || this.window.maxResetIn > 0) this.previous = this.window;
		this.window = new CurrentWindow(this.window.number + 1);
		this.resumeAt = undefined;
	}
}
