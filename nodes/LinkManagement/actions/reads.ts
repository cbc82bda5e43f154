import { requestOptionsOf } from '../client/http';
import { type ListRequest, readList } from '../lists/readList';
import { grouped } from '../text/sentences';
import type { Behavior, ItemCall } from '../run/operation';

const sendRequest: Behavior['perform'] = async (call) => [
	await call.service.send(call.request, requestOptionsOf(call)),
];

/** Changes nothing, so a failed request is sent again a few times. */
export const reads: Behavior = { kind: 'reads', perform: sendRequest };

/** Reads a link. If the search for its short URL returned it already, no further request is sent. */
export const readsLink: Behavior = {
	kind: 'reads',
	perform: async (call) => (call.linkReply ? [call.linkReply] : await sendRequest(call)),
};

/** Most pages of a list that the user asked for: two days at 30 a minute. */
const MAX_PAGES = 100_000;
/** Where n8n hides the field Limit, because Return All is neither a switch nor an expression. */
const DEFAULT_LIMIT = 50;

/** As Return All, Limit and the options say. The path may hold the ID of a record. */
export const readsList = (arrayName: string): Behavior => ({
	kind: 'readsList',
	async perform(call) {
		const wanted = listRequestOf(call, arrayName);
		const { service, item, maxRecords } = call;
		const records = await readList(service, wanted, requestOptionsOf(call));
		if (records.length <= maxRecords) return records;
		throw service.errorFor(item, {
			kind: 'listTooLong',
			message: `The list contains more than ${grouped(maxRecords)} records, which is more than n8n accepts from one item here`,
			advice:
				'Read it in parts: turn off Return All and use Limit with Start Page (under Options) or Created After.',
		});
	},
});

export function listRequestOf(
	{ request, given, maxRecords }: ItemCall,
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
