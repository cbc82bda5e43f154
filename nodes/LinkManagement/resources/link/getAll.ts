import type { INodeProperties } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import { oneOf, trimmed } from '../../fields/convert';
import { listFields } from '../../fields/list';
import { inQuery } from '../../fields/send';
import type { Operation } from '../../operations/operation';
import { readsList } from '../../operations/readsList';
import { record } from '../../operations/reply';

const order = inQuery(
	{
		displayName: 'Sort By',
		name: 'order',
		type: 'options',
		options: [
			{ name: 'Most Clicks First', value: 'click' },
			{ name: 'Newest First', value: 'date' },
		],
		default: 'date',
		description: 'The order of the links',
	},
	oneOf('click', 'date'),
);

const createdAfter: INodeProperties = {
	displayName: 'Created After',
	name: 'createdAfter',
	type: 'dateTime',
	default: '',
	description:
		"Only links created at this time or later, by the service's clock. If the newest links come first, the node stops at the first older one, so a daily sync reads only new links.",
};

const keyword = inQuery(
	{
		displayName: 'Search',
		name: 'q',
		type: 'string',
		placeholder: 'e.g. spring sale',
		default: '',
		description: 'Only links that match this keyword',
	},
	trimmed,
);

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many short links',
		description:
			'List short links with their IDs, long URLs and clicks: all of them, or those that match a keyword',
		routing: { request: { method: 'GET', url: LISTS.links.path } },
	},
	endpoint: 'list short links',
	fields: listFields({
		filters: [
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				placeholder: 'Add Filter',
				default: {},
				options: [createdAfter, keyword],
			},
		],
		options: [order],
	}),
	behavior: readsList(LISTS.links.arrayName),
	reply: record({
		id: 'integer',
		alias: 'string',
		shorturl: 'string',
		longurl: 'string',
		clicks: 'integer',
		title: 'string',
		description: 'string',
		date: 'string',
	}),
};
