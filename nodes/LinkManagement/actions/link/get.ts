import { LISTS } from '../../client/endpoints';
import {
	optionsCollection,
	switchField,
	textField,
	unsentField,
	outputFields,
} from '../../fields/kinds';
import { asSeveralOf } from '../../fields/convert';
import { linkId } from '../../fields/locators';
import { asShortUrl } from '../../fields/reference';
import { readsLink } from '../reads';
import { clicksReport, GROUPS, reportsClicks } from './clicksReport';
import { findsByShortUrl } from './readLinks';
import { linkWithClicks } from './record';
import { operation } from '../common';

const output = outputFields(Object.keys(linkWithClicks.output));

export const get = operation('GET', '/api/url/:linkId', {
	name: 'Get',
	action: 'Get short link and its clicks',
	description:
		'Get one short link with its clicks by country, referrer, browser and operating system. Needs the ID, short URL or alias of the link.',
	endpoint: 'read short links',
	fields: [linkId('to get'), ...output],
	behavior: readsLink,
	reply: linkWithClicks,
});

const shortUrl = textField({
	displayName: 'Short URL',
	name: 'shortUrl',
	required: true,
	placeholder: 'e.g. https://go.example.com/spring',
	description: 'The full short URL of the link to look up',
	routing: { send: { type: 'query', property: 'short' } },
	convert: asShortUrl('The operation Get also takes an ID or an alias.'),
});

const stopIfNotFound = switchField({
	displayName: 'Stop If Not Found',
	name: 'stopIfNotFound',
	default: true,
	description: 'Whether to fail if no link has this short URL, instead of returning no item',
});

export const getByShortUrl = operation('GET', LISTS.links.path, {
	name: 'Get by Short URL',
	action: 'Look up short link by short URL',
	description:
		'Look up one short link by its full short URL, with its clicks. Returns nothing when no link has this short URL.',
	endpoint: 'look up short links',
	fields: [shortUrl, ...output, optionsCollection([stopIfNotFound])],
	behavior: findsByShortUrl,
	reply: linkWithClicks,
});

const groupBy = unsentField({
	displayName: 'Group By',
	name: 'groupBy',
	type: 'multiOptions',
	required: true,
	options: [
		{ name: 'Browser', value: 'browser' },
		{ name: 'Country', value: 'country' },
		{ name: 'Operating System', value: 'system' },
		{ name: 'Referrer', value: 'referrer' },
		{ name: 'Total', value: 'total', description: 'One row with all clicks of the link' },
	],
	default: ['country'],
	description:
		'What the clicks are counted by. Each country, referrer, browser and operating system with clicks is a row.',
	convert: asSeveralOf(GROUPS),
});

export const getClicks = operation('GET', '/api/url/:linkId', {
	name: 'Get Clicks Report',
	action: 'Get clicks report of short link as rows',
	description:
		'Get the clicks of one short link as rows for a sheet or chart, by country, referrer, browser or operating system. Needs the ID, short URL or alias of the link.',
	endpoint: 'read short links',
	fields: [linkId('to report on'), groupBy],
	behavior: reportsClicks,
	reply: clicksReport,
});
