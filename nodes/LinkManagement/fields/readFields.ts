import { invalidInput } from '../errors';
import { compareLabels } from '../text/comparable';
import { asOneOf, asPositiveInteger, asSeveralOf } from './convert';
import type { Complete, Field, ValueField } from './field';
import { collection, countField, optionsCollection, switchField, unsentField } from './kinds';

const returnAll = switchField({
	displayName: 'Return All',
	name: 'returnAll',
	description: 'Whether to return all results or only up to a given limit',
});

const limit = countField({
	displayName: 'Limit',
	name: 'limit',
	displayOptions: { show: { returnAll: [false] } },
	default: 50,
	description: 'Max number of results to return',
	// A model must give it also beside Return All
	convert: (value, field) => (field.given?.returnAll ? undefined : asPositiveInteger(value, field)),
});

const pageSize = countField({
	displayName: 'Page Size',
	name: 'pageSize',
	placeholder: 'e.g. 500',
	description:
		'Number of records per request. Leave empty to request as many as the service allows.',
});

const startPage = countField({
	displayName: 'Start Page',
	name: 'startPage',
	default: 1,
	description:
		"Number of the first page to read. A page has as many records as 'Page Size' says, or 100.",
});

interface ListFields {
	filters?: Field[];
	options?: ValueField[];
	sort?: ValueField[];
}

export const listFields = ({ filters = [], options = [], sort }: ListFields = {}): Field[] => [
	returnAll,
	limit,
	...filters,
	optionsCollection([...options, pageSize, startPage]),
	...(sort ? [collection('Sort', 'sort', 'Add Sort Rule', sort)] : []),
];

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
