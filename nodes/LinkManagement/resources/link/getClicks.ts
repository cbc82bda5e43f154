import { asSeveralOf } from '../../fields/convert';
import type { ValueField } from '../../fields/field';
import { linkId } from '../../fields/records';
import { clicksReport, GROUPS, reportsClicks } from '../../operations/links/clicksReport';
import type { Operation } from '../../operations/operation';
import { reply } from './statistics';

const groupBy: ValueField = {
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
	into: 'given',
	convert: asSeveralOf(GROUPS),
};

export const getClicks: Operation = {
	option: {
		name: 'Get Clicks Report',
		value: 'getClicks',
		action: 'Get clicks report of short link as rows',
		description:
			'Get the clicks of one short link as rows for a sheet or chart, by country, referrer, browser or operating system. Needs the ID, short URL or alias of the link.',
		routing: { request: { method: 'GET', url: '/api/url/:linkId' } },
	},
	endpoint: 'read short links',
	fields: [linkId('to report on'), groupBy],
	behavior: reportsClicks(reply),
	reply: clicksReport,
};
