import type { IDataObject } from 'n8n-workflow';

import { type FieldContext, invalidInput } from '../errors';
import { comparableName } from '../values/comparable';
import { isObject, textOf } from '../values/json';
import { isEmpty, quoted } from './convert';
import type { Cells } from './field';

/** A column of n8n's resource mapper. */
interface MappedColumn {
	/** Its name in the saved workflow, e.g. `utm_source`. */
	name: string;
	label: string;
}

/** A heading as it is compared: without case, spaces, `_` and `-`. */
const headingKey = (heading: string): string => comparableName(heading).replace(/[\s_-]/g, '');

/** The columns of a mapper by their comparable names and labels. */
export const columnsByHeading = (columns: MappedColumn[]): Map<string, MappedColumn> =>
	new Map(
		columns.flatMap((column) => [
			[headingKey(column.label), column],
			[headingKey(column.name), column],
		]),
	);

const isSameCell = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

/** The cells of an input item, whose keys are the headings of a table. */
function cellsByHeading(
	input: IDataObject,
	columns: Map<string, MappedColumn>,
	field: FieldContext,
): Cells {
	const values = new Map<string, unknown>();
	const headings = new Map<string, string>();
	const ignored: string[] = [];
	for (const [heading, value] of Object.entries(input)) {
		const column = columns.get(headingKey(heading));
		if (!column) {
			ignored.push(heading);
			continue;
		}
		const { name, label } = column;
		const known = values.get(name);
		if (!isEmpty(known) && !isEmpty(value) && !isSameCell(known, value)) {
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
	return { values, ignored };
}

/**
 * The cells of a row from a resource mapper as the editor saves it: `{ mappingMode, value, matchingColumns, schema }`. With
 * Map Automatically, `value` may hold old entries, and the input item counts. n8n's own conversion of mapped values reads
 * dates and numbers of tables wrongly, so the whole parameter is read, which n8n does not convert.
 *
 * @param columns from {@link columnsByHeading}
 * @throws {NodeOperationError} when two headings stand for the same column and differ, and for what is no mapper
 */
export function mappedCells(
	mapper: unknown,
	input: IDataObject,
	columns: Map<string, MappedColumn>,
	field: FieldContext,
): Cells {
	const { mappingMode, value } = isObject(mapper) ? mapper : { mappingMode: '', value: mapper };
	if (mappingMode === 'autoMapInputData') return cellsByHeading(input, columns, field);
	if (isEmpty(value)) return { values: new Map(), ignored: [] };
	if (isObject(value)) return cellsByHeading(value, columns, field);
	throw invalidInput(
		field,
		`${quoted(value)} is not a set of columns`,
		'Map the columns one by one, or choose Map Automatically.',
	);
}
