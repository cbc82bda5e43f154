import type { INodeProperties } from 'n8n-workflow';

import { givesOneRecord, type Operation, type Resource } from '../operations/operation';

const includeInputFields: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: false,
	description:
		"Whether to include the fields of the input item, before those of the record. If both have a field of the same name, you get the record's value.",
};

const optionsCollection = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: options.sort((a, b) => a.displayName.localeCompare(b.displayName)),
});

const maximumDeletions: INodeProperties = {
	displayName: 'Maximum Deletions',
	name: 'maximumDeletions',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description:
		'The most records to delete in one run. If there are more input items, the node deletes nothing.',
};

/** The same object for all operations without other options, so that the node declares it once for each resource. */
const commonOptions = optionsCollection([includeInputFields]);

/** The fields of an operation, with the option Include Input Fields unless the operation returns a list. */
function fieldsOf(operation: Operation): INodeProperties[] {
	const { fields } = operation;
	if (!givesOneRecord(operation)) return fields;
	if (operation.behavior.kind === 'deletes')
		return [...fields, optionsCollection([includeInputFields, maximumDeletions])];
	const own = fields.find(({ name }) => name === 'options');
	if (!own) return [...fields, commonOptions];
	const options = [...((own.options ?? []) as INodeProperties[]), includeInputFields];
	return [...fields.filter((field) => field !== own), optionsCollection(options)];
}

/** A resource whose operations also have the fields that all operations share. */
export const withCommonFields = (resource: Resource): Resource => ({
	...resource,
	operations: Object.fromEntries(
		Object.entries(resource.operations).map(([name, operation]) => [
			name,
			{ ...operation, fields: fieldsOf(operation) },
		]),
	),
});
