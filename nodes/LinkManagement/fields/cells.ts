/** What a formula such as `="007"` stands for, by which spreadsheets keep zeros. */
const KEPT_TEXT = /^\s*="((?:[^"]|"")*)"\s*$/;

/** Such a formula as its text; any other value unchanged. */
export function withoutFormula(value: unknown): unknown {
	// Most cells are no formula
	if (typeof value !== 'string' || !value.includes('="')) return value;
	const [, text] = KEPT_TEXT.exec(value) ?? [];
	return text === undefined ? value : text.replaceAll('""', '"');
}

const isScalar = (value: unknown): boolean =>
	['string', 'number', 'boolean'].includes(typeof value);

/** What a cell holds. A list of one value, as Airtable gives it, is that value. */
export const cellValue = (value: unknown): unknown =>
	Array.isArray(value) && value.length === 1 && isScalar(value[0])
		? withoutFormula(value[0])
		: withoutFormula(value);
