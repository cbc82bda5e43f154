import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { apiError } from '../errors';
import { flag, positiveInteger } from '../fields/convert';
import { dateTime } from '../fields/dateTime';
import { readList } from '../transport/lists/readList';
import { assignRecord } from '../transport/recovery/assignment';
import { createRecord } from '../transport/recovery/creation';
import { deleteRecord } from '../transport/recovery/deletion';
import { textOf } from '../values/json';
import { createOrGet } from './behaviors/createOrGet';
import { withImage } from './behaviors/images';
import { findOne, notFoundError, resolveShortUrl } from './behaviors/search';
import { type ItemCall, requestOptionsOf } from './call';
import type { Search } from './operation';
import { inSlices, type Result } from './results';

/** What a list asks for when nothing is said: the largest page that such services are known to give. */
const PAGE_SIZE = 100;

/** Reads a positive whole number; refused with the field's label otherwise. */
function wholeNumber(call: ItemCall, label: string, value: unknown): number {
	return positiveInteger(value, { label, node: call.node, item: call.item });
}

/** Reads a switch, which an expression may give as a word. */
function isOn({ node, item }: ItemCall, label: string, value: unknown): boolean {
	return flag(value, { label, node, item }) === true;
}

async function readRecords(call: ItemCall, key: string): Promise<Result[]> {
	const { operation, service, request, maxRecords } = call;
	const {
		pageSize = PAGE_SIZE,
		startPage = 1,
		createdAfter,
	} = call.parameter<IDataObject>('options', {});
	const place = {
		label: 'Created After',
		node: call.node,
		item: call.item,
		timezone: call.caller.getTimezone(),
	};
	const since = dateTime(createdAfter, place);
	const limit = isOn(call, 'Return All', call.parameter<unknown>('returnAll', false))
		? Infinity
		: wholeNumber(call, 'Limit', call.parameter<unknown>('limit', 50));
	const wanted = {
		key,
		limit: Math.min(limit, maxRecords + 1),
		pageSize: wholeNumber(call, 'Page Size', pageSize),
		startPage: wholeNumber(call, 'Start Page', startPage),
		since,
	};
	const records = await readList(
		service,
		newestFirst(request, since),
		wanted,
		requestOptionsOf(call),
	);
	if (records.length > maxRecords) throw tooLong(call);
	return await inSlices(records, (record) =>
		operation.reply.records(record, false).map((json) => ({ json })),
	);
}

/** Reading up to a date needs the list in the order of dates. */
const newestFirst = (request: IHttpRequestOptions, since: string | undefined) =>
	since === undefined ? request : { ...request, qs: { ...request.qs, order: 'date' } };

const tooLong = ({ node, item, maxRecords }: ItemCall) =>
	apiError(
		node,
		{
			kind: 'listTooLong',
			retry: 'never',
			message: `The list holds more than ${maxRecords.toLocaleString('en')} records, which is more than n8n takes from one item here`,
			advice:
				'Read it in parts: turn off Return All and use Limit with Start Page (under Options) or Created After.',
		},
		{ item, secret: '' },
	);

/** The reply to a search; undefined when nothing matches and that is fine. */
async function searchRecord(call: ItemCall, by: Search): Promise<IDataObject | undefined> {
	const { stopIfNotFound } = call.parameter<IDataObject>('options', {});
	const stops = isOn(call, 'Stop If Not Found', stopIfNotFound);
	const body = await findOne(call, call.request, by);
	if (body === undefined && stops) {
		const advice =
			'Check the value, or turn off "Stop If Not Found" under Options to get no item instead.';
		const wanted = Object.values(call.request.qs ?? {})
			.map(textOf)
			.join(', ');
		throw notFoundError(call, `No record matches ${wanted}`, advice);
	}
	return body;
}

async function sendOperation(call: ItemCall): Promise<IDataObject | undefined> {
	const { operation, service, request } = call;
	if (operation.reply.search) return await searchRecord(call, operation.reply.search);
	if (operation.creates && operation.orGet) {
		return await createOrGet(call, operation.creates, operation.orGet);
	}
	if (operation.creates)
		return await createRecord(service, request, operation.creates, requestOptionsOf(call));
	if (operation.assigns) return await assignRecord(service, request, requestOptionsOf(call));
	if (operation.deletes)
		return await deleteRecord(service, request, operation.deletes, requestOptionsOf(call));
	return await service.send(request, requestOptionsOf(call));
}

/**
 * Sends one item's request and makes results of what comes back. Both doors meet here.
 *
 * @throws {NodeApiError} and {WrongShape} for a bad answer; {NodeOperationError} for bad input; {Canceled} on Stop
 */
export async function performOperation(call: ItemCall): Promise<Result[]> {
	const { reply } = call.operation;
	if (reply.list !== undefined) return await readRecords(call, reply.list);
	const simplify = isOn(call, 'Simplify', call.parameter<unknown>('simplify', false));
	const body = await sendOperation({ ...call, request: await resolveShortUrl(call) });
	const records = body === undefined ? [] : reply.records(body, simplify);
	return await Promise.all(records.map(async (json) => await withImage(call, json)));
}
