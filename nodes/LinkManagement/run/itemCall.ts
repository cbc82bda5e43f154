import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { isTool } from '../errors';
import { withoutFormula } from '../fields/cells';
import { isEmpty } from '../fields/convert';
import type { Given, ItemRequest } from '../fields/field';
import { LinkReference, NamedReference } from '../fields/reference';
import { itemName } from './itemName';
import { canIncludeInput, type ItemCall, type Operation } from './operation';
import { textOf } from '../text/json';

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
	const { method, url, path, query: qs, body, given, warnings } = converted;
	return {
		...{ operation, path, given, warnings, item },
		name: itemName(item, input, recognizedBy(converted)),
		request: { method, url, qs, body },
	};
}

/** Never in a tool: its input item is that of its agent, such as a long mail, which the model need not read again. */
export const includesInput = (operation: Operation, given: Given, node: INode): boolean =>
	(given.includeInputFields ?? operation.includesInput) === true &&
	canIncludeInput(operation) &&
	!isTool(node);

/** An expression that reads an item: this one, or that of another node. */
const READS_ITEM = /^=.*\$(?:json|binary|input|items?|node|\()/s;

function* valuesFromItem(saved: unknown, value: unknown): Generator<unknown> {
	if (typeof saved === 'string' && READS_ITEM.test(saved)) yield value;
	if (typeof saved !== 'object' || saved === null) return;
	const values = (typeof value === 'object' && value !== null ? value : {}) as INodeParameters;
	for (const [name, part] of Object.entries(saved)) yield* valuesFromItem(part, values[name]);
}

/**
 * Whether a row has no value, as tables often end with such rows: no cell of Create or Update has one, or no expression that reads
 * the item. Other values are the same in all rows. @param parameters as they are saved, and with their expressions evaluated,
 * without switches and options, which are no values of a row
 */
export function isBlankRow(
	{ includesInput }: Operation,
	{ columns }: Given,
	parameters: Array<[saved: unknown, evaluated: unknown]>,
): boolean {
	if (columns && [...columns.values.values()].every(isEmpty)) return true;
	// With Map Automatically, the mapper may hold expressions of before
	if (includesInput !== true || (columns && columns.headings.size > 0)) return false;
	let readsItem = false;
	for (const [saved, value] of parameters)
		for (const given of valuesFromItem(saved, value)) {
			if (!isEmpty(withoutFormula(given))) return false;
			readsItem = true;
		}
	return readsItem;
}
