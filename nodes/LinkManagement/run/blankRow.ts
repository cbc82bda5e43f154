import type { INodeParameters } from 'n8n-workflow';

import { cellValue } from '../fields/cells';
import { isEmpty } from '../fields/convert';
import type { Unsent } from '../fields/field';
import type { Operation } from './item';

/** An expression that reads the item of the row: this one, or that of another node. `$('Config').first()` is the same in all rows. */
const READS_ITEM =
	/^=.*(?:\$(?:json|binary|item|node)\b|\$items\(\)|\[\$itemIndex\b|(?:\$input|\))\s*\??\.\s*(?:item|itemMatching|pairedItem)\b)/s;

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
	operation: Operation,
	{ columns }: Unsent,
	parameters: Array<[saved: unknown, evaluated: unknown]>,
): boolean {
	if (columns && [...columns.values.values()].every((cell) => isEmpty(cellValue(cell))))
		return true;
	// With Map Automatically, the mapper may hold expressions of before
	if (operation.includesInput !== true || (columns && columns.headings.size > 0)) return false;
	let readsItem = false;
	for (const [saved, value] of parameters)
		for (const cell of valuesFromItem(saved, value)) {
			if (!isEmpty(cellValue(cell))) return false;
			readsItem = true;
		}
	return readsItem;
}
