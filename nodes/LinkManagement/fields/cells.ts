import type { IDataObject } from 'n8n-workflow';

import { type FieldContext, invalidInput } from '../errors';
import { standsForNothing } from '../text/comparable';
import { isObject, textOf } from '../text/json';
import { counted, listed, valueWarning } from '../text/sentences';
import { asText, asTrimmedText, isEmpty, quoted, warnAbout } from './convert';
import type { Convert, ValueContext } from './field';
import { type Cells, type Headings, type KnownHeadings, Table } from './table';

const NOT_GIVEN = valueWarning('stands for nothing, so it counted as not given', {
	isOnlyCounted: true,
	sentence(columns) {
		const counts = new Map<string, number>();
		for (const column of columns) counts.set(column, (counts.get(column) ?? 0) + 1);
		const texts = [...counts].map(([column, count]) => `${column} (${counted(count, 'value')})`);
		return `Values that stand for nothing, such as "-" or "none", counted as not given: ${listed(texts)}.`;
	},
});

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

/** A table may say whether there is a password in place of the password. */
export const asPassword: Convert<string> = (value, field) => {
	const text = textOf(asTrimmedText(value, field));
	if (standsForNothing(text) || /^(?:false|no)$/i.test(text)) {
		noteNotGiven(field, text);
		return undefined;
	}
	if (/^true$/i.test(text))
		throw invalidInput(
			field,
			`${quoted(value)} is not a password`,
			'Enter the password itself, or empty the cell.',
		);
	return asText(value, field);
};

/** What a formula such as `="007"` stands for, by which spreadsheets keep zeros. */
const KEPT_TEXT = /^\s*="((?:[^"]|"")*)"\s*$/;

/** Such a formula as its text; any other value unchanged. */
export const withoutFormula = (value: unknown): unknown =>
	typeof value === 'string'
		? value.replace(KEPT_TEXT, (_, text: string) => text.replaceAll('""', '"'))
		: value;

/** What a cell holds. A list of one value, as Airtable gives it, is that value. */
export function cellValue(value: unknown): unknown {
	if (!Array.isArray(value) || value.length !== 1) return withoutFormula(value);
	const only: unknown = value[0];
	const isScalar = ['string', 'number', 'boolean'].includes(typeof only);
	return withoutFormula(isScalar ? only : value);
}

/** The cells of a row under the headings of its table. Exports leave empty cells out of a row. */
function cellsByHeading(
	row: IDataObject,
	{ columns, ...notes }: Headings,
	field: FieldContext,
): Cells {
	const values = new Map<string, unknown>();
	const headings = new Map<string, string>();
	for (const [heading, { name, label }] of columns) {
		const value = withoutFormula(row[heading]);
		const known = values.get(name);
		if (!isEmpty(known) && !isEmpty(value) && textOf(known) !== textOf(value)) {
			throw invalidInput(
				{ ...field, label },
				`the headings ${quoted(headings.get(name))} and ${quoted(heading)} both stand for this column, with different values`,
				'Remove or rename one of them.',
			);
		}
		if (values.has(name) && isEmpty(value)) continue;
		values.set(name, value);
		headings.set(name, heading);
	}
	return { values, headings, ...notes };
}

/** With Map Automatically, the value may hold old entries. @param mapper is read whole, because n8n would convert its values wrongly */
export function mappedCells(mapper: unknown, known: KnownHeadings, field: ValueContext): Cells {
	const { input = {}, table = new Table([{ json: input }]) } = field;
	const { mappingMode, value } = isObject(mapper) ? mapper : { mappingMode: '', value: mapper };
	if (mappingMode === 'autoMapInputData')
		return cellsByHeading(input, table.columnsOf(known), field);
	const row = isEmpty(value) ? {} : value;
	if (isObject(row)) return cellsByHeading(row, known.find(Object.keys(row)), field);
	throw invalidInput(
		field,
		`${quoted(value)} is not a set of columns`,
		'Map the columns one by one, or choose Map Automatically.',
	);
}
