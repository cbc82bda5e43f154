import type { IDataObject } from 'n8n-workflow';

import { ACCOUNT_PATH, linkPath, LISTS } from '../api/lists';
import { isFailure } from '../errors';
import { fillIn } from '../fields/send';
import { pageIn } from '../transport/lists/page';
import { validRecordId } from '../transport/recordId';
import type { ServiceRequest } from '../transport/service';
import { comparableUrl } from '../values/comparable';
import { isObject, textOf } from '../values/json';
import { type ItemCall, requestOptionsOf } from './operation';

/** Whether a reply says that there is no record: nothing in its place, or only that there was no error. */
const isNothing = (body: IDataObject): boolean => {
	const { details } = body;
	if (details === undefined)
		return Object.keys(body).every((name) => ['error', 'message', 'msg'].includes(name));
	return !isObject(details) || Object.keys(details).length === 0;
};

/**
 * The link with this short URL, with its statistics; undefined when there is none (api.md section 4.8, `short`). The
 * service may say so with an empty list or with a refusal. The refusal of an invalid key can look the same, so a
 * refusal counts as "none" only where the key is known to work.
 *
 * @throws {NodeApiError} for every other reply
 */
export async function findLinkByShortUrl(
	call: ItemCall,
	short: unknown,
): Promise<IDataObject | undefined> {
	const { service, item } = call;
	const options = requestOptionsOf(call);
	const request = { method: 'GET' as const, url: LISTS.links.path, qs: { short } as IDataObject };
	const outcome = await service.request(request, options);
	if ('failure' in outcome) {
		const error = service.errorFor(outcome.failure, item);
		if (!isFailure(error, 'refused', 'notFound')) throw error;
		if (!service.hasAnswered) await service.get(ACCOUNT_PATH, {}, options);
		return undefined;
	}
	const { body } = outcome;
	const page = isObject(body.details) ? undefined : pageIn(body, LISTS.links);
	if (!page) return isNothing(body) ? undefined : body;
	const match = page.records.find(
		({ shorturl }) => comparableUrl(shorturl) === comparableUrl(short),
	);
	return match && (await service.get(linkPath(validRecordId(match.id)), {}, options));
}

/** The error for a search without a match. */
export const notFoundError = (
	{ service, item }: ItemCall,
	message: string,
	advice: string,
): Error => service.errorFor({ kind: 'notFound', retry: 'never', message, advice }, item);

/**
 * The request with the ID of the link that was given by its short URL. Until then, the short URL stands in the query
 * under the placeholder of the path.
 *
 * @throws {NodeApiError} when there is no such link
 */
export async function resolveShortUrl(call: ItemCall): Promise<ServiceRequest> {
	const { request } = call;
	const [pending] = Object.entries(request.qs ?? {}).filter(([name]) => name.startsWith(':'));
	if (!pending) return request;
	const [placeholder, short] = pending;
	const body = await findLinkByShortUrl(call, short);
	const id = body?.id ?? (isObject(body?.details) ? body.details.id : undefined);
	if (id === undefined) {
		throw notFoundError(
			call,
			`No link has the short URL ${textOf(short)}`,
			'Check the address, or choose the link by its ID.',
		);
	}
	const qs = { ...request.qs };
	delete qs[placeholder];
	return { ...request, url: fillIn(request.url, placeholder, validRecordId(id)), qs };
}
