import { optionsCollection } from '../fields/collection';
import { asPositiveInteger } from '../fields/convert';
import { type Collection, type Field, isCollection } from '../fields/field';
import { countField, switchField, textField } from '../fields/simpleFields';
import { canIncludeInput, type Operation, type Resource } from '../operations/operation';
import { mapValues } from '../values/json';

export const nameField = (what: string, example: string) =>
	textField({
		displayName: 'Name',
		name: 'name',
		placeholder: `e.g. ${example}`,
		description: `The name under which the ${what} is listed`,
	});

const includeInputFields = switchField({
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	description:
		"Whether to include the fields of the input item, before those of the record. If both have a field of the same name, you get the record's value. A Webhook's headers and body come out only if this option is added and on.",
});

const maximumDeletions = countField({
	displayName: 'Maximum Deletions',
	name: 'maximumDeletions',
	default: 100,
	description:
		'The most records to delete in one run. If there are more input items, the node deletes nothing.',
	convert: asPositiveInteger,
});

/** The same object for all operations without other options, so that the node declares it once for each resource. */
const commonOptions = optionsCollection([includeInputFields]);

type KnownOptions = Map<Field, Collection>;

/** The fields of an operation, with the option Include Input Fields unless the operation returns a list. */
function fieldsOf(operation: Operation, known: KnownOptions): Field[] {
	const { fields } = operation;
	if (!canIncludeInput(operation)) return fields;
	if (operation.behavior.kind === 'deletes')
		return [...fields, optionsCollection([includeInputFields, maximumDeletions])];
	const own = fields.find((field) => isCollection(field) && field.name === 'options');
	if (!own || !isCollection(own)) return [...fields, commonOptions];
	const include = { ...includeInputFields, default: operation.includesInput === true };
	const options = known.get(own) ?? optionsCollection([...own.options, include]);
	known.set(own, options);
	return [...fields.filter((field) => field !== own), options];
}

export function withCommonFields(resource: Resource): Resource {
	const known: KnownOptions = new Map();
	return {
		...resource,
		operations: mapValues(resource.operations, (operation) => ({
			...operation,
			fields: fieldsOf(operation, known),
		})),
	};
}
