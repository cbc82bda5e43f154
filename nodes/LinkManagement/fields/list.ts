import type { INodeProperties } from 'n8n-workflow';

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	displayOptions: { show: { returnAll: [false] } },
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

const pageSize: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description: 'Records to ask for with each request. The service may give fewer.',
};

const startPage: INodeProperties = {
	displayName: 'Start Page',
	name: 'startPage',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description: 'Page to begin with, counted in steps of the page size',
};

/** Return All and Limit, and the options of every list; `more` options are added to them. */
export const listFields = (more: INodeProperties[] = []): INodeProperties[] => [
	returnAll,
	limit,
	...more,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [pageSize, startPage],
	},
];
