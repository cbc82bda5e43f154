import { type LimitInfo, MAX_WINDOW } from './headers';

/** The wait after a refusal that does not say how long to wait, in ms: the window of api.md section 8. */
const DEFAULT_WINDOW = 60_000;
/** The latest end that a good reply can announce, in ms from now: a minute plus rounding. Only a refusal can announce a later one. */
const MAX_UNCONFIRMED = 65_000;
/** How long other requests wait for the reply to a request, in ms, because the reply may never come. */
const MAX_REPLY_TIME = 10_000;
/** Shortest wait after a refusal, in ms, because services round. From the third window in a row that serves nothing, it doubles. */
const MIN_WAIT = 1_000;
/** Random delay after the end of a window, so that processes do not all start at once: share of the wait, and ms. */
const JITTER = { share: 0.01, max: 250 };

/** Requests in flight, as a share of those that remain: fewer while others use the key, who may send theirs meanwhile. */
const IN_FLIGHT_SHARE = { alone: 1 / 2, shared: 1 / 8 };
/** Time between the first two requests after a wait: share of a window, and ms. Others wake up a little later, and the second reply shows them. */
const PROBE_DELAY = { share: 0.02, max: 1_250 };
/** Share of the window over which a process spreads its requests while others use the key, so that each gets its share. */
const SPREAD = 1 / 4;
/** Most requests that are left to others at the end of a window, because theirs may be on the way. */
const MAX_LEFT = 4;

/** The requests that the service allows until a certain time. All of it is learned from the replies; nothing is configured. */
export class RateWindow {
	limit: number | undefined;
	/** By `performance.now()`; undefined while unknown. A spent window of unknown end ends with its last reply: one request finds out. */
	endsAt: number | undefined;
	/** How many polls and dropdowns asked for a request. */
	urgentRequests = 0;
	private inFlight = 0;
	private lastStart = -Infinity;
	/** Undefined until a reply shows it; Infinity when the service announces no limit. */
	private remaining: number | undefined;
	/** What remained by the first reply, and the requests of this process since then. */
	private first: { remaining: number; sent: number } | undefined;
	/** The longest time to the end that was announced, in ms; 0 while unknown. */
	private longest = 0;
	/** Replies that were no refusals. */
	private served = 0;
	/** Windows before this one that served nothing, in a row. */
	private readonly unserved: number;
	private readonly lengthBefore: number;
	private readonly wasShared: boolean;
	private readonly isFirst: boolean;
	private readonly jitter = Math.random();

	constructor(before?: RateWindow) {
		this.isFirst = before === undefined;
		this.limit = before?.limit;
		this.lengthBefore = before?.longest || before?.lengthBefore || 0;
		this.wasShared = before !== undefined && before.requestsOfAll > 1;
		this.unserved = before === undefined || before.served > 0 ? 0 : before.unserved + 1;
	}

	/** In ms; 0 while unknown. */
	get length(): number {
		return Math.max(this.longest, this.lengthBefore);
	}

	/** In ms; an estimate while it is unknown. */
	get endsIn(): number {
		return this.endsAt === undefined ? DEFAULT_WINDOW : this.endsAt - performance.now();
	}

	/**
	 * While nothing is known, one request is in flight: it shows what the window allows.
	 *
	 * @param reserved requests that are left for urgent ones
	 * @returns when a request may start, by `performance.now()`; Infinity when a reply has to come first
	 */
	startsAt(isUrgent: boolean, reserved: number): number {
		const { remaining, inFlight, lastStart } = this;
		const now = performance.now();
		const isReplyDue = inFlight > 0 && now < lastStart + MAX_REPLY_TIME;
		if (remaining === undefined) return isReplyDue ? Infinity : now;
		// As many as others send before this process can send its next one
		const ofOthers = Math.min(Math.round(this.requestsOfAll) - 1, MAX_LEFT);
		const left = isUrgent ? 0 : Math.max(0, reserved, ofOthers);
		if (remaining - inFlight <= left) {
			if (isReplyDue) return Infinity;
			return (this.endsAt ??= now);
		}
		return isUrgent ? now : Math.max(now, this.nextStart(remaining, isReplyDue));
	}

	/** When the next request is due at the earliest; Infinity when a reply has to come first. */
	private nextStart(remaining: number, isReplyDue: boolean): number {
		if (this.served === 1 && !this.isFirst) {
			const length = this.lengthBefore || DEFAULT_WINDOW;
			const delay = Math.min(length * PROBE_DELAY.share, PROBE_DELAY.max);
			return isReplyDue ? Infinity : this.lastStart + delay;
		}
		const isShared = this.wasShared || this.requestsOfAll > 1;
		const share = isShared ? IN_FLIGHT_SHARE.shared : IN_FLIGHT_SHARE.alone;
		if (this.inFlight >= Math.max(1, Math.floor(remaining * share))) return Infinity;
		if (!isShared) return -Infinity;
		return this.lastStart + (this.longest * SPREAD) / (this.limit ?? remaining);
	}

	/** Requests of all processes for each request of this one, as far as replies show it: at most 1 without others. */
	private get requestsOfAll(): number {
		const { first, remaining = 0 } = this;
		return first ? (first.remaining - remaining) / Math.max(1, first.sent) : 1;
	}

	startRequest(): void {
		this.inFlight++;
		this.lastStart = performance.now();
		if (this.first) this.first.sent++;
	}

	endRequest(info: LimitInfo | undefined): void {
		this.inFlight--;
		if (!info) return;
		this.limit = info.limit ?? this.limit;
		if (info.refusal) this.close(info.refusal.retryAfter ?? info.resetIn);
		// Replies overtake each other. When a window is spent, they show nothing more
		else if (this.remaining !== 0) this.learnFrom(info);
		if (this.remaining === 0 && this.inFlight === 0) this.endsAt ??= performance.now();
	}

	private learnFrom({ remaining = Infinity, resetIn = 0 }: LimitInfo): void {
		this.served++;
		const endsAt = this.after(Math.min(resetIn, MAX_UNCONFIRMED));
		// An end that is much later is that of the next window
		if (endsAt - (this.endsAt ?? endsAt) > this.length / 2) {
			this.remaining = undefined;
			this.first = undefined;
		}
		if (resetIn > 0) this.endsAt = Math.max(this.endsAt ?? 0, endsAt);
		this.longest = Math.max(this.longest, resetIn);
		if (remaining < Infinity) this.first ??= { remaining, sent: this.inFlight };
		this.remaining = Math.min(this.remaining ?? Infinity, remaining);
	}

	/** @param asked how long the service asks to wait, in ms */
	private close(asked = DEFAULT_WINDOW): void {
		const longer = 2 ** Math.max(0, this.unserved - 1);
		const least = Math.min(MIN_WAIT * longer, this.length || DEFAULT_WINDOW);
		this.remaining = 0;
		this.endsAt = this.after(Math.max(Math.min(asked, MAX_WINDOW), least));
	}

	private after(ms: number): number {
		return performance.now() + ms + this.jitter * Math.min(ms * JITTER.share, JITTER.max);
	}
}
