import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../../fields/convert';
import { asDateTime } from '../../fields/dateTime';
import { type ListRequest, readList } from '../../lists/readList';
import { grouped } from '../../values/numbers';
import { type Behavior, type ItemCall, requestOptionsOf } from '../operation';
import { isOn, wholeNumber } from '../parameters';

/** Most pages of a list that the user asked for: two days at 30 a minute. */
const MAX_PAGES = 100_000;

/** Reads a list page by page, as Return All, Limit and the options say. The path may hold the ID of a record. */
export const readsList = (arrayName: string): Behavior => ({
	kind: 'readsList',
	perform: async (call) => await readRecords(call, arrayName),
	check: (call) => void listRequestOf(call, arrayName),
});

async function readRecords(call: ItemCall, arrayName: string): Promise<IDataObject[]> {
	const { service, maxRecords } = call;
	const wanted = listRequestOf(call, arrayName);
	const records = await readList(service, wanted, requestOptionsOf(call));
	if (records.length > maxRecords) throw tooManyRecords(call);
	return records;
}

/** @throws {NodeOperationError} for an invalid limit, page or date */
export function listRequestOf(call: ItemCall, arrayName: string): ListRequest {
	const { request, maxRecords } = call;
	const { pageSize, startPage } = call.parameter<IDataObject>('options', {});
	const createdAfter = createdAfterOf(call);
	return {
		list: { path: request.url as `/api/${string}`, arrayName, endpoint: request.endpoint },
		// Unless another order is set, the newest come first, so that reading can stop at the first older record
		query: createdAfter?.isSortedByDate ? { ...request.qs, order: 'date' } : (request.qs ?? {}),
		limit: Math.min(limitOf(call), maxRecords + 1),
		pageSize: isEmpty(pageSize) ? undefined : wholeNumber(call, 'Page Size', pageSize),
		startPage: isEmpty(startPage) ? 1 : wholeNumber(call, 'Start Page', startPage),
		createdAfter,
		maxPages: MAX_PAGES,
	};
}

const limitOf = (call: ItemCall): number =>
	isOn(call, 'Return All', call.parameter<unknown>('returnAll', false))
		? Infinity
		: wholeNumber(call, 'Limit', call.parameter<unknown>('limit', 50));

const startOf = asDateTime('start');

function createdAfterOf(call: ItemCall) {
	const { node, item, caller, request } = call;
	const filters = call.parameter<IDataObject>('filters', {});
	const date = startOf(filters.createdAfter, {
		label: 'Created After',
		node,
		item,
		timezone: caller.getTimezone(),
		option: (name) => call.parameter<IDataObject>('options', {})[name],
	});
	const isSortedByDate = [undefined, 'date'].includes(request.qs?.order as string | undefined);
	return typeof date === 'string' ? { date, isSortedByDate } : undefined;
}

const tooManyRecords = ({ service, item, maxRecords }: ItemCall) =>
	service.errorFor(
		{
			kind: 'listTooLong',
			retry: 'never',
			message: `The list contains more than ${grouped(maxRecords)} records, which is more than n8n accepts from one item here`,
			advice:
				'Read it in parts: turn off Return All and use Limit with Start Page (under Options) or Created After.',
		},
		item,
	);
