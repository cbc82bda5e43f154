import { optionsCollection, countField, switchField, textField, listFields } from '../fields/kinds';
import { asPositiveInteger } from '../fields/convert';
import { type Collection, type Field, isCollection, type ValueField } from '../fields/field';
import { canIncludeInput, type Operation, type Resource } from '../run/operation';
import { mapValues } from '../text/json';
import type { NamedList } from '../client/endpoints';
import { deletes } from './changes';
import { readsList } from './reads';
import { deleted } from './reply';

export const nameField = (what: string, example: string) =>
	textField({
		displayName: 'Name',
		name: 'name',
		placeholder: `e.g. ${example}`,
		description: `The name under which the ${what} is listed`,
		routing: { send: { type: 'body', property: 'name' } },
	});

const includeInputFields = switchField({
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	// Who adds an option wants to turn something on. Without it, the operation decides
	default: true,
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
	const options = known.get(own) ?? optionsCollection([...own.options, includeInputFields]);
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

type Option = Operation['option'];
type Request = Option['routing']['request'];
type Texts = Pick<Option, 'action' | 'description'>;

/** An operation with its request, which n8n reads from the option in the editor. */
export const operation = (
	method: Request['method'],
	url: Request['url'],
	{ name, action, description, ...rest }: Omit<Operation, 'option'> & Omit<Option, 'routing'>,
): Operation => ({
	option: { name, action, description, routing: { request: { method, url } } },
	...rest,
});

export const listOperation = (
	{ path, arrayName, what }: NamedList,
	texts: Pick<Operation, 'reply'> & Texts,
): Operation =>
	operation('GET', path, {
		name: 'Get Many',
		...texts,
		endpoint: `list ${what}`,
		fields: listFields(),
		behavior: readsList(arrayName),
	});

export const deleteOperation = (
	url: Request['url'],
	record: (purpose: string) => ValueField,
	target: Parameters<typeof deletes>[0],
	texts: Pick<Operation, 'endpoint'> & Texts,
): Operation =>
	operation('DELETE', url, {
		name: 'Delete',
		...texts,
		fields: [record('to delete')],
		behavior: deletes(target),
		reply: deleted,
	});
