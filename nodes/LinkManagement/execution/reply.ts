import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../transport/json';
import { WrongShape } from '../transport/paging';
import type { Search } from './search';

/** What an operation expects back, and the records it becomes. */
export interface Reply {
	/** Name of the array in a list reply: the operation reads page by page. */
	list?: string;
	/** One record is searched for, and there may be none. */
	search?: Search;
	/**
	 * The records of a good reply; of a list, one record after the other is passed as `body`.
	 *
	 * @throws {WrongShape} when the reply does not hold what the operation expects
	 */
	records(body: IDataObject, simplify: boolean): IDataObject[];
}

/** The key `error` stands in every reply, and n8n takes an item that bears it for a refused one. */
export function withoutError(sent: IDataObject): IDataObject {
	const rest = { ...sent };
	delete rest.error;
	return rest;
}

/** A list under this name in `data` (api.md section 2.1). */
export const list = (key: string, each: (record: IDataObject) => IDataObject = (record) => record): Reply => ({
	list: key,
	records: (record) => [each(withoutError(record))],
});

/** The record that a reply is, as far as api.md shows it: whatever the service sent. */
export const record = (each: (record: IDataObject) => IDataObject = (sent) => sent): Reply => ({
	records: (body) => [each(withoutError(body))],
});

/** A record under `data`. */
export const data: Reply = {
	records(body) {
		if (!isObject(body.data)) throw new WrongShape('a record under "data"');
		return [withoutError(body.data)];
	},
};

/** A reply that only says that it was done. */
export const message: Reply = {
	records: (body) => [{ success: true, ...withoutError(body), message: body.message ?? body.msg ?? '' }],
};

/** Counts are sent as strings; without clicks the map is the number 0 (api.md sections 2.8 and 2.10). */
function counts(map: unknown): Record<string, number> {
	if (!isObject(map)) return {};
	return Object.fromEntries(Object.entries(map).map(([label, count]) => [label, Number(count) || 0]));
}

/** The label with the highest count; empty when there are no clicks. */
const top = (map: unknown) => Object.entries(counts(map)).sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';

/** Details and statistics as one record that people can sort, chart and put into a spreadsheet. */
function simplified(details: IDataObject, figures: IDataObject): IDataObject {
	const { clicks, uniqueClicks, topCountries, topReferrers, topBrowsers, topOs } = figures;
	const { id, shorturl, link, longurl, title, name, ...rest } = withoutError(details);
	const what = Object.entries({ id, shorturl, link, longurl, title, name });
	return {
		// What people look for stands first
		...Object.fromEntries(what.filter(([, value]) => value !== undefined)),
		clicks: Number(clicks) || 0,
		uniqueClicks: Number(uniqueClicks) || 0,
		topCountry: top(topCountries),
		topReferrer: top(topReferrers),
		topBrowser: top(topBrowsers),
		topOperatingSystem: top(topOs),
		...rest,
		topCountries: counts(topCountries),
		topReferrers: counts(topReferrers),
		topBrowsers: counts(topBrowsers),
		topOs: counts(topOs),
	};
}

/** One link or QR code with its statistics under `details` and `data`. */
export const statistics = (search?: Search): Reply => ({
	search,
	records(body, simplify) {
		const { details, data: figures } = body;
		if (!isObject(details)) throw new WrongShape('a record under "details"');
		return [simplify ? simplified(details, isObject(figures) ? figures : {}) : withoutError(body)];
	},
});

/** n8n's own form for a deletion. */
export const deleted: Reply = { records: () => [{ deleted: true }] };
