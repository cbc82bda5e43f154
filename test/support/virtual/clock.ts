/** A virtual clock that jumps to the next timer, so that a day passes in seconds. `Date` and all timers use it. */
import { jest } from '@jest/globals';

import { seededRandom } from '../seededRandom';

/** These stay real, because the code under test does not wait with them. */
const REAL = [
	'setImmediate',
	'clearImmediate',
	'nextTick',
	'queueMicrotask',
	'performance',
	'hrtime',
] as const;

const chance = Math.random;

/** Stops the clock at a moment, in ms since the epoch, and makes `Math.random` repeatable. */
export function startClock(now: number): void {
	jest.useFakeTimers({ now, doNotFake: [...REAL] });
	const atOnce = setTimeout;
	// as in Node.js, at least 1 ms; otherwise a sleep of less than that would never end
	globalThis.setTimeout = ((work: () => void, ms = 0) =>
		atOnce(work, Math.max(1, ms))) as typeof setTimeout;
	Math.random = seededRandom(1);
}

export function stopClock(): void {
	Math.random = chance;
	jest.useRealTimers();
}

/** Timers that have yet to fire. */
export const timersLeft = (): number => jest.getTimerCount();

/** Advances the clock until the work has ended. */
export async function passing<T>(work: Promise<T>): Promise<T> {
	let ended = false;
	const end = () => void (ended = true);
	work.then(end, end);
	for (;;) {
		// everything that does not wait for a timer
		await new Promise((resolve) => setImmediate(resolve));
		if (ended) return await work;
		if (timersLeft() === 0) throw new Error('It waits for something that will never happen');
		jest.advanceTimersToNextTimer();
	}
}
