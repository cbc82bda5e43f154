import type { INodeProperties } from 'n8n-workflow';

import { type FieldContext, invalidInput } from '../errors';
import { compareLabels } from '../values/comparable';
import { asOneOf, asSeveralOf } from './convert';

/** How much of a reply comes out: one flat record, everything as sent, or some fields of the flat record. */
const OUTPUTS = ['simple', 'raw', 'fields'] as const;
type OutputForm = (typeof OUTPUTS)[number];

const LABELS: Record<string, string> = { id: 'ID', shorturl: 'Short URL', longurl: 'Long URL' };

/** `topCountry` becomes Top Country. */
const labelOf = (name: string): string =>
	LABELS[name] ??
	name.replace(/[A-Z]/g, (letter) => ` ${letter}`).replace(/^./, (letter) => letter.toUpperCase());

/** Output and Fields to Return. @param names the fields of the flat record */
export const outputFields = (names: string[]): INodeProperties[] => [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Simplified',
				value: 'simple',
				description: 'One flat record with numbers, ready for a sheet or a chart',
			},
			{ name: 'Raw', value: 'raw', description: 'Details and statistics as the service sent them' },
			{
				name: 'Selected Fields',
				value: 'fields',
				description: 'Only the fields of the flat record that you choose',
			},
		],
		default: 'simple',
		description: 'How much of the reply to return',
	},
	{
		displayName: 'Fields to Return',
		name: 'outputFields',
		type: 'multiOptions',
		displayOptions: { show: { output: ['fields'] } },
		options: names
			.map((name) => ({ name: labelOf(name), value: name }))
			.sort((a, b) => compareLabels(a.name, b.name)),
		default: [],
		description: 'The fields of the record that come out',
	},
];

const asOutput = asOneOf(...OUTPUTS);

/** The chosen Output. @throws {NodeOperationError} for an unknown one */
export const chosenOutput = (value: unknown, field: FieldContext): OutputForm =>
	(asOutput(value, { ...field, label: 'Output' }) as OutputForm | undefined) ?? 'simple';

/**
 * The names of Fields to Return.
 *
 * @throws {NodeOperationError} for none, and for an unknown name
 */
export function chosenFields(value: unknown, known: string[], output: FieldContext): string[] {
	const field = { ...output, label: 'Fields to Return' };
	const names = asSeveralOf(known, 'is not a field of the record')(value, field);
	if (names.length > 0) return names;
	throw invalidInput(field, 'a value is required', 'Choose at least one field.');
}
