/** How the time of a piece of work grows with the length of its text, as a ratio, so that the speed of the machine does not matter. */
import { createContext, Script } from 'node:vm';

/** The longer text has this many times the characters of the shorter one. */
const FACTOR = 8;
/** Linear work takes about `FACTOR` times as long, quadratic work the square of it: 64. */
const MAX_GROWTH = 3 * FACTOR;
/** A pause of the machine can make work look slow, so the shortest of several times counts: at most this many long runs. */
const TRIES = 12;
/** And at least this many short ones after each. */
const MIN_SHORT_RUNS = 5;

/** Makes a text of about this length. */
export type TextOfLength = (length: number) => string;

/** How long some work takes, in ms. */
function timeOf(work: () => unknown): number {
	const began = performance.now();
	work();
	return performance.now() - began;
}

/** Whether the time of some work grows clearly more than its text does. @param length of the shorter text, in characters */
export function isMoreThanLinear(
	work: (text: string) => unknown,
	textOf: TextOfLength,
	length: number,
): boolean {
	const short = textOf(length);
	const long = textOf(length * FACTOR);
	let shortTime = Infinity;
	let longTime = Infinity;
	for (let tries = 0; tries < TRIES; tries++) {
		const time = timeOf(() => work(long));
		longTime = Math.min(longTime, time);
		const end = performance.now() + time;
		for (let runs = 0; runs < MIN_SHORT_RUNS || performance.now() < end; runs++)
			shortTime = Math.min(
				shortTime,
				timeOf(() => work(short)),
			);
		if (longTime <= MAX_GROWTH * shortTime) return false;
	}
	return true;
}

const context = createContext({ work: () => {} });
const script = new Script('work()');

/** Ends work that would take forever, such as a pattern that takes exponential time. @throws when it takes a minute */
export function withinAMinute<T>(work: () => T): T {
	let result: T | undefined;
	context.work = () => {
		result = work();
	};
	script.runInContext(context, { timeout: 60_000 });
	return result as T;
}
