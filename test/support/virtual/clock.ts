/** A clock that jumps to the next timer, so that a day takes seconds. `Date` and all timers of the tested code go by it. */
import { afterEach, beforeEach, jest } from '@jest/globals';

import { seededRandom } from '../seededRandom';

/** Work that does not wait for the clock goes on in real time. */
const NOT_FAKED = [
	'setImmediate',
	'clearImmediate',
	'nextTick',
	'queueMicrotask',
	'hrtime',
] as const;

const realRandom = Math.random;
const realChannel = MessageChannel;

/** Delivers a message by the clock: a run that yields with one would otherwise go on in real time. */
class TimedChannel {
	private listener = (): void => {};
	readonly port1 = {
		once: (_: 'message', listener: () => void) => void (this.listener = listener),
		close: () => {},
	};
	readonly port2 = { postMessage: () => void setTimeout(() => this.listener(), 0) };
}

/** jest gives tests this global as a property that can only be defined again. */
const useChannel = (value: unknown): void =>
	void Object.defineProperty(globalThis, 'MessageChannel', { value, configurable: true });

/** Stops the time at `now`, ms since epoch, and makes `Math.random` repeatable. */
function startClock(now: number): void {
	jest.useFakeTimers({ now, doNotFake: [...NOT_FAKED] });
	const fakeTimeout = setTimeout;
	// Node.js waits for 1 ms at least. Without that, code that sleeps for a fraction of a millisecond would never end.
	globalThis.setTimeout = ((work: () => void, ms = 0) =>
		fakeTimeout(work, Math.max(1, ms))) as typeof setTimeout;
	useChannel(TimedChannel);
	Math.random = seededRandom(1);
}

/**
 * Lets the signals of `AbortSignal.timeout` go by the clock, too, until it stops. Without it, a request that never ends is tried
 * again five minutes after its test.
 */
export function timeOutByClock(): void {
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const controller = new AbortController();
		setTimeout(() => controller.abort(), ms);
		return controller.signal;
	});
}

export function stopClock(): void {
	jest.restoreAllMocks();
	Math.random = realRandom;
	useChannel(realChannel);
	jest.useRealTimers();
}

/** Each test of the file begins at this moment. */
export function useVirtualClock(begin = '2030-01-31T10:00:00.300Z'): void {
	beforeEach(() => startClock(Date.parse(begin)));
	afterEach(stopClock);
}

export const timersLeft = (): number => jest.getTimerCount();

/** Work that needs real time, such as an exchange with a server of this process. */
let inRealTime = 0;

/** Lets the clock stand still until the work has ended. */
export async function holdClock<T>(work: Promise<T>): Promise<T> {
	inRealTime++;
	try {
		return await work;
	} finally {
		inRealTime--;
	}
}

/** More timers than any test waits for, apart from simulated days. Work that waits for more would never end. */
const MAX_STEPS = 20_000;

/**
 * Moves the time forward until the work has ended.
 *
 * @param maxSteps from timer to timer
 * @throws {Error} when the work does not end within these steps
 */
export async function advanceUntil<T>(work: Promise<T>, maxSteps = MAX_STEPS): Promise<T> {
	let ended = false;
	const end = () => void (ended = true);
	work.then(end, end);
	for (let step = 0; step <= maxSteps; step++) {
		// Lets everything happen that does not wait for the clock.
		do await new Promise((resolve) => setImmediate(resolve));
		while (inRealTime > 0);
		if (ended) return await work;
		if (timersLeft() === 0) throw new Error('The work waits for something that will never happen');
		jest.advanceTimersToNextTimer();
	}
	throw new Error(`The work has not ended after ${maxSteps} timers`);
}
