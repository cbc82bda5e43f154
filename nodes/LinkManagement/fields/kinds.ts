import type { IDataObject } from 'n8n-workflow';

import { invalidInput } from '../errors';
import { compareLabels } from '../text/comparable';
import { isObject } from '../text/json';
import { capitalized } from '../text/sentences';
import {
	asBoolean,
	asJson,
	asOneOf,
	asPositiveInteger,
	asSeveralOf,
	asTrimmedText,
	isEmpty,
	quoted,
} from './convert';
import type { Collection, Complete, Convert, Field, Unsent, ValueField } from './field';
import { isSavedExpression, missingValue } from './itemRequest';
import { NamedReference } from './reference';

type Texts = Pick<ValueField, 'displayName' | 'name' | 'description'>;
type SentField = Partial<ValueField> & Required<Pick<ValueField, 'routing'>> & Texts;

/** A field whose value the node uses itself. Its name says of which type the value is. */
export const unsentField = <Name extends keyof Unsent>(
	field: ValueField & { name: Name; convert: Convert<Unsent[Name]>; routing?: never },
): ValueField => field;

type NameOf<Value> = {
	[Name in keyof Unsent]-?: Value extends Unsent[Name] ? Name : never;
}[Exclude<keyof Unsent, 'data' | 'dataJson' | 'id'>];
/** What a field whose value is not sent adds to those of its kind. */
type UnsentOf<Value> = Partial<Omit<ValueField, 'routing'>> &
	Texts & { name: NameOf<Value>; default?: Value; convert?: Convert<Value> };

export const switchField = (field: UnsentOf<boolean>): ValueField => ({
	type: 'boolean',
	default: false,
	convert: asBoolean,
	...field,
});

/** A line of text, without blanks around it unless the field says otherwise. */
export const textField = (field: SentField | UnsentOf<string>): ValueField => ({
	type: 'string',
	default: '',
	convert: asTrimmedText,
	...field,
});

/** A whole number of at least 1. */
export const countField = (field: UnsentOf<number>): ValueField => ({
	type: 'number',
	typeOptions: { minValue: 1 },
	default: '',
	convert: (value, context) => (isEmpty(value) ? undefined : asPositiveInteger(value, context)),
	...field,
});

const byLabel = (fields: ValueField[]): ValueField[] =>
	[...fields].sort((a, b) => compareLabels(a.displayName, b.displayName));

export const collection = (
	displayName: string,
	name: string,
	placeholder: string,
	fields: ValueField[],
): Collection => ({
	displayName,
	name,
	type: 'collection',
	placeholder,
	default: {},
	options: byLabel(fields),
});

export const additionalFields = (options: ValueField[]): Collection =>
	collection('Additional Fields', 'additionalFields', 'Add Field', options);

export const optionsCollection = (options: ValueField[]): Collection =>
	collection('Options', 'options', 'Add Option', options);

/** The values that empty fields. They are never null, because services treat null as "not given" (services.md section 3). */
export type Clearable = Record<string, '' | 0 | []>;

/** Words for nothing, beside which a field may be cleared. */
const standsForNothingIn = (value: unknown): boolean =>
	[value].flat().every((one) => one instanceof NamedReference && one.mayBeNothing);

export const fieldsToClear = (fields: ValueField[], clearable: Clearable, note = ''): ValueField =>
	unsentField({
		displayName: 'Fields to Clear',
		name: 'fieldsToClear',
		type: 'multiOptions',
		options: byLabel(fields)
			.filter(({ name }) => Object.hasOwn(clearable, name))
			.map(({ displayName, name }) => ({ name: displayName, value: name })),
		default: [],
		description: `The fields to empty, which are sent without a value${note}`,
		convert: asSeveralOf(Object.keys(clearable), 'is not one of the fields that can be emptied'),
		complete: ({ body, unsent: { fieldsToClear: names = [] } }, field) => {
			for (const name of names) {
				if (name in body && !standsForNothingIn(body[name]))
					throw invalidInput(
						field,
						`${quoted(name)} also has a value`,
						'Remove the field, or do not choose it here.',
					);
				body[name] = clearable[name];
			}
		},
	});

const TO_CLEAR = " To empty a field, use 'Fields to Clear'.";
const NO_FIELD = 'Add at least one field and fill it in.';
/** Also for words such as `none`, by which a model means that a field is to be emptied. */
export const NO_FIELD_TO_CHANGE = `${NO_FIELD}${TO_CLEAR}`;

/** An update must change something. Where another field is required, the body is never empty. */
const refuseEmptyUpdate =
	(advice: string): Complete =>
	({ body, unsent, problems }, field) => {
		const isGiven = Object.keys(body).length > 0 || unsent.additionalBodyFields !== undefined;
		// An invalid value is not in the body
		if (isGiven || !problems.isEmpty) return;
		const saved = Object.values({ ...(field.node.parameters.updateFields as IDataObject) });
		throw missingValue(saved.find(isSavedExpression), field, undefined, advice);
	};

export function updateFields(
	fields: ValueField[],
	clearable?: Clearable,
	clearNote?: string,
): Collection {
	const clear = clearable ? [fieldsToClear(fields, clearable, clearNote)] : [];
	return {
		...collection('Update Fields', 'updateFields', 'Add Field', [...fields, ...clear]),
		description: `The fields to change. A field that is left empty keeps its value.${clearable ? TO_CLEAR : ''}`,
		complete: refuseEmptyUpdate(clearable ? NO_FIELD_TO_CHANGE : NO_FIELD),
	};
}

/** Fields of the body that only one service has. @param own names with a field of their own, also where that is empty */
export const additionalBodyFields = (own: string[]): ValueField =>
	unsentField({
		displayName: 'Other Body Fields (JSON)',
		name: 'additionalBodyFields',
		type: 'json',
		// n8n's editor marks an empty text as invalid JSON
		default: '{}',
		placeholder: 'e.g. { "note": "VIP" }',
		description:
			'JSON object with fields that only your service has. They are added to the body of the request.',
		convert(value, field) {
			const body = asJson(value, field);
			if (isEmpty(body)) return undefined;
			if (!isObject(body) || body instanceof Date)
				throw invalidInput(
					field,
					'the value is not a JSON object',
					'Enter an object such as { "note": "VIP" }.',
				);
			const names = Object.keys(body);
			const known = names.find((name) => own.includes(name));
			if (known !== undefined)
				throw invalidInput(
					field,
					`${quoted(known)} has a field of its own in this operation`,
					'Use that field instead.',
				);
			return names.length === 0 ? undefined : body;
		},
		complete: ({ body, unsent }) => void Object.assign(body, unsent.additionalBodyFields),
	});

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
	convert: (value, field) =>
		field.unsent?.returnAll ? undefined : asPositiveInteger(value, field),
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

/** Return All or a limit, the filters of the list, and its options beside those of all lists. */
export const listFields = (filters: Field[] = [], options: ValueField[] = []): Field[] => [
	returnAll,
	limit,
	...filters,
	optionsCollection([...options, pageSize, startPage]),
];

const LABELS: Record<string, string> = { id: 'ID', shorturl: 'Short URL', longurl: 'Long URL' };

const labelOf = (name: string): string =>
	LABELS[name] ?? capitalized(name.replace(/[A-Z]/g, (letter) => ` ${letter}`));

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
		convert: asOneOf(['simple', 'raw', 'fields']),
		complete({ unsent, problems }, field) {
			if (unsent.output !== 'fields' || unsent.outputFields || !problems.isEmpty) return;
			throw invalidInput(
				{ ...field, label: 'Fields to Return' },
				'a value is required',
				'Choose at least one field.',
			);
		},
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
