import type { FieldContext } from '../errors';
import { visibleText } from '../text/comparable';
import { counted, countedValue, listed, type Sentence } from '../text/sentences';
import { warnAbout } from './convert';
import type { Convert } from './field';

/** What tables and models write where there is no value. `NA` is Namibia. */
const WORDS = /^(?:[-–—]|n\/a|none|null|nil|nan|undefined)$/i;

/** Only as the whole value. */
export const standsForNothing = (value: unknown): boolean =>
	typeof value === 'string' && WORDS.test(visibleText(value));

const cellsByColumn: Sentence = (columns) => {
	const counts = new Map<string, number>();
	for (const column of columns) counts.set(column, (counts.get(column) ?? 0) + 1);
	const texts = [...counts].map(([column, count]) => `${column} (${counted(count, 'value')})`);
	return `Values that stand for nothing, such as "-" or "none", counted as not given: ${listed(texts)}.`;
};

const NOT_GIVEN = countedValue('stands for nothing, so it counted as not given', cellsByColumn);

export const noteNotGiven = (field: FieldContext, value: unknown): void =>
	warnAbout(field, NOT_GIVEN, value, field.column ?? field.label);

/** Whether a value of the column stood for nothing, which clears no field. */
export const isNotGiven = ({ warnings = [] }: Pick<FieldContext, 'warnings'>, column: string) =>
	warnings.some(({ warning, counted: label }) => warning === NOT_GIVEN && label === column);

/** A field in which a word such as `none` counts as not given. */
export const unlessNothing =
	<Value>(convert: Convert<Value>): Convert<Value> =>
	(value, field) => {
		if (!standsForNothing(value)) return convert(value, field);
		noteNotGiven(field, value);
		return undefined;
	};

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
