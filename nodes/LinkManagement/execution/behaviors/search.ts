import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { apiError, isFailure } from '../../errors';
import { fillIn } from '../../fields/send';
import { readPage } from '../../transport/lists/readList';
import { validRecordId } from '../../transport/recordId';
import { comparableUrl } from '../../values/comparable';
import { isObject, textOf } from '../../values/json';
import { type ItemCall, requestOptionsOf } from '../call';
import type { Search } from '../operation';

/** `short` of GET /api/urls (api.md section 4.8). */
export const byShortUrl: Search = {
	list: 'urls',
	matches: ({ shorturl }, { short }) => comparableUrl(shorturl) === comparableUrl(short),
	path: '/api/url/:id',
};

/** Whether a reply says that there is no record: with nothing in its place, or with nothing but that all is well. */
const isNothing = (body: IDataObject): boolean => {
	const { details } = body;
	if (details === undefined)
		return Object.keys(body).every((name) => ['error', 'message', 'msg'].includes(name));
	return !isObject(details) || Object.keys(details).length === 0;
};

/**
 * The record that a search finds; undefined when there is none. The service may say so with an empty list or with a
 * refusal (api.md leaves it open); the refusal of a dead key can look the same, so only a key that works makes it one.
 *
 * @param request complete; its query is what is searched for
 * @throws {NodeApiError} for every other answer
 */
export async function findOne(
	call: ItemCall,
	request: IHttpRequestOptions,
	{ list, matches, path }: Search,
): Promise<IDataObject | undefined> {
	const { service, item } = call;
	const options = requestOptionsOf(call);
	const outcome = await service.request(request, options);
	if ('failure' in outcome) {
		const refused = service.errorFor(outcome.failure, item);
		if (!isFailure(refused, 'refused', 'notFound')) throw refused;
		if (!service.hasAnswered)
			await service.send({ ...request, url: '/api/account', qs: {} }, options);
		return undefined;
	}
	const { body } = outcome;
	const page = isObject(body.details) ? undefined : readPage(body, list);
	if (!page) return isNothing(body) ? undefined : body;
	const match = page.records.find((record) => matches(record, request.qs ?? {}));
	return (
		match &&
		(await service.send(
			{ ...request, url: fillIn(path, ':id', validRecordId(match.id)), qs: {} },
			options,
		))
	);
}

/** A search without a match, where the workflow is to stop at it. */
export const notFoundError = ({ node, item }: ItemCall, message: string, advice: string) =>
	apiError(node, { kind: 'notFound', retry: 'never', message, advice }, { item, secret: '' });

/**
 * The request with the IDs of the links that were given by their short URLs: these still stand in the query, under
 * the placeholders of the path.
 *
 * @throws {NodeApiError} when there is no such link
 */
export async function resolveShortUrl(call: ItemCall): Promise<IHttpRequestOptions> {
	const { request } = call;
	const [pending] = Object.entries(request.qs ?? {}).filter(([name]) => name.startsWith(':'));
	if (!pending) return request;
	const [placeholder, short] = pending;
	const lookUp = {
		...request,
		method: 'GET' as const,
		url: '/api/urls',
		qs: { short },
		body: undefined,
	};
	const body = await findOne(call, lookUp, byShortUrl);
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
