import type { IDataObject } from 'n8n-workflow';

import { invalidInput } from '../errors';
import { compareLabels } from '../values/comparable';
import { asSeveralOf, quoted } from './convert';
import type { Collection, Complete, ValueField } from './field';
import { isSavedExpression, missingValue } from './itemRequest';
import { unsentField } from './simpleFields';

const byLabel = (fields: ValueField[]): ValueField[] =>
	[...fields].sort((a, b) => compareLabels(a.displayName, b.displayName));

export const collection = (
	displayName: string,
	name: string,
	placeholder: string,
	fields: ValueField[],
): Collection => ({
	...{ displayName, name, type: 'collection', placeholder, default: {} },
	options: byLabel(fields),
});

export const additionalFields = (options: ValueField[]): Collection =>
	collection('Additional Fields', 'additionalFields', 'Add Field', options);

export const optionsCollection = (options: ValueField[]): Collection =>
	collection('Options', 'options', 'Add Option', options);

/** The value that empties a field. It is never null, because services treat null as "not given" (services.md section 3). */
type EmptyValue = '' | 0 | [];

export type Clearable = Record<string, EmptyValue>;

const clearFields =
	(clearable: Clearable): Complete =>
	({ body, given: { fieldsToClear = [] } }, field) => {
		for (const name of fieldsToClear) {
			if (name in body)
				throw invalidInput(
					field,
					`${quoted(name)} also has a value`,
					'Remove the field, or do not choose it here.',
				);
			body[name] = clearable[name];
		}
	};

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
		complete: clearFields(clearable),
	});

interface UpdateFields {
	/** At least one of the fields must have a value, because no field outside the collection is required. */
	required: boolean;
	clearable?: Clearable;
	clearNote?: string;
}

const checkRequired: Complete = ({ body, given, problems }, field) => {
	const isGiven = Object.keys(body).length > 0 || given.additionalBodyFields !== undefined;
	// An invalid value is not in the body
	if (isGiven || !problems.isEmpty) return;
	const saved = Object.values({ ...(field.node.parameters.updateFields as IDataObject) });
	const advice = 'Add at least one field and fill it in.';
	throw missingValue(saved.find(isSavedExpression), field, undefined, advice);
};

export function updateFields(
	fields: ValueField[],
	{ required, clearable, clearNote }: UpdateFields,
): Collection {
	const clear = clearable ? [fieldsToClear(fields, clearable, clearNote)] : [];
	return {
		...collection('Update Fields', 'updateFields', 'Add Field', [...fields, ...clear]),
		description: `The fields to change. A field that is left empty keeps its value.${clearable ? " To empty a field, use 'Fields to Clear'." : ''}`,
		...(required && { complete: checkRequired }),
	};
}
