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
