/** Digits, with or without commas between the thousands. */
const DIGITS = /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

/**
 * The number that a JSON value is or, as some services send numbers as text, says: 12, "12" and "1,234".
 *
 * @returns undefined for everything else
 */
export function numberOf(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	return DIGITS.test(text) ? Number(text.replaceAll(',', '')) : undefined;
}
