import { LISTS } from '../../client/endpoints';
import { asUrl } from '../../fields/addresses';
import { collection, textField, unsentField, unsentText, listFields } from '../../fields/kinds';
import { asOneOf } from '../../fields/convert';
import { asDateTime, dateFormat } from '../../fields/dateTime';
import type { ValueField } from '../../fields/field';
import { readsLinks } from './readLinks';
import { record } from '../reply';
import { operation } from '../common';

const order: ValueField = {
	displayName: 'Sort By',
	name: 'order',
	type: 'options',
	options: [
		{ name: 'Most Clicks First', value: 'click' },
		{ name: 'Newest First', value: 'date' },
	],
	default: 'date',
	description: 'The order of the links',
	routing: { send: { type: 'query', property: 'order' } },
	convert: asOneOf('click', 'date'),
};

const createdAfter = unsentField({
	displayName: 'Created After',
	name: 'createdAfter',
	type: 'dateTime',
	default: '',
	description:
		"Only links created at this time or later, by the service's clock. A date without a time means the start of that day. If the newest links come first, the node stops at the first older one, so a daily sync reads only new links.",
	convert: asDateTime('start'),
});

const longUrl = unsentText({
	displayName: 'Long URL',
	name: 'longUrl',
	placeholder: 'e.g. https://example.com/spring-sale',
	description:
		'Only links that lead to exactly this URL. The node searches for it, and compares what the service finds.',
	convert: asUrl,
});

const keyword = textField({
	displayName: 'Search',
	name: 'q',
	placeholder: 'e.g. spring sale',
	description: 'Only links that match this keyword',
	routing: { send: { type: 'query', property: 'q' } },
});

export const getAll = operation('GET', LISTS.links.path, {
	name: 'Get Many',
	action: 'Get many short links',
	description:
		'List short links with their IDs, long URLs and clicks: all of them, or those that match a keyword or lead to a long URL',
	endpoint: `list ${LISTS.links.what}`,
	fields: listFields({
		filters: [collection('Filters', 'filters', 'Add Filter', [createdAfter, longUrl, keyword])],
		options: [dateFormat],
		sort: [order],
	}),
	behavior: readsLinks,
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
});
