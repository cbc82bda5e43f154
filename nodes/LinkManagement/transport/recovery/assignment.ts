import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Service, Treatment } from '../service';

/** What a service may say that assigns only once; api.md does not show it. */
const THERE_ALREADY = /\balready\b/i;

/**
 * Puts a record into another. A try whose answer was lost may have done it; where the next one is refused for that
 * reason, it is done.
 *
 * @throws {NodeApiError} for every other bad answer; {Canceled} on Stop
 */
export async function assign(service: Service, request: IHttpRequestOptions, treatment: Treatment): Promise<IDataObject> {
	const outcome = await service.attempt(request, treatment);
	if ('body' in outcome) return outcome.body;
	const { verdict } = outcome;
	if (verdict.doubted && THERE_ALREADY.test(verdict.message)) return { message: verdict.message };
	throw service.refused(verdict, treatment.item);
}
