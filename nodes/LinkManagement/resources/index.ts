import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import type { Operation, Resource } from '../execution/operation';
import { textOf } from '../values/json';
import { account } from './account';
import { campaign } from './campaign';
import { channel } from './channel';
import { withCommonFields } from './commonFields';
import { domain } from './domain';
import { link } from './link';
import { overlay } from './overlay';
import { qrCode } from './qrCode';
import { splash } from './splash';

/** By the resource's value, in the order of the editor's list. */
export const resources: Record<string, Resource> = Object.fromEntries(
	Object.entries({
		account,
		campaign,
		channel,
		overlay,
		domain,
		link,
		qrCode,
		splash,
	}).map(([name, resource]) => [name, withCommonFields(resource)]),
);

/** @returns the operation that these values of the Resource and Operation parameters name, if there is one */
export function findOperation(resource: unknown, operation: unknown): Operation | undefined {
	return resources[textOf(resource)]?.operations[textOf(operation)];
}

/** `paginate` leads every request of n8n's routing engine into the node's own transport. */
const option = ({ option: declared }: Operation) => ({
	...declared,
	routing: { ...declared.routing, send: { paginate: true } },
});

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
			options: operations.map(([, operation]) => option(operation)),
			default: initial,
		},
		...operations.flatMap(([name, { fields }]) =>
			updateDisplayOptions({ show: { resource: [value], operation: [name] } }, fields),
		),
	];
}

/** All parameters of the node: Resource, then for each resource Operation and its fields. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: Object.values(resources).map(({ option: declared }) => declared),
		default: 'link',
	},
	...Object.entries(resources).flatMap(resourceProperties),
];
