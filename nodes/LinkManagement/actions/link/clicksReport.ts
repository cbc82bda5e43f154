import type { IDataObject } from 'n8n-workflow';
import type { Given } from '../../fields/field';
import { linkIndexOf } from '../../lookup/linkIndex';
import { isObject, textOf } from '../../text/json';
import { countedThat, numberFrom, type Sentence } from '../../text/sentences';
import { readsLink } from '../reads';
import type { Behavior, ItemCall, Output, Reply } from '../../run/operation';
import { runNotesOf } from '../../run/notes';
import { withoutError } from '../reply';
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

/** The field of a simplified link that holds the counts of a group. */
const COUNTS = {
	country: 'topCountries',
	referrer: 'topReferrers',
	browser: 'topBrowsers',
	system: 'topOperatingSystems',
} as const;

/** What the clicks can be grouped by, in the order in which the rows come out. */
export const GROUPS = ['total', 'country', 'referrer', 'browser', 'system'] as const;

/** Shares are rounded to this part of 1. */
const SHARE_UNIT = 10_000;

function countsOf(link: IDataObject, by: (typeof GROUPS)[number]): Array<[string, number]> {
	if (by === 'total') return [['all', Number(link.clicks)]];
	const counts = link[COUNTS[by]];
	const entries = isObject(counts) ? Object.entries(counts) : [];
	return entries
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
	return GROUPS.filter((by) => groups.includes(by)).flatMap((by) => {
		const counts = countsOf(link, by);
		const sum = counts.reduce((all, [, clicks]) => all + clicks, 0);
		const whole = Math.max(sum, Number(link.clicks));
		return counts.map(([value, clicks]) => {
			const share = whole > 0 ? Math.round((clicks / whole) * SHARE_UNIT) / SHARE_UNIT : 0;
			return { id, shorturl, title, by, value, clicks, share };
		});
	});
}

/** Whether the rows show only what the list of links shows. */
const isListEnough = ({ groupBy = [] }: Given): boolean => groupBy.every((by) => by === 'total');

/** The link as the list shows it, where reading the list takes fewer requests than reading each link. */
async function listedLink(call: ItemCall): Promise<IDataObject | undefined> {
	const index = linkIndexOf(call.run);
	await index.prepare(call, true);
	const { id, shorturl, title, clicks } = index.findById(textOf(call.path.linkId)) ?? {};
	const count = numberFrom(clicks);
	return count === undefined ? undefined : { id: Number(id), shorturl, title, clicks: count };
}

const withoutClicks: Sentence = ({ length }) =>
	`${countedThat(length, 'link', 'has', 'have')} no clicks of this kind, and so no row.`;

export const reportsClicks: Behavior = {
	kind: 'reports',
	isListEnough,
	async perform(call) {
		const { groupBy = [] } = call.given;
		const listed = isListEnough(call.given) ? await listedLink(call) : undefined;
		const links = listed
			? [listed]
			: (await readsLink.perform(call)).map((body) => linkWithClicks.record(body));
		const rows = links.flatMap((one) => clicksRows(one, groupBy));
		if (rows.length === 0) runNotesOf(call.run).add(withoutClicks, '', 'counts');
		return rows;
	},
};

export const clicksReport: Reply = {
	output: CLICKS_ROW,
	record: withoutError,
};
