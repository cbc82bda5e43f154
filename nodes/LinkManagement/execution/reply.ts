import type { IDataObject } from 'n8n-workflow';

import { UnexpectedReply } from '../errors';
import { isObject } from '../values/json';
import type { Output, Reply } from './operation';

/** The key `error` stands in every reply, and n8n takes an item that bears it for a refused one. */
export function withoutError(sent: IDataObject): IDataObject {
	if (!('error' in sent)) return sent;
	const rest = { ...sent };
	delete rest.error;
	return rest;
}

const asSent = (sent: IDataObject): IDataObject => sent;

/** The record that a reply is, as far as api.md shows it: whatever the service sent. */
export const record = (output: Output, each = asSent): Reply => ({
	output,
	records: (body) => [each(withoutError(body))],
});

/** A record under `data`. */
export const data = (output: Output): Reply => ({
	output,
	records(body) {
		if (!isObject(body.data)) throw new UnexpectedReply('a record under "data"');
		return [withoutError(body.data)];
	},
});

/** A reply that only says that it was done. */
export const message: Reply = {
	output: { success: 'boolean', message: 'string' },
	records: (body) => [
		{ success: true, ...withoutError(body), message: body.message ?? body.msg ?? '' },
	],
};

/** Counts are sent as strings; without clicks the map is the number 0 (api.md sections 2.8 and 2.10). */
function counts(map: unknown): Record<string, number> {
	if (!isObject(map)) return {};
	return Object.fromEntries(
		Object.entries(map).map(([label, count]) => [label, Number(count) || 0]),
	);
}

/** The label with the highest count; empty when there are no clicks. */
const top = (map: unknown) =>
	Object.entries(counts(map)).sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';

/** Details and statistics as one record that people can sort, chart and put into a spreadsheet. */
function simplified(details: IDataObject, figures: IDataObject): IDataObject {
	const { id, shorturl, link, longurl, title, name, ...rest } = withoutError(details);
	const { clicks, uniqueClicks, topCountries, topReferrers, topBrowsers, topOs } = {
		...rest,
		...figures,
	};
	const what = Object.entries({ id, shorturl, link, longurl, title, name });
	const counted = {
		clicks: Number(clicks) || 0,
		uniqueClicks: Number(uniqueClicks) || 0,
		topCountry: top(topCountries),
		topReferrer: top(topReferrers),
		topBrowser: top(topBrowsers),
		topOperatingSystem: top(topOs),
	};
	return {
		// What people look for stands first; what the details call alike does not take its place
		...Object.fromEntries(what.filter(([, value]) => value !== undefined)),
		...counted,
		...rest,
		...counted,
		topCountries: counts(topCountries),
		topReferrers: counts(topReferrers),
		topBrowsers: counts(topBrowsers),
		topOs: counts(topOs),
	};
}

/** What `simplified` makes of the statistics. */
const STATISTICS: Output = {
	clicks: 'integer',
	uniqueClicks: 'integer',
	topCountry: 'string',
	topReferrer: 'string',
	topBrowser: 'string',
	topOperatingSystem: 'string',
	topCountries: 'object',
	topReferrers: 'object',
	topBrowsers: 'object',
	topOs: 'object',
};

/** One link or QR code with its statistics under `details` and `data`. */
export const statistics = (details: Output): Reply => ({
	output: { ...details, ...STATISTICS },
	records(body, simplify) {
		const { details, data: figures } = body;
		if (!isObject(details)) throw new UnexpectedReply('a record under "details"');
		return [simplify ? simplified(details, isObject(figures) ? figures : {}) : withoutError(body)];
	},
});

/** n8n's own form for a deletion. */
export const deleted: Reply = {
	output: { deleted: 'boolean' },
	records: () => [{ deleted: true }],
};
