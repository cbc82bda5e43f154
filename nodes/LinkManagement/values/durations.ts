import { counted } from './numbers';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A duration of at least a second in words, rounded, such as `48 seconds`, `11 minutes` or `3 hours`. @param ms */
export function durationInWords(ms: number): string {
	if (ms < 1.5 * MINUTE) return counted(Math.max(1, Math.round(ms / SECOND)), 'second');
	if (ms < 1.5 * HOUR) return counted(Math.round(ms / MINUTE), 'minute');
	return counted(Math.round(ms / HOUR), 'hour');
}

/** How close to a minute a length that was measured counts as one, as a share of it. */
const TOLERANCE = 0.05;

/** How often something happens that happens once in `ms`: `a minute`, `an hour`, or `in 10 seconds`. */
export function rateInWords(ms: number): string {
	const isAbout = (unit: number) => Math.abs(ms - unit) <= unit * TOLERANCE;
	if (isAbout(MINUTE)) return 'a minute';
	return isAbout(HOUR) ? 'an hour' : `in ${durationInWords(ms)}`;
}
