import { invalidInput } from '../errors';
import { compareLabels } from '../values/comparable';
import { asOneOf, asSeveralOf } from './convert';
import type { Complete, ValueField } from './field';
import { unsentField } from './simpleFields';

const LABELS: Record<string, string> = { id: 'ID', shorturl: 'Short URL', longurl: 'Long URL' };

const labelOf = (name: string): string =>
	LABELS[name] ??
	name.replace(/[A-Z]/g, (letter) => ` ${letter}`).replace(/^./, (letter) => letter.toUpperCase());

const checkFields: Complete = ({ given, problems }, field) => {
	if (given.output !== 'fields' || given.outputFields || !problems.isEmpty) return;
	throw invalidInput(
		{ ...field, label: 'Fields to Return' },
		'a value is required',
		'Choose at least one field.',
	);
};

export const outputFields = (names: string[]): ValueField[] => [
	unsentField({
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
		convert: asOneOf('simple', 'raw', 'fields'),
		complete: checkFields,
	}),
	unsentField({
		displayName: 'Fields to Return',
		name: 'outputFields',
		type: 'multiOptions',
		displayOptions: { show: { output: ['fields'] } },
		options: names
			.map((name) => ({ name: labelOf(name), value: name }))
			.sort((a, b) => compareLabels(a.name, b.name)),
		default: [],
		description: 'The fields of the record that come out',
		convert: asSeveralOf(names, 'is not a field of the record'),
	}),
];
