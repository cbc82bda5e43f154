import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { isEmpty } from '../fields/convert';
import type { Given, ItemRequest } from '../fields/field';
import { LinkReference, NamedReference } from '../fields/reference';
import { itemName } from '../operations/itemName';
import { canIncludeInput, type ItemCall, type Operation } from '../operations/operation';
import { isTool } from '../operations/output/results';
import { textOf } from '../values/json';

const writtenName = (value: unknown): string =>
	textOf(value instanceof LinkReference || value instanceof NamedReference ? value.text : value);

/** What a person recognizes an item by: the first of these values that it gives. */
function recognizedBy({ path, query, body, given }: ItemRequest): string {
	const { custom, name, url, domain } = body;
	const naming = [custom, given.shorturl, given.id, ...Object.values(path), query.short];
	return [...naming, name, url, domain].map(writtenName).find(Boolean) ?? '';
}

export function callOf(
	operation: Operation,
	converted: ItemRequest,
	item: number,
	input: IDataObject,
): Pick<ItemCall, 'given' | 'item' | 'name' | 'operation' | 'path' | 'request' | 'warnings'> {
	const { path, query: qs, body, given, warnings } = converted;
	return {
		...{ operation, path, given, warnings, item },
		name: itemName(item, input, recognizedBy(converted)),
		request: { ...operation.option.routing.request, qs, body },
	};
}

/**
 * Whether the fields of the input item come out with those of the record. The input item of a tool is that of its agent, such as
 * a long mail, which the model need not read again.
 */
export const includesInput = (operation: Operation, given: Given, node: INode): boolean =>
	(given.includeInputFields ?? operation.includesInput) === true &&
	canIncludeInput(operation) &&
	!isTool(node);

/** The values of the expressions in a parameter, at any depth. */
function expressionValues(saved: unknown, value: unknown): unknown[] {
	if (typeof saved === 'string') return saved.startsWith('=') ? [value] : [];
	if (typeof saved !== 'object' || saved === null) return [];
	const values = (typeof value === 'object' && value !== null ? value : {}) as INodeParameters;
	return Object.entries(saved).flatMap(([name, part]) => expressionValues(part, values[name]));
}

/**
 * Whether a row of a table has no value: in Create or Update no cell, in the other operations for tables, which include the
 * fields of the input, no expression that gives something. Fixed values are the same in all rows. Spreadsheets and CSV files
 * often end with such rows.
 *
 * @param parameters as they are saved, and with their expressions evaluated
 */
export function isBlankRow(
	{ includesInput }: Operation,
	{ columns }: Given,
	parameters: Array<[saved: unknown, value: unknown]>,
): boolean {
	if (columns) return [...columns.values.values()].every(isEmpty);
	if (includesInput !== true) return false;
	const values = parameters.flatMap(([saved, value]) => expressionValues(saved, value));
	return values.length > 0 && values.every(isEmpty);
}
