import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { fillIn } from '../fields/send';
import { bareAddress } from '../transport/spelling';
import { isObject, textOf } from '../transport/json';
import { pageOf } from '../transport/paging';
import { recordId } from '../transport/recordId';
import { isRefusal, refusal } from '../transport/refusal';
import { type Call, treatmentOf } from './call';
import type { Search } from './operation';

/** `short` of GET /api/urls (api.md section 4.8). */
export const byShortUrl: Search = {
	list: 'urls',
	matches: ({ shorturl }, { short }) => bareAddress(shorturl) === bareAddress(short),
	path: '/api/url/:id',
};

/** Whether a reply says that there is no record: with nothing in its place, or with nothing but that all is well. */
const isNothing = (body: IDataObject): boolean => {
	const { details } = body;
	if (details === undefined) return Object.keys(body).every((name) => ['error', 'message', 'msg'].includes(name));
	return !isObject(details) || Object.keys(details).length === 0;
};

/**
 * The record that a search finds; undefined when there is none. The service may say so with an empty list or with a
 * refusal (api.md leaves it open); the refusal of a dead key can look the same, so only a key that works makes it one.
 *
 * @param request complete; its query is what is searched for
 * @throws {NodeApiError} for every other answer
 */
export async function search(
	call: Call,
	request: IHttpRequestOptions,
	{ list, matches, path }: Search,
): Promise<IDataObject | undefined> {
	const { service, item } = call;
	const treatment = treatmentOf(call);
	const outcome = await service.attempt(request, treatment);
	if ('verdict' in outcome) {
		const refused = service.refused(outcome.verdict, item);
		if (!isRefusal(refused, 'refused', 'notFound')) throw refused;
		if (!service.hasAnswered) await service.send({ ...request, url: '/api/account', qs: {} }, treatment);
		return undefined;
	}
	const { body } = outcome;
	const page = isObject(body.details) ? undefined : pageOf(body, list);
	if (!page) return isNothing(body) ? undefined : body;
	const match = page.records.find((record) => matches(record, request.qs ?? {}));
	return match && (await service.send({ ...request, url: fillIn(path, ':id', recordId(match.id)), qs: {} }, treatment));
}

/** A search without a match, where the workflow is to stop at it. */
export const notFound = ({ node, item }: Call, message: string, advice: string) =>
	refusal(node, { kind: 'notFound', again: 'never', message, advice }, { item, secret: '' });

/**
 * The request with the IDs of the links that were given by their short URLs: these still stand in the query, under
 * the placeholders of the path.
 *
 * @throws {NodeApiError} when there is no such link
 */
export async function located(call: Call): Promise<IHttpRequestOptions> {
	const { request } = call;
	const [pending] = Object.entries(request.qs ?? {}).filter(([name]) => name.startsWith(':'));
	if (!pending) return request;
	const [placeholder, short] = pending;
	const lookUp = { ...request, method: 'GET' as const, url: '/api/urls', qs: { short }, body: undefined };
	const body = await search(call, lookUp, byShortUrl);
	const id = body?.id ?? (isObject(body?.details) ? body.details.id : undefined);
	if (id === undefined) {
		throw notFound(call, `No link has the short URL ${textOf(short)}`, 'Check the address, or choose the link by its ID.');
	}
	const qs = { ...request.qs };
	delete qs[placeholder];
	return { ...request, url: fillIn(request.url, placeholder, recordId(id)), qs };
}
