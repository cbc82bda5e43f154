import type { IDataObject } from 'n8n-workflow';

import { type FieldContext, invalidInput } from '../errors';
import { isObject, locatorValue } from '../values/json';
import { asJson, type Convert, isEmpty, quoted } from './convert';

/** One column of a row of URL parameters or of targeting: its name in the API, its label, and its conversion. */
export interface Column {
	name: string;
	label: string;
	convert: Convert;
}

/** Whether an object is a row. In the short form, a URL parameter may have the name of a column, such as `name`. */
const isRow = (given: IDataObject, [key, content]: [string, string]): boolean =>
	content in given || Object.keys(given).every((name) => name === key);

/**
 * The rows of a fixed collection (`{ rows: […] }`), an array of rows, one row, or the short form `{ "Canada": "https://…" }`,
 * which has a row for each key. From an expression or a cell it may be JSON.
 */
function givenRows(value: unknown, names: [string, string], field: FieldContext): IDataObject[] {
	const given = asJson(value, field);
	const found = isObject(given) && 'rows' in given ? given.rows : given;
	if (isEmpty(found)) return [];
	if (isObject(found) && !isRow(found, names)) {
		const [key, content] = names;
		return Object.entries(found).map(([name, entry]) => ({ [key]: name, [content]: entry }));
	}
	const list = Array.isArray(found) ? found : [found];
	if (!list.every(isObject)) {
		throw invalidInput(
			field,
			`${quoted(value)} contains no rows`,
			'Add rows, or use an array of objects.',
		);
	}
	return list;
}

/** @throws {NodeOperationError} for a row whose content stands under another key, because it must not be lost */
function checkKeys(row: IDataObject, [key, content]: [string, string], field: FieldContext): void {
	const other = Object.keys(row).find((name) => name !== key && !isEmpty(row[name]));
	if (content in row || other === undefined) return;
	throw invalidInput(
		field,
		`${quoted(other)} is neither "${key}" nor "${content}"`,
		'Use these two names in each row.',
	);
}

/**
 * Rows of a name and its content, such as a country and its URL. A row without content is left out, because a table has a
 * column for every country and a value in some of them.
 *
 * @throws {NodeOperationError} for content without a name or under another key, and for an invalid value
 */
export const tableRows =
	(name: Column, content: Column): Convert =>
	(value, field) => {
		const names: [string, string] = [name.name, content.name];
		const rows = givenRows(value, names, field).flatMap((row, index) => {
			const ofRow = { ...field, label: `${field.label}, row ${index + 1}` };
			const ofCell = ({ label }: Column) => ({ ...ofRow, label: `${ofRow.label}, ${label}` });
			const converted = (column: Column): unknown =>
				column.convert(locatorValue(row[column.name]), ofCell(column));
			const filled = converted(content);
			if (filled === undefined) {
				checkKeys(row, names, ofRow);
				return [];
			}
			const named = converted(name);
			if (named === undefined)
				throw invalidInput(ofCell(name), 'a value is required', 'Fill in the row or remove it.');
			return [{ [name.name]: named, [content.name]: filled }];
		});
		return rows.length === 0 ? undefined : rows;
	};
