import type { IDataObject } from 'n8n-workflow';

import type { RequestOptions, Service, ServiceRequest } from '../service';
import { throwIfCanceled } from '../wait';
import { findRecord, type RecordSource } from './findRecord';

async function isThere(
	service: Service,
	source: RecordSource,
	options: RequestOptions,
): Promise<boolean> {
	try {
		return (await findRecord(service, source, options)) !== undefined;
	} catch {
		throwIfCanceled(service.signal);
		return true; // It is not known, so the failure stands
	}
}

/**
 * Deletes a record. A try whose answer was lost may have done it; the next one is refused then, as there is nothing left
 * to delete, in words that api.md does not show. A record that is not there any more is deleted.
 *
 * @throws {NodeApiError} for every other bad answer; {Canceled} on Stop
 */
export async function deleteRecord(
	service: Service,
	request: ServiceRequest,
	source: RecordSource,
	options: RequestOptions,
): Promise<IDataObject> {
	const outcome = await service.request(request, { ...options, mayBeEmpty: true });
	if ('body' in outcome) return outcome.body;
	const { failure } = outcome;
	const mayBeDone = failure.retry === 'ifRepeatable' || failure.mayHaveActed === true;
	if (!mayBeDone || (await isThere(service, source, options))) {
		throw service.errorFor(failure, options.item);
	}
	return {};
}
