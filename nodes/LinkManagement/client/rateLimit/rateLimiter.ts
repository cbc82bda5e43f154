import { sleep } from 'n8n-workflow';

import { Abandoned, Canceled, RateLimitBusy } from '../../errors';
import type { LimitInfo } from './headers';
import { RateWindow } from './rateWindow';

/** Requests in flight at once for one key. More would only cost the service and n8n sockets. */
export const MAX_IN_FLIGHT = 16;
/** HTTP 503 so soon after a success, in ms, shows too many requests at once: it is what nginx answers to them. */
const CONGESTION = 5_000;
/** Successes in a row after which one more may be in flight again. */
const SUCCESSES = 10;
/** Shortest and longest time between two requests, in ms, while even one in flight at once is too much for the service. */
const PAUSE = { min: 100, max: 2_000 };
/** Longest sleep, in ms, after which Stop and other changes are noticed. */
const MAX_SLEEP = 250;
/** How much longer than `maxWait` an urgent request waits, in ms, for replies that are due. */
const MAX_OVERTIME = 3_000;
/** Requests of a window that are kept for urgent ones, at most, and how long after one was rejected, in ms. */
const RESERVATION = { max: 3, duration: 20 * 60_000 };

export interface WaitOptions {
	/** Longest acceptable wait for a new window, in ms. A request that sets it is urgent. Default: as long as it takes. */
	maxWait?: number;
	/** Called while the request waits. True when the request is no longer needed. */
	abandoned?: () => boolean;
}

export interface Slot {
	/** To be called once. Takes what the reply says of the limit, if there was one. */
	release: (info?: LimitInfo) => void;
}

/** Is told which requests wait for the end of a window. */
export interface WaitObserver {
	begin(request: object, window: RateWindow): void;
	end(request: object): void;
}

function throwIfNotNeeded(signal?: AbortSignal, abandoned?: () => boolean): void {
	if (signal?.aborted) throw new Canceled();
	if (abandoned?.()) throw new Abandoned();
}

/** Shares the requests of a key among all runs of this process: first come, first served, but urgent ones go first. */
export class RateLimiter {
	window = new RateWindow();
	/** The service's clock minus ours, in ms, by its last reply. */
	clockSkew = 0;
	/** When the last success came, by `performance.now()`, like all times here. */
	lastSuccess = -Infinity;
	private readonly queue: Array<{ isUrgent: boolean }> = [];
	private readonly sleepers: Array<(isLater: boolean) => void> = [];
	private inFlight = 0;
	private maxInFlight = MAX_IN_FLIGHT;
	/** Between the starts of two requests, in ms. */
	private pause = 0;
	private lastStart = -Infinity;
	private successesInRow = 0;
	/** Requests of each window that are kept for urgent ones, because so many were asked for when one was rejected. */
	private reserved = 0;
	private reservedUntil = -Infinity;
	private nextLookAt = Infinity;

	/** @throws {Abandoned} when the request is no longer needed; {RateLimitBusy} when it would take longer than `maxWait` */
	async acquire(
		signal: AbortSignal | undefined,
		{ maxWait = Infinity, abandoned }: WaitOptions = {},
		observer?: WaitObserver,
	): Promise<Slot> {
		const isUrgent = maxWait < Infinity;
		const deadline = performance.now() + maxWait;
		const request = { isUrgent };
		this.enqueue(request);
		// Not while a reply is taken in: its item is done in a moment, and the log counts it
		let countsWait = true;
		try {
			for (;;) {
				throwIfNotNeeded(signal, abandoned);
				const startsAt = this.startsAt(isUrgent);
				if (startsAt <= performance.now() && this.queue[0] === request) return this.start(isUrgent);
				if (isUrgent) this.rejectIfLate(startsAt, deadline);
				if (countsWait && startsAt === this.window.endsAt) observer?.begin(request, this.window);
				void this.lookAgainAt(startsAt);
				countsWait = await new Promise<boolean>((wake) => this.sleepers.push(wake));
			}
		} finally {
			observer?.end(request);
			this.queue.splice(this.queue.indexOf(request), 1);
			this.lookAgain();
		}
	}

	private enqueue(request: { isUrgent: boolean }): void {
		const firstOrdinary = request.isUrgent ? this.queue.findIndex((one) => !one.isUrgent) : -1;
		this.queue.splice(firstOrdinary < 0 ? this.queue.length : firstOrdinary, 0, request);
	}

	/** @returns when a request may start; Infinity while too many are in flight, or when a reply has to come first */
	private startsAt(isUrgent: boolean): number {
		if (performance.now() >= (this.window.endsAt ?? Infinity))
			this.window = new RateWindow(this.window);
		if (this.inFlight >= this.maxInFlight) return Infinity;
		const isReserved = performance.now() < this.reservedUntil;
		const reserved = isReserved ? this.reserved - this.window.urgentRequests : 0;
		return Math.max(this.window.startsAt(isUrgent, reserved), this.lastStart + this.pause);
	}

	private rejectIfLate(startsAt: number, deadline: number): void {
		const now = performance.now();
		if ((startsAt === Infinity ? now - MAX_OVERTIME : startsAt) <= deadline) return;
		this.reserved = Math.min(++this.window.urgentRequests, RESERVATION.max);
		this.reservedUntil = now + RESERVATION.duration;
		throw new RateLimitBusy(this.window.endsIn);
	}

	private start(isUrgent: boolean): Slot {
		const { window } = this;
		window.startRequest();
		this.lastStart = performance.now();
		if (isUrgent) window.urgentRequests++;
		this.inFlight++;
		return {
			release: (info) => {
				if (info) this.learnFrom(info);
				this.inFlight--;
				window.endRequest(info);
				this.lookAgain();
			},
		};
	}

	/** A service that answers 503 to a part of the requests gets too many at once. One that serves nothing is down, without a pause. */
	private learnFrom({ outcome, clockSkew }: LimitInfo): void {
		const now = performance.now();
		this.clockSkew = clockSkew ?? this.clockSkew;
		this.successesInRow = outcome === 'success' ? this.successesInRow + 1 : 0;
		if (outcome === 'success') {
			this.lastSuccess = now;
			if (this.successesInRow % SUCCESSES > 0) return;
			if (this.pause === 0) this.maxInFlight = Math.min(MAX_IN_FLIGHT, this.maxInFlight + 1);
			this.pause = this.pause > PAUSE.min ? this.pause / 2 : 0;
		} else if (now - this.lastSuccess >= CONGESTION) {
			this.pause = 0;
		} else if (outcome === 'unavailable') {
			if (this.maxInFlight === 1 && this.inFlight === 1)
				this.pause = Math.min(Math.max(2 * this.pause, PAUSE.min), PAUSE.max);
			this.maxInFlight = Math.max(1, Math.floor(Math.min(this.maxInFlight, this.inFlight) / 2));
		}
	}

	private lookAgain(isLater = false): void {
		for (const wake of this.sleepers.splice(0)) wake(isLater);
	}

	/** @param startsAt a request that could start now waits for those before it, which wake it */
	private async lookAgainAt(startsAt: number): Promise<void> {
		const now = performance.now();
		const at = Math.min(startsAt > now ? startsAt : Infinity, now + MAX_SLEEP);
		if (at >= this.nextLookAt) return;
		this.nextLookAt = at;
		await sleep(at - now);
		if (this.nextLookAt === at) this.nextLookAt = Infinity;
		this.lookAgain(true);
	}
}
