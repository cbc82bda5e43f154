import type { IDataObject } from 'n8n-workflow';

import type { RequestOptions, Service, ServiceRequest } from '../service';

/** What a service may say that assigns only once; api.md does not show it. */
const THERE_ALREADY = /\balready\b/i;

/**
 * Puts a record into another. A try whose answer was lost may have done it; where the next one is refused for that
 * reason, it is done.
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
