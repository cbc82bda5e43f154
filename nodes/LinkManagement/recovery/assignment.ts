import type { IDataObject } from 'n8n-workflow';

import type { RequestOptions, ServiceRequest } from '../client/request';
import type { Service } from '../client/service';

/** How a service may refuse a second assignment; api.md does not show it. */
const THERE_ALREADY = /\balready\b/i;

/**
 * Puts a record into another. An attempt whose answer was lost may have succeeded. If the next one is refused because
 * the record is assigned already, that counts as success.
 *
 * @throws {NodeApiError} for every other bad answer; {Canceled} on Stop
 */
export async function assignRecord(
	service: Service,
	request: ServiceRequest,
	options: RequestOptions,
): Promise<IDataObject> {
	const outcome = await service.request(request, options);
	if ('body' in outcome) return outcome.body;
	const { failure } = outcome;
	if (failure.mayHaveActed && THERE_ALREADY.test(failure.message))
		return { message: failure.message };
	throw service.errorFor(failure, options.item);
}
