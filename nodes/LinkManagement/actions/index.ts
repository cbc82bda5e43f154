import type { INodeProperties } from 'n8n-workflow';

import type { Field } from '../fields/field';
import type { Operation, Resource } from '../run/item';
import { textOf } from '../text/json';
import { account } from './account';
import { campaign } from './campaign';
import { channel } from './channel';
import { domain } from './domain';
import { link } from './link';
import { overlay } from './overlay';
import { pixel } from './pixel';
import { qrCode } from './qrCode';
import { splash } from './splash';

/** By their values in a workflow, in the order of the editor's list. */
export const resources: Record<string, Resource> = {
	account,
	campaign,
	channel,
	overlay,
	domain,
	link,
	pixel,
	qrCode,
	splash,
};

export function findOperation(resource: unknown, operation: unknown): Operation | undefined {
	return resources[textOf(resource)]?.operations[textOf(operation)];
}

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
	return inOrder.map((field) => {
		const { displayOptions } = field;
		// Resource and operation come first, because n8n stops at the first condition on an expression
		const show = {
			resource: [resource],
			operation: operationsWith.get(field)!,
			...displayOptions?.show,
		};
		return { ...field, displayOptions: { ...displayOptions, show } };
	});
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
			options: operations.map(([name, { option }]) => ({ ...option, value: name })),
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
