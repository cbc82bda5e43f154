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

interface More {
	/** Fields between Limit and Options. */
	filters?: INodeProperties[];
	/** Options of this list only; their labels come before those of every list. */
	options?: INodeProperties[];
}

/** Return All and Limit, and the options of every list. */
export const listFields = ({ filters = [], options = [] }: More = {}): INodeProperties[] => [
	returnAll,
	limit,
	...filters,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [...options, pageSize, startPage],
	},
];
