import type { IDataObject } from 'n8n-workflow';

import { UnexpectedReply } from '../errors';
import { isNoDate } from '../fields/dateTime';
import { type Output, type Reply, withDeclaredTypes, withoutError } from '../lists/records';
import { isObject, mapValues } from '../text/json';
import { numberFrom } from '../text/sentences';

/** A reply that is a record. @param rename changes other field names that services use to the declared names */
export function record(output: Output, rename = (sent: IDataObject) => sent): Reply {
	const typed = withDeclaredTypes(output);
	return { output, record: (body) => typed(rename(withoutError(body))) };
}

/** As {@link record}. One that existed has only the fields of a new one: others, such as the date, would replace those of the input item. */
export const createdOrFound = (output: Output): Reply =>
	record(output, (sent) => {
		const names = [...Object.keys(output), 'warning'].filter((name) => name in sent);
		return sent.created === false
			? Object.fromEntries(names.map((name) => [name, sent[name]]))
			: sent;
	});

export function data(output: Output): Reply {
	const typed = withDeclaredTypes(output);
	return {
		output,
		record(body) {
			if (!isObject(body.data)) throw new UnexpectedReply('a record under "data"', body);
			return typed(withoutError(body.data));
		},
	};
}

/** The fields of records that some services send in place of a message (services.md section 2). */
const typedRecord = withDeclaredTypes({ success: 'boolean', id: 'integer', starred: 'boolean' });

export const message: Reply = {
	output: { success: 'boolean', message: 'string' },
	record: ({ message: text, msg, ...sent }) =>
		typedRecord({ success: true, ...withoutError(sent), message: text ?? msg ?? '' }),
};

/** Counts are sent as strings; without clicks the map is the number 0 (api.md sections 2.8 and 2.10). */
const counts = (map: unknown): Record<string, number> =>
	isObject(map) ? mapValues(map, (count) => numberFrom(count) ?? 0) : {};

const top = (map: unknown) =>
	Object.entries(counts(map)).sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';

/** The counts of the statistics: the fields for the highest one and for all, and the service's own name. */
const COUNTS = [
	['topCountry', 'topCountries', 'topCountries'],
	['topReferrer', 'topReferrers', 'topReferrers'],
	['topBrowser', 'topBrowsers', 'topBrowsers'],
	['topOperatingSystem', 'topOperatingSystems', 'topOs'],
] as const;

/** What `simplified` makes of the statistics. */
const STATISTICS: Output = {
	clicks: 'integer',
	uniqueClicks: 'integer',
	...Object.fromEntries(COUNTS.map(([highest]) => [highest, 'string'])),
	...Object.fromEntries(COUNTS.map(([, all]) => [all, 'object'])),
};

/** Details and statistics as one record that people can sort, chart and put into a spreadsheet. */
function simplified(details: IDataObject, numbers: IDataObject): IDataObject {
	const { id, shorturl, link, longurl, title, name, ...others } = withoutError(details);
	const sent: IDataObject = { ...others, ...numbers };
	const first = Object.entries({ id, shorturl, link, longurl, title, name });
	const statistics = {
		clicks: numberFrom(sent.clicks) ?? 0,
		uniqueClicks: numberFrom(sent.uniqueClicks) ?? 0,
		...Object.fromEntries(COUNTS.map(([highest, , name]) => [highest, top(sent[name])])),
	};
	const maps = Object.fromEntries(COUNTS.map(([, all, name]) => [all, counts(sent[name])]));
	// Beside the date of today, `0000-00-00 00:00:00` would look like a link that has expired
	if ('expiry' in others && isNoDate(others.expiry)) others.expiry = null;
	const more = Object.entries(others).filter(
		([key]) => !Object.hasOwn(STATISTICS, key) && key !== 'topOs',
	);
	return {
		// The most important fields come first
		...Object.fromEntries(first.filter(([, value]) => value !== undefined)),
		...statistics,
		...Object.fromEntries(more),
		...maps,
	};
}

/** One link or QR code with its statistics under `details` and `data`. */
export function statistics(declared: Output): Reply {
	const output = { ...declared, ...STATISTICS };
	const typed = withDeclaredTypes(output);
	return {
		output,
		record(body, form) {
			const { details, data, warning } = body;
			if (!isObject(details)) throw new UnexpectedReply('a record under "details"', body);
			if (form === 'raw') return withoutError(body);
			const statistics = isObject(data) ? data : {};
			// The service sends some details elsewhere: the date among the statistics (services.md section 3), the ID beside both
			const stray = Object.entries({ ...body, ...statistics }).filter(([name]) =>
				Object.hasOwn(declared, name),
			);
			const shown = typed(simplified({ ...Object.fromEntries(stray), ...details }, statistics));
			return warning === undefined ? shown : { ...shown, warning };
		},
	};
}

/** n8n's own form for a deletion. */
export const deleted: Reply = {
	output: { deleted: 'boolean' },
	record: ({ warning }) => ({ deleted: true, ...(warning !== undefined && { warning }) }),
};
