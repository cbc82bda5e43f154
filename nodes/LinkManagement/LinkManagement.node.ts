import {
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { manyItems } from './execution/manyItems';
import { oneItem } from './execution/oneItem';
import { listSearch } from './listSearch';
import { properties, resources } from './resources';
import type { Resource } from './resources/operation';
import { BASE_URL_EXPRESSION } from './transport/baseUrl';
import { JSON_HEADERS } from './transport/service';

/** Every operation of a resource through the door for many items. */
const manyItemsOf = ({ operations }: Resource) =>
	Object.fromEntries(
		Object.entries(operations).map(([name, operation]) => [
			name,
			async function (this: IExecuteFunctions) {
				return await manyItems(this, operation);
			},
		]),
	);

export class LinkManagement implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Management',
		name: 'linkManagement',
		icon: {
			light: 'file:../../icons/linkManagement.svg',
			dark: 'file:../../icons/linkManagement.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Make and read short links, QR codes, campaigns, channels and branded domains',
		defaults: { name: 'Link Management' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkManagementApi', required: true }],
		requestDefaults: { baseURL: BASE_URL_EXPRESSION, headers: JSON_HEADERS },
		requestOperations: { pagination: oneItem },
		properties,
	};

	methods = { listSearch };

	customOperations = Object.fromEntries(
		Object.entries(resources).map(([name, resource]) => [name, manyItemsOf(resource)]),
	);
}
