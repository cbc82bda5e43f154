import type { IDataObject } from 'n8n-workflow';

import { asSeveralOf } from '../../fields/convert';
import type { Unsent } from '../../fields/field';
import { unsentField } from '../../fields/kinds';
import { linkId } from '../../fields/locators';
import { type Output, withoutError } from '../../lists/records';
import type { Item } from '../../run/item';
import { isObject, textOf } from '../../text/json';
import { numberFrom } from '../../text/sentences';
import { operation } from '../common';
import { readLink } from './get';
import { linkWithClicks } from './record';

/** One row of the report: the clicks of a link from one country, referrer, browser or operating system, or all of them. */
const CLICKS_ROW: Output = {
	id: 'integer',
	shorturl: 'string',
	title: 'string',
	by: 'string',
	value: 'string',
	clicks: 'integer',
	share: 'number',
};

/** What the clicks can be grouped by, in the order of the rows, and the field of a simplified link with the counts. */
const GROUPS = {
	total: 'clicks',
	country: 'topCountries',
	referrer: 'topReferrers',
	browser: 'topBrowsers',
	system: 'topOperatingSystems',
};

/** Shares are rounded to this part of 1. */
const SHARE_UNIT = 10_000;

function countsOf(link: IDataObject, by: string, field: string): Array<[string, number]> {
	const shown = link[field];
	const counts = by === 'total' ? { all: shown } : shown;
	return Object.entries(isObject(counts) ? counts : {})
		.map(([label, count]): [string, number] => [label, Number(count)])
		.sort(([, a], [, b]) => b - a);
}

/**
 * In the order of {@link GROUPS}, in each group the most clicked first. `share` is the part of all clicks of the link, from 0
 * to 1: a service may return only the first labels of a group. If the counts of a group exceed them, it is that of the group.
 */
export function clicksRows(link: IDataObject, groups: string[]): IDataObject[] {
	const { id, shorturl } = link;
	const title = textOf(link.title);
	const wanted = Object.entries(GROUPS).filter(([by]) => groups.includes(by));
	return wanted.flatMap(([by, field]) => {
		const counts = countsOf(link, by, field);
		const sum = counts.reduce((all, [, clicks]) => all + clicks, 0);
		const whole = Math.max(sum, Number(link.clicks));
		return counts.map(([value, clicks]) => {
			const share = whole > 0 ? Math.round((clicks / whole) * SHARE_UNIT) / SHARE_UNIT : 0;
			return { id, shorturl, title, by, value, clicks, share };
		});
	});
}

/** Whether the rows show only what the list of links shows. */
const isListEnough = ({ groupBy = [] }: Unsent): boolean => groupBy.every((by) => by === 'total');

/** The link as the list shows it, where reading the list takes fewer requests than reading each link. */
async function listedLink(item: Item): Promise<IDataObject | undefined> {
	const index = item.run.links;
	await index.prepare(item, true);
	const { id, shorturl, title, clicks } = index.listedById(textOf(item.path.linkId))?.link ?? {};
	const count = numberFrom(clicks);
	return count === undefined ? undefined : { id: Number(id), shorturl, title, clicks: count };
}

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
	convert: asSeveralOf(Object.keys(GROUPS)),
});

export const getClicks = operation('GET', '/api/url/:linkId', {
	name: 'Get Clicks Report',
	action: 'Get clicks report of short link as rows',
	description:
		'Get the clicks of one short link as rows for a sheet or chart, by country, referrer, browser or operating system. Needs the ID, short URL or alias of the link.',
	endpoint: 'read short links',
	fields: [linkId('to report on'), groupBy],
	kind: 'get',
	isListEnough,
	async execute(item) {
		const { unsent, run } = item;
		const listed = isListEnough(unsent) ? await listedLink(item) : undefined;
		const link = listed ?? linkWithClicks.record(await readLink(item));
		const rows = clicksRows(link, unsent.groupBy ?? []);
		if (rows.length === 0) run.summary.withoutClicks++;
		return rows;
	},
	reply: { output: CLICKS_ROW, record: withoutError },
});
