import type { INodeProperties, INodePropertyOptions, PreSendAction } from 'n8n-workflow';

import { type Field, isCollection } from '../fields/field';
import { displayedFields, itemRequest } from '../fields/itemRequest';
import { Table } from '../fields/table';
import type { Operation, Resource } from '../operations/operation';
import { timeZoneNamed } from '../values/dates';
import { mapValues, textOf, without } from '../values/json';
import { account } from './account';
import { campaign } from './campaign';
import { channel } from './channel';
import { withCommonFields } from './commonFields';
import { domain } from './domain';
import { link } from './link';
import { overlay } from './overlay';
import { pixel } from './pixel';
import { qrCode } from './qrCode';
import { splash } from './splash';

/** By their values in a workflow, in the order of the editor's list. */
export const resources = mapValues<Resource, Resource>(
	{ account, campaign, channel, overlay, domain, link, pixel, qrCode, splash },
	withCommonFields,
);

export function findOperation(resource: unknown, operation: unknown): Operation | undefined {
	return resources[textOf(resource)]?.operations[textOf(operation)];
}

/** n8n's routing engine puts each value where `routing.send` says, and then calls the conversions of the entry point for many items. */
function optionOf(value: string, { option, fields }: Operation): INodePropertyOptions {
	const preSend: PreSendAction = async function (request) {
		const [node, row] = [this.getNode(), this.getInputData()];
		const credentials = await this.getCredentials('linkManagementApi');
		// An invalid one is reported when the service is opened
		const timeZone = timeZoneNamed(credentials.timeZone) ?? 'UTC';
		const item = itemRequest(displayedFields(fields, node), {
			...{ node, item: this.getItemIndex(), timeZone, input: row.json, table: new Table([row]) },
			parameter: (name, fallback) => this.getNodeParameter(name, fallback),
		});
		const { query: qs, body } = item;
		return { ...request, qs, body, item };
	};
	return { ...option, value, routing: { ...option.routing, send: { preSend: [preSend] } } };
}

const propertiesOf = (field: Field): INodeProperties[] => [
	propertyOf(field),
	...(!isCollection(field) && field.notice ? [field.notice] : []),
];

/** With `routing.send` if the value is sent, and without what only this node reads. */
function propertyOf(field: Field): INodeProperties {
	if (isCollection(field))
		return { ...without(field, 'complete'), options: field.options.map(propertyOf) };
	const { into, name, sentAs = name } = field;
	const property = without(field, 'into', 'sentAs', 'convert', 'complete', 'notice');
	if (into !== 'body' && into !== 'query') return property;
	const send = { type: into, property: sentAs, propertyInDotNotation: false };
	return { ...property, routing: { send } };
}

/** Resource and operation come first, because n8n stops at the first condition on an expression. */
const shownForOperations = (field: INodeProperties, resource: string, operation: string[]) => ({
	...field,
	displayOptions: {
		...field.displayOptions,
		show: { resource: [resource], operation, ...field.displayOptions?.show },
	},
});

/**
 * The fields of a resource. A field that several operations share is declared once, because n8n's routing engine evaluates
 * a parameter once for each declared field of its name. Each operation keeps the order of its fields.
 */
function resourceFields(resource: string, operations: Array<[string, Operation]>) {
	const inOrder: Field[] = [];
	const operationsWith = new Map<Field, string[]>();
	for (const [name, { fields }] of operations) {
		let next = inOrder.length;
		for (const field of [...fields].reverse()) {
			const at = inOrder.indexOf(field);
			if (at === -1) inOrder.splice(next, 0, field);
			else next = at;
			operationsWith.set(field, [...(operationsWith.get(field) ?? []), name]);
		}
	}
	return inOrder.flatMap((field) =>
		propertiesOf(field).map((property) =>
			shownForOperations(property, resource, operationsWith.get(field) ?? []),
		),
	);
}

function resourceProperties([value, resource]: [string, Resource]): INodeProperties[] {
	const operations = Object.entries(resource.operations);
	const initial = resource.operations.create ? 'create' : (operations[0]?.[0] ?? '');
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [value] } },
			options: operations.map(([name, operation]) => optionOf(name, operation)),
			default: initial,
		},
		...resourceFields(value, operations),
	];
}

export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: Object.entries(resources).map(([value, { name, description }]) => ({
			name,
			value,
			description,
		})),
		default: 'link',
		// n8n's routing engine passes every request to the node's own client, also that of an operation which it does not know
		routing: { send: { paginate: true } },
	},
	...Object.entries(resources).flatMap(resourceProperties),
];
