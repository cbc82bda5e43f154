import type { IDataObject, IHttpRequestOptions, INode } from 'n8n-workflow';

import { positiveInteger } from '../fields/convert';
import type { Operation } from './operation';
import { create } from '../transport/creation';
import { isObject, textOf } from '../transport/json';
import { readList, WrongShape } from '../transport/paging';
import { isRefusal, refusal } from '../transport/refusal';
import type { Service, Treatment } from '../transport/service';
import type { Reply } from './reply';

/** One item's call, whichever door it came through. */
export interface Call {
	operation: Operation;
	/** Complete: path filled in, query and body converted. */
	request: IHttpRequestOptions;
	service: Service;
	node: INode;
	item: number;
	/** Most records that the door can hand over. */
	most: number;
	/** Whether the run has ended with the refusal of another item. */
	abandoned: () => boolean;
	/** A parameter of this item, or the fallback when the operation does not have it. */
	parameter<T>(name: string, fallback: T): T;
}

/** What a list asks for when nothing is said: the largest page that such services are known to give. */
const PAGE_SIZE = 100;

const treatmentOf = ({ item, abandoned }: Call): Treatment => ({ item, abandoned });

/** Reads a positive whole number; refused with the field's label otherwise. */
function wholeNumber(call: Call, label: string, value: unknown): number {
	return positiveInteger(value, { label, node: call.node, item: call.item });
}

async function listed(call: Call, key: string): Promise<IDataObject[]> {
	const { operation, service, request, most } = call;
	const { pageSize = PAGE_SIZE, startPage = 1 } = call.parameter<IDataObject>('options', {});
	const limit = call.parameter('returnAll', false)
		? Infinity
		: wholeNumber(call, 'Limit', call.parameter<unknown>('limit', 50));
	const wanted = {
		key,
		limit: Math.min(limit, most + 1),
		pageSize: wholeNumber(call, 'Page Size', pageSize),
		startPage: wholeNumber(call, 'Start Page', startPage),
	};
	const records = await readList(service, request, wanted, treatmentOf(call));
	if (records.length > most) throw tooLong(call);
	return records.flatMap((record) => operation.reply.records(record, false));
}

const tooLong = ({ node, item, most }: Call) =>
	refusal(
		node,
		{
			kind: 'tooLong',
			again: 'never',
			message: `The list holds more than ${most.toLocaleString('en')} records, which is more than n8n takes from one item here`,
			advice: 'Read it in parts: turn off Return All and use Limit with Start Page (under Options) or Created After.',
		},
		{ item, secret: '' },
	);

/** The reply to a search; undefined when nothing matches. */
async function searched(call: Call, search: NonNullable<Reply['search']>): Promise<IDataObject | undefined> {
	const { service, request } = call;
	const body = await service.send(request, treatmentOf(call)).catch(async (error: unknown) => {
		if (!isRefusal(error, 'refused', 'notFound')) throw error;
		// A dead key can be refused in the same form: only a key that works makes this "there is none"
		if (!service.hasAnswered) await service.send({ ...request, url: '/api/account', qs: {} }, treatmentOf(call));
		if (call.parameter<IDataObject>('options', {}).stopIfNotFound === true) throw error;
		return undefined;
	});
	const list = isObject(body?.data) ? body.data[search.list] : undefined;
	if (body === undefined || !Array.isArray(list)) return body;
	const match = (list as IDataObject[]).find((record) => search.matches(record, request.qs ?? {}));
	if (match) {
		const url = search.path.replace(':id', encodeURIComponent(textOf(match.id)));
		return await service.send({ ...request, url, qs: {} }, treatmentOf(call));
	}
	if (call.parameter<IDataObject>('options', {}).stopIfNotFound === true) throw noneFound(call);
	return undefined;
}

const noneFound = ({ node, item }: Call) =>
	refusal(
		node,
		{
			kind: 'notFound',
			again: 'never',
			message: 'No record matches this search',
			advice: 'Check the value, or turn off "Stop If Not Found" under Options to get no item instead.',
		},
		{ item, secret: '' },
	);

async function answerTo(call: Call): Promise<IDataObject | undefined> {
	const { operation, service, request } = call;
	if (operation.reply.search) return await searched(call, operation.reply.search);
	if (operation.creates) return await create(service, request, operation.creates, treatmentOf(call));
	return await service.send(request, treatmentOf(call));
}

/**
 * Sends one item's request and makes records of what comes back. Both doors meet here.
 *
 * @throws {NodeApiError} for every bad answer; {NodeOperationError} for bad input; {Canceled} on Stop
 */
export async function perform(call: Call): Promise<IDataObject[]> {
	const { reply } = call.operation;
	try {
		if (reply.list !== undefined) return await listed(call, reply.list);
		const body = await answerTo(call);
		return body === undefined ? [] : reply.records(body, call.parameter('simplify', false));
	} catch (error) {
		throw named(error, call);
	}
}

/** A good reply of the wrong shape as a refusal; every other error is one already. */
const named = (error: unknown, { node, item }: Call): unknown =>
	error instanceof WrongShape
		? refusal(
				node,
				{
					kind: 'shape',
					again: 'never',
					message: error.message,
					advice: 'Check that the Base URL of the credential is the address of the link management service.',
				},
				{ item, secret: '' },
			)
		: error;
