import { invalidInput } from '../errors';
import { asSeveralOf, quoted } from './convert';
import type { Complete, ValueField } from './field';

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
		}
		for (const name of fieldsToClear) body[name] = clearable[name];
	};

export const fieldsToClear = (
	fields: ValueField[],
	clearable: Clearable,
	note = '',
): ValueField => ({
	displayName: 'Fields to Clear',
	name: 'fieldsToClear',
	type: 'multiOptions',
	options: fields
		.filter(({ name }) => Object.hasOwn(clearable, name))
		.map(({ displayName, name }) => ({ name: displayName, value: name })),
	default: [],
	description: `The fields to empty, which the node sends without a value, so that the service removes theirs${note}`,
	into: 'given',
	convert: asSeveralOf(Object.keys(clearable), 'is not one of the fields that can be emptied'),
	complete: clearFields(clearable),
});
