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
	default: '',
	placeholder: 'e.g. 500',
	description:
		'Records to ask for with each request. Leave empty to ask for as many as the service gives.',
};

const startPage: INodeProperties = {
	displayName: 'Start Page',
	name: 'startPage',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description: 'Page to begin with, counted in steps of the page size (100 if none is set)',
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
		options: [...options, pageSize, startPage].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	},
];
