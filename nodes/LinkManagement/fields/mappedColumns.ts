import type { IDataObject } from 'n8n-workflow';

import { type FieldContext, invalidInput } from '../errors';
import { isObject, textOf } from '../text/json';
import { withoutFormula } from './cells';
import { isEmpty, quoted } from './convert';
import type { Cells } from './field';
import { columnsOf, type Headings, type KnownHeadings, type Table } from './table';

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

/**
 * @param mapper as the editor saves it: `{ mappingMode, value, matchingColumns, schema }`. With Map Automatically, `value` may
 *   hold old entries. It is read whole, because n8n would convert dates and numbers of its values wrongly
 */
export function mappedCells(
	mapper: unknown,
	{ input, table }: { input: IDataObject; table: Table },
	known: KnownHeadings,
	field: FieldContext,
): Cells {
	const { mappingMode, value } = isObject(mapper) ? mapper : { mappingMode: '', value: mapper };
	if (mappingMode === 'autoMapInputData')
		return cellsByHeading(input, table.columnsOf(known), field);
	const row = isEmpty(value) ? {} : value;
	if (isObject(row)) return cellsByHeading(row, columnsOf(Object.keys(row), known), field);
	throw invalidInput(
		field,
		`${quoted(value)} is not a set of columns`,
		'Map the columns one by one, or choose Map Automatically.',
	);
}
