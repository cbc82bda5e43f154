import type { IDataObject } from 'n8n-workflow';

import { type FieldContext, invalidInput } from '../errors';
import { isObject, locatorValue, textOf } from '../text/json';
import { cellValue } from './cells';
import { asJson, isEmpty, quoted } from './convert';
import type { Convert } from './field';

/** One column of a row of URL parameters or of targeting: its name in the API, its label, and its conversion. */
export interface Column {
	name: string;
	label: string;
	convert: Convert;
}

type Names = [name: Column, content: Column];

/** Rows of a fixed collection (`{ rows: […] }`), an array, one row, or the short form `{ "Canada": "https://…" }`, perhaps as JSON. */
function rowsIn(value: unknown, [name, content]: Names, field: FieldContext): IDataObject[] {
	const advice = `Write it as { "${name.label}": "${content.label}" }.`;
	if (typeof value === 'string' && !isEmpty(value) && !/^\s*[[{]/.test(value))
		throw invalidInput(field, `${quoted(value)} contains no rows`, advice);
	const json = asJson(value, field, advice);
	const rows = isObject(json) && 'rows' in json ? json.rows : json;
	if (isEmpty(rows)) return [];
	if (isObject(rows) && !(content.name in rows))
		return Object.entries(rows).map(([key, entry]) => ({
			[name.name]: key,
			// As some services show targets (services.md section 3)
			[content.name]: isObject(entry) && 'all' in entry ? entry.all : entry,
		}));
	const list = Array.isArray(rows) ? rows : [rows];
	if (!list.every(isObject)) throw invalidInput(field, `${quoted(value)} contains no rows`, advice);
	return list;
}

function checkKeys(row: IDataObject, [name, content]: Names, field: FieldContext): void {
	const other = Object.keys(row).find((key) => key !== name.name && !isEmpty(row[key]));
	if (content.name in row || other === undefined) return;
	throw invalidInput(
		field,
		`${quoted(other)} is neither "${name.name}" nor "${content.name}"`,
		'Use these two names in each row.',
	);
}

function differentRows(rows: IDataObject[], names: Names, field: FieldContext): IDataObject[] {
	const name = names[0].name;
	const content = names[1].name;
	const byName = new Map<string, IDataObject>();
	for (const row of rows) {
		const key = textOf(row[name]).toLowerCase();
		const first = byName.get(key) ?? row;
		if (first[content] !== row[content])
			throw invalidInput(
				field,
				`${quoted(row[name])} is there twice, with ${quoted(first[content])} and ${quoted(row[content])}`,
				'Remove one of the two.',
			);
		byName.set(key, first);
	}
	return [...byName.values()];
}

/** Rows of a name and its content. Those without content are left out: a table has a column for every country. */
export const tableRows =
	(name: Column, content: Column, isNameUnique: boolean): Convert<IDataObject[]> =>
	(value, field) => {
		const names: Names = [name, content];
		const rows = rowsIn(value, names, field).flatMap((row, index) => {
			const ofRow = { ...field, label: `${field.label}, row ${index + 1}`, column: field.label };
			const ofCell = ({ label }: Column) => ({ ...ofRow, label: `${ofRow.label}, ${label}` });
			const converted = (column: Column, cell: unknown): unknown =>
				column.convert(cellValue(cell), ofCell(column));
			const filled = converted(content, row[content.name]);
			if (filled === undefined) {
				checkKeys(row, names, ofRow);
				return [];
			}
			// What a target is for may be chosen from a list
			const named = converted(name, locatorValue(row[name.name]));
			if (named === undefined)
				throw invalidInput(ofCell(name), 'a value is required', 'Fill in the row or remove it.');
			return [{ [name.name]: named, [content.name]: filled }];
		});
		const different = isNameUnique ? differentRows(rows, names, field) : rows;
		return different.length === 0 ? undefined : different;
	};
