import type { IDataObject } from 'n8n-workflow';

import type { ListEndpoint } from '../../api/lists';
import { textOf } from '../../values/json';
import { readList } from '../lists/readList';
import type { RequestOptions, Service, ServiceRequest } from '../service';
import { throwIfCanceled } from '../wait';

/** What is deleted, and the list that tells whether it is still there. Stated by the operation. */
export interface DeletionRecovery {
	list: ListEndpoint;
	id: string;
}

async function isListed(
	service: Service,
	{ list, id }: DeletionRecovery,
	item: number | undefined,
): Promise<boolean> {
	const wanted = { list, query: {}, limit: Infinity, startPage: 1 };
	try {
		const records = await readList(service, wanted, { item });
		return records.some((record) => textOf(record.id) === id);
	} catch {
		throwIfCanceled(service.signal);
		return true; // It is not known, so the failure stands
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
	request: ServiceRequest,
	deletion: DeletionRecovery,
	options: RequestOptions,
): Promise<IDataObject> {
	const outcome = await service.request(request, options);
	if ('body' in outcome) return outcome.body;
	const { failure } = outcome;
	const mayBeDone = failure.retry === 'ifRepeatable' || failure.mayHaveActed === true;
	if (!mayBeDone || (await isListed(service, deletion, options.item))) {
		throw service.errorFor(failure, options.item);
	}
	return {};
}
