import type { IDataObject } from 'n8n-workflow';

import type { ListEndpoint } from '../../api/lists';
import { unexpectedReply } from '../../errors';
import { isObject } from '../../values/json';
import type { RequestOptions, Service } from '../service';

export interface Page {
	records: IDataObject[];
	/** Last page number; undefined when the service did not say. */
	last: number | undefined;
}

const number = (value: unknown): number | undefined => {
	const parsed = Number(value);
	return value === null || value === '' || !Number.isFinite(parsed) ? undefined : parsed;
};

/** The rows of a list; some services send a list with gaps as an object whose keys are numbers. */
const recordsIn = (list: unknown): unknown[] | undefined => {
	if (Array.isArray(list)) return list as unknown[];
	return isObject(list) && Object.keys(list).every((name) => /^\d+$/.test(name))
		? Object.values(list)
		: undefined;
};

/** The page that a reply holds (api.md section 2.1); undefined when it holds none. */
export function pageIn(body: IDataObject, { arrayName }: ListEndpoint): Page | undefined {
	const data = body.data;
	const records = isObject(data) ? recordsIn(data[arrayName]) : undefined;
	if (isObject(data) && records) {
		return {
			records: records.filter(isObject),
			last: number(data.maxpage),
		};
	}
	// An account without any record: some services leave the array out
	const isEmpty = isObject(data)
		? (data[arrayName] ?? null) === null &&
			[data.result, data.maxpage].some((count) => number(count) === 0)
		: data === null || (Array.isArray(data) && data.length === 0);
	return isEmpty ? { records: [], last: 0 } : undefined;
}

/** Whether a page rises by ID: api.md gives most lists no order. */
export const isOldestFirst = (records: IDataObject[]): boolean =>
	Number(records[0]?.id) < Number(records.at(-1)?.id);

/**
 * Takes a page out of a good reply.
 *
 * @throws {NodeApiError} when the reply holds no such list
 */
export function expectPage(
	service: Service,
	body: IDataObject,
	list: ListEndpoint,
	item: number | undefined,
): Page {
	const page = pageIn(body, list);
	if (!page) throw service.errorFor(unexpectedReply(`a list under "${list.arrayName}"`), item);
	return page;
}

/**
 * Reads one page of a list.
 *
 * @param query with `limit` and `page`
 * @throws {NodeApiError} for every reply that is not a page of this list
 */
export async function readPage(
	service: Service,
	list: ListEndpoint,
	query: IDataObject,
	options: RequestOptions = {},
): Promise<Page> {
	const body = await service.get(list.path, query, options);
	return expectPage(service, body, list, options.item);
}
