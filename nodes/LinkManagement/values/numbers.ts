/** A number with its unit, such as `1 request` or `30 requests`. */
export const counted = (count: number, unit: string): string =>
	`${count} ${unit}${count === 1 ? '' : 's'}`;

/**
 * A whole number as a text shows it: `100,000`. The first `toLocaleString` of a process loads V8's data about languages, which
 * takes a fifth of the time to load this package.
 */
export const grouped = (count: number): string => `${count}`.replace(/\B(?=(?:\d{3})+$)/g, ',');

/** The beginning of a sentence about some of them, such as `1 link has` or `3 links have`. */
export const countedThat = (count: number, unit: string, does: string, several: string): string =>
	`${counted(count, unit)} ${count === 1 ? does : several}`;

/** The text of a whole number without the zeros after its dot, which exports of tables add: `42.0` becomes `42`. */
export const withoutZeros = (text: string): string =>
	/^\s*\d+\.0+\s*$/.test(text) ? text.slice(0, text.indexOf('.')) : text;

/**
 * A number that a service sent, perhaps as text: `12`, `"12"`, `"1,234"`.
 *
 * @returns undefined for everything that is not a number, also for infinite ones
 */
export function numberFrom(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	const plain = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
	const number = plain === '' ? NaN : Number(plain);
	return Number.isFinite(number) ? number : undefined;
}
