import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { textOf } from '../../values/json';
import { readList } from '../lists/readList';
import type { RequestOptions, Service } from '../service';
import { throwIfCanceled } from '../wait';

/** The list that tells whether a record is still there. Stated by the operation. */
export interface DeletionRecovery {
	path: `/api/${string}`;
	key: string;
}

const PAGE_SIZE = 100;

async function isListed(
	service: Service,
	request: IHttpRequestOptions,
	{ path, key }: DeletionRecovery,
	options: RequestOptions,
): Promise<boolean> {
	const id = /\/(\d+)\/delete$/.exec(request.url)?.[1];
	const asked = { ...request, method: 'GET' as const, url: path, qs: {}, body: undefined };
	const wanted = { key, limit: Infinity, pageSize: PAGE_SIZE, startPage: 1 };
	try {
		const records = await readList(service, asked, wanted, { item: options.item });
		return records.some((record) => textOf(record.id) === id);
	} catch {
		throwIfCanceled(service.signal);
		return true; // not known: the refusal stands
	}
}

/**
 * Deletes a record. A try whose answer was lost may have done it; the next one is refused then, as there is nothing left
 * to delete, in words that api.md does not show. A record that is not listed any more is deleted.
 *
 * @throws {NodeApiError} for every other bad answer; {Canceled} on Stop
 */
export async function deleteRecord(
	service: Service,
	request: IHttpRequestOptions,
	deletion: DeletionRecovery,
	options: RequestOptions,
): Promise<IDataObject> {
	const outcome = await service.request(request, options);
	if ('body' in outcome) return outcome.body;
	const { failure } = outcome;
	const mayBeDone = failure.retry === 'ifRepeatable' || failure.mayHaveActed === true;
	if (!mayBeDone || (await isListed(service, request, deletion, options))) {
		throw service.errorFor(failure, options.item);
	}
	return {};
}
