import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { isEmpty } from '../fields/convert';
import type { Given } from '../fields/field';
import type { Operation } from '../operations/operation';
import { countedThat } from '../values/numbers';
import type { Sentence } from '../values/sentences';

/** The values of the expressions in a parameter, at any depth. */
function expressionValues(saved: unknown, value: unknown): unknown[] {
	if (typeof saved === 'string') return saved.startsWith('=') ? [value] : [];
	if (typeof saved !== 'object' || saved === null) return [];
	const values = (typeof value === 'object' && value !== null ? value : {}) as INodeParameters;
	return Object.entries(saved).flatMap(([name, part]) => expressionValues(part, values[name]));
}

/**
 * Whether a row of a table has no value: in Create or Update no cell, in a creation no expression that gives something. Fixed
 * values are the same in all rows. Spreadsheets and CSV files often end with such rows.
 *
 * @param parameters as they are saved, and with their expressions evaluated
 */
export function isBlankRow(
	{ behavior: { kind } }: Operation,
	{ columns }: Given,
	parameters: Array<[saved: unknown, value: unknown]>,
): boolean {
	if (columns) return [...columns.values.values()].every(isEmpty);
	if (kind !== 'creates' && kind !== 'createsOrGets') return false;
	const values = parameters.flatMap(([saved, value]) => expressionValues(saved, value));
	return values.length > 0 && values.every(isEmpty);
}

/** A blank row comes out as it came. */
export const blankItem = (input: INodeExecutionData | undefined, item: number) => ({
	...(input ?? { json: {} }),
	pairedItem: { item },
});

/** For the hint after the run. */
export const blankRows: Sentence = ({ length }) =>
	`${countedThat(length, 'row', 'has', 'have')} no value, and came out unchanged.`;
