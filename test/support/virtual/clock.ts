/** A clock that jumps to the next timer, so that a day passes in seconds. `Date` and all timers of the code under test go by it. */
import { jest } from '@jest/globals';

import { seededRandom } from '../seededRandom';

/** What the work itself does not wait for by the clock goes on in real time. */
const REAL = [
	'setImmediate',
	'clearImmediate',
	'nextTick',
	'queueMicrotask',
	'performance',
	'hrtime',
] as const;

const chance = Math.random;

/** Stops the time at a moment, ms since epoch, and makes chance repeatable. */
export function startClock(now: number): void {
	jest.useFakeTimers({ now, doNotFake: [...REAL] });
	const atOnce = setTimeout;
	// as Node.js has it; otherwise whoever sleeps for the rest of a millisecond would sleep for ever
	globalThis.setTimeout = ((work: () => void, ms = 0) =>
		atOnce(work, Math.max(1, ms))) as typeof setTimeout;
	Math.random = seededRandom(1);
}

/** Lets the signals of `AbortSignal.timeout` go by the clock, too, until it stops. */
export function timeOutByClock(): void {
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const controller = new AbortController();
		setTimeout(() => controller.abort(), ms);
		return controller.signal;
	});
}

export function stopClock(): void {
	jest.restoreAllMocks();
	Math.random = chance;
	jest.useRealTimers();
}

/** Timers that have yet to fire. */
export const timersLeft = (): number => jest.getTimerCount();

/** Lets the time pass until the work has ended. */
export async function passing<T>(work: Promise<T>): Promise<T> {
	let ended = false;
	const end = () => void (ended = true);
	work.then(end, end);
	for (;;) {
		// all that goes on without the clock
		await new Promise((resolve) => setImmediate(resolve));
		if (ended) return await work;
		if (timersLeft() === 0) throw new Error('It waits for something that will never happen');
		jest.advanceTimersToNextTimer();
	}
}
