/**
 * How the time of a piece of work grows with the length of its text or list, as a ratio, so that the speed of the machine does not
 * matter. It is the time of the processor, so that other processes do not matter either.
 */
import { createContext, Script } from 'node:vm';

/** The longer one has this many times the characters or elements of the shorter one. */
const FACTOR = 4;
/**
 * A text or a list of twice the size takes at most 2.5 times the time. Linear work takes about as long for a long one as for
 * `FACTOR` short ones, quadratic work `FACTOR` times as long.
 */
const MAX_RATIO = 2.5 ** Math.log2(FACTOR) / FACTOR;
/**
 * The compiler and the garbage collector can make linear work look slow once, but not so often in a row. They run beside it for
 * many milliseconds, so each try takes longer than the one before.
 */
const TRIES = 6;
/** Shorter times are not exact, in microseconds: in the first try, and this many times as long in the next one. */
const EXACT = 20;
const EXACT_GROWTH = 4;
const MAX_ROUNDS = 1_000;

/** Work that takes longer is slow, however it grows, and would take minutes with a longer text. In microseconds. */
const TOO_LONG = 500_000;

/** Makes a text of about this length. */
export type TextOfLength = (length: number) => string;

/** The time of the processor, in microseconds, that some work takes so many times. */
function timeOf(times: number, work: () => unknown): number {
	const before = process.cpuUsage();
	for (let time = 0; time < times; time++) work();
	const { user, system } = process.cpuUsage(before);
	return user + system;
}

/** Whether a text or list `FACTOR` times as long as one of this length takes clearly more than `FACTOR` times the time. */
function isSlowFrom<T>(
	work: (input: T) => unknown,
	ofLength: (length: number) => T,
	length: number,
): boolean {
	const short = ofLength(length);
	const long = ofLength(length * FACTOR);
	let rounds = 1;
	for (let tries = 0; tries < TRIES; tries++) {
		const exact = EXACT * EXACT_GROWTH ** tries;
		let time = timeOf(rounds, () => work(long));
		while (time < exact && rounds < MAX_ROUNDS) {
			// The first calls take longer than the others
			rounds = Math.min(MAX_ROUNDS, Math.ceil(rounds * Math.max(1.5, (1.2 * exact) / (time + 1))));
			time = timeOf(rounds, () => work(long));
		}
		if (time <= MAX_RATIO * timeOf(rounds * FACTOR, () => work(short))) return false;
	}
	return true;
}

/**
 * Whether the time of some work grows clearly more than its text or list does. Quadratic work is slow from every length on. Linear
 * work is slow from one or two lengths on at most: on some machines, memory above a certain size takes more time.
 *
 * @param length of the shortest one, in characters or elements
 */
export const isMoreThanLinear = <T>(
	work: (input: T) => unknown,
	ofLength: (length: number) => T,
	length: number,
): boolean => {
	for (const shorter of [length, length * FACTOR, length * FACTOR ** 2]) {
		if (!isSlowFrom(work, ofLength, shorter)) return false;
		if (timeOf(1, () => work(ofLength(shorter * FACTOR))) > TOO_LONG) return true;
	}
	return true;
};

const context = createContext({ work: () => {} });
const script = new Script('work()');

/** Ends work that would take forever, such as a pattern that takes exponential time. @throws when it takes longer */
export function withTimeLimit<T>(seconds: number, work: () => T): T {
	let result: T | undefined;
	context.work = () => {
		result = work();
	};
	script.runInContext(context, { timeout: seconds * 1_000 });
	return result as T;
}
