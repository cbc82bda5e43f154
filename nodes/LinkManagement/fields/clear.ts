import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { type FieldContext, invalidInput } from '../errors';
import { asSeveralOf, quoted } from './convert';

/** The value that empties a field. It is never null, because services treat null as "not given" (services.md section 3). */
type EmptyValue = '' | 0 | [];

/** The fields of an update that can be emptied, by their name in the body. */
export type Clearable = Record<string, EmptyValue>;

const NAME = 'fieldsToClear';
const LABEL = 'Fields to Clear';

/** The choice of fields that are sent empty. @param fields of the update, for their labels */
export function fieldsToClear(
	fields: INodeProperties[],
	clearable: Clearable,
	note = '',
): INodeProperties {
	const options = fields
		.filter(({ name }) => Object.hasOwn(clearable, name))
		.map(({ displayName, name }) => ({ name: displayName, value: name }));
	return {
		displayName: LABEL,
		name: NAME,
		type: 'multiOptions',
		options,
		default: [],
		description: `The fields to empty, which the node sends without a value, so that the service removes theirs${note}`,
		routing: { send: { type: 'body', property: NAME, propertyInDotNotation: false } },
	};
}

/**
 * Sets the chosen fields to their empty values. Runs after all other fields have been converted.
 *
 * @param body of the update; changed
 * @throws {NodeOperationError} for an unknown name, and for a chosen field that also has a value
 */
export function clearFields(body: IDataObject, clearable: Clearable, update: FieldContext): void {
	const field = { ...update, label: LABEL };
	const known = Object.keys(clearable);
	const asNames = asSeveralOf(known, 'is not one of the fields that can be emptied');
	const chosen = asNames(body[NAME], field);
	delete body[NAME];
	for (const name of chosen) {
		if (name in body) {
			throw invalidInput(
				field,
				`${quoted(name)} also has a value`,
				'Remove the field, or do not choose it here.',
			);
		}
	}
	for (const name of chosen) body[name] = clearable[name];
}
