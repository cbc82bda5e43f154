import type { INodeProperties } from 'n8n-workflow';

import { optionsCollection } from './collection';

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
		'Number of records per request. Leave empty to request as many as the service allows.',
};

const startPage: INodeProperties = {
	displayName: 'Start Page',
	name: 'startPage',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description:
		'Number of the first page to read. A page has as many records as Page Size says, or 100.',
};

interface ListFields {
	/** Fields between Limit and Options. */
	filters?: INodeProperties[];
	/** Options that only this list has. */
	options?: INodeProperties[];
	/** The order of the list, in a collection of its own below Options. */
	sort?: INodeProperties[];
}

const sortCollection = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Sort',
	name: 'sort',
	type: 'collection',
	placeholder: 'Add Sort Rule',
	default: {},
	options,
});

/** Return All and Limit, and the options of every list. */
export const listFields = ({
	filters = [],
	options = [],
	sort,
}: ListFields = {}): INodeProperties[] => [
	returnAll,
	limit,
	...filters,
	optionsCollection([...options, pageSize, startPage]),
	...(sort ? [sortCollection(sort)] : []),
];
