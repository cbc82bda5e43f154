import { collection, optionsCollection } from './collection';
import { asCount, asPositiveInteger } from './convert';
import type { Field, ValueField } from './field';
import { switchField } from './simpleFields';

const returnAll = switchField({
	displayName: 'Return All',
	name: 'returnAll',
	description: 'Whether to return all results or only up to a given limit',
});

const limit: ValueField = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	displayOptions: { show: { returnAll: [false] } },
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	into: 'given',
	convert: asPositiveInteger,
};

const pageSize: ValueField = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: '',
	placeholder: 'e.g. 500',
	description:
		'Number of records per request. Leave empty to request as many as the service allows.',
	into: 'given',
	convert: asCount,
};

const startPage: ValueField = {
	displayName: 'Start Page',
	name: 'startPage',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description:
		'Number of the first page to read. A page has as many records as Page Size says, or 100.',
	into: 'given',
	convert: asCount,
};

interface ListFields {
	filters?: Field[];
	options?: ValueField[];
	sort?: ValueField[];
}

export const listFields = ({ filters = [], options = [], sort }: ListFields = {}): Field[] => [
	returnAll,
	limit,
	...filters,
	optionsCollection([...options, pageSize, startPage]),
	...(sort ? [collection('Sort', 'sort', 'Add Sort Rule', sort)] : []),
];
