import type { IDataObject } from 'n8n-workflow';

import { type ListRequest, readList } from '../lists/readList';
import type { Item } from '../run/item';
import { grouped } from '../text/sentences';

/** Most pages of a list that the user asked for: two days at 30 a minute. */
const MAX_PAGES = 100_000;
/** Where n8n hides the field Limit, because Return All is neither a switch nor an expression. */
const DEFAULT_LIMIT = 50;

/** The list that an item asks for with Return All, Limit and the options. The path may hold the ID of a record. */
export function listRequestOf(
	{ request, given, maxRecords }: Item,
	arrayName: string,
): ListRequest {
	const { url, qs = {}, endpoint } = request;
	const { returnAll, limit = DEFAULT_LIMIT, pageSize, startPage, createdAfter } = given;
	// Unless another order is set, the newest come first, so that reading can stop at the first older record
	const isSortedByDate = (qs.order ?? 'date') === 'date';
	return {
		list: { path: url as `/api/${string}`, arrayName, endpoint },
		query: createdAfter !== undefined && isSortedByDate ? { ...qs, order: 'date' } : qs,
		limit: Math.min(returnAll === true ? Infinity : limit, maxRecords + 1),
		pageSize,
		startPage,
		...(createdAfter !== undefined && { createdAfter: { date: createdAfter, isSortedByDate } }),
		maxPages: MAX_PAGES,
	};
}

export async function readItemList(item: Item, arrayName: string): Promise<IDataObject[]> {
	const { service, maxRecords, requestOptions } = item;
	const records = await readList(service, listRequestOf(item, arrayName), requestOptions);
	if (records.length <= maxRecords) return records;
	throw item.error({
		kind: 'listTooLong',
		message: `The list contains more than ${grouped(maxRecords)} records, which is more than n8n accepts from one item here`,
		advice:
			'Read it in parts: turn off Return All and use Limit with Start Page (under Options) or Created After.',
	});
}
