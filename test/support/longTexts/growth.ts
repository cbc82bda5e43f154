/** How the time of a piece of work grows with the length of its text, as a ratio, so that the speed of the machine does not matter. */
import { createContext, Script } from 'node:vm';

/** The longer text has this many times the characters of the shorter one. */
const FACTOR = 8;
/** Linear work takes about `FACTOR` times as long, quadratic work the square of it: 64. */
const MAX_GROWTH = 3 * FACTOR;
/** A pause of the machine can make linear work look slow once, but not so often in a row. */
const TRIES = 6;

/** Makes a text of about this length. */
export type TextOfLength = (length: number) => string;

/** How often the work on the short text can be done while the work on the long one is done once. */
function growthOnce(work: (text: string) => unknown, short: string, long: string): number {
	const began = performance.now();
	work(long);
	const enough = performance.now() - began;
	let times = 0;
	for (const start = performance.now(); performance.now() - start < enough;) {
		work(short);
		times++;
	}
	return times;
}

/** Whether the time of some work grows clearly more than its text does. @param length of the shorter text, in characters */
export function isMoreThanLinear(
	work: (text: string) => unknown,
	textOf: TextOfLength,
	length: number,
): boolean {
	const short = textOf(length);
	const long = textOf(length * FACTOR);
	for (let tries = 0; tries < TRIES; tries++)
		if (growthOnce(work, short, long) <= MAX_GROWTH) return false;
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
