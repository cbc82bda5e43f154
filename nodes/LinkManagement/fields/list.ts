import { collection, optionsCollection } from './collection';
import { asPositiveInteger } from './convert';
import type { Field, ValueField } from './field';
import { countField, switchField } from './simpleFields';

const returnAll = switchField({
	displayName: 'Return All',
	name: 'returnAll',
	description: 'Whether to return all results or only up to a given limit',
});

const limit = countField({
	displayName: 'Limit',
	name: 'limit',
	displayOptions: { show: { returnAll: [false] } },
	default: 50,
	description: 'Max number of results to return',
	// A model must give it also beside Return All
	convert: (value, field) => (field.given?.returnAll ? undefined : asPositiveInteger(value, field)),
});

const pageSize = countField({
	displayName: 'Page Size',
	name: 'pageSize',
	placeholder: 'e.g. 500',
	description:
		'Number of records per request. Leave empty to request as many as the service allows.',
});

const startPage = countField({
	displayName: 'Start Page',
	name: 'startPage',
	default: 1,
	description:
		"Number of the first page to read. A page has as many records as 'Page Size' says, or 100.",
});

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
