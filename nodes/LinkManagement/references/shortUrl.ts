import { deepCopy, type IDataObject } from 'n8n-workflow';

import { ACCOUNT_PATH, linkPath, LISTS } from '../api/lists';
import { OnceByName, perRun } from '../client/memory';
import type { RequestOptions, Service, ServiceRequest } from '../client/service';
import { isFailure } from '../errors';
import { fillIn } from '../fields/send';
import { pageIn } from '../lists/page';
import { isSameShortUrl } from '../values/comparable';
import { isObject, textOf } from '../values/json';
import { validRecordId } from './recordId';

/** The item that a link is looked up for. */
interface SearchCall {
	service: Service;
	item: number;
	/** Each short URL is searched once for all items of a run. */
	run: object;
	/** Whether the run has ended with the failure of another item. */
	abandoned: () => boolean;
	/** What the search does, if it is the operation's own request: see {@link ServiceRequest.endpoint}. */
	endpoint?: string;
}

const requestOptionsOf = ({ item, abandoned }: SearchCall): RequestOptions => ({ item, abandoned });

/** The result of a search by short URL: a link with its statistics, or a list of links. */
interface Matches {
	/** The reply of a single link (api.md section 2.10). */
	reply?: IDataObject;
	/** The links themselves, flat. */
	links: IDataObject[];
	/** The service refused the search: there is no link, or the key is invalid. */
	isRefused?: boolean;
}

/** Whether a reply means that there is no record: it is empty where the record would be. */
const isNothing = (body: IDataObject): boolean => {
	const { details } = body;
	if (details === undefined)
		return Object.keys(body).every((name) => ['error', 'message', 'msg'].includes(name));
	return !isObject(details) || Object.keys(details).length === 0;
};

/**
 * Searches by a short URL (api.md section 4.8, `short`). A match may be another link with the same alias. If there is none,
 * the service may reply with an empty list or with a refusal.
 *
 * @throws {NodeApiError} for every other reply
 */
export async function searchShortUrl(call: SearchCall, short: string): Promise<Matches> {
	const { service, item, endpoint } = call;
	const qs = { short } as IDataObject;
	const request = { method: 'GET' as const, url: LISTS.links.path, qs, endpoint };
	const outcome = await service.request(request, requestOptionsOf(call));
	if ('failure' in outcome) {
		const error = service.errorFor(outcome.failure, item);
		if (!isFailure(error, 'refused', 'notFound')) throw error;
		return { links: [], isRefused: true };
	}
	const { body } = outcome;
	const { details } = body;
	const page = isObject(details) ? undefined : pageIn(body, LISTS.links);
	if (page) return { links: page.records };
	if (isNothing(body)) return { links: [] };
	const id = body.id === undefined ? {} : { id: body.id };
	return { reply: body, links: isObject(details) ? [{ ...id, ...details }] : [body] };
}

/** A link that was given by its short URL. */
interface FoundLink {
	link: IDataObject;
	/** Its single reply, where the search gave one with statistics. */
	reply?: IDataObject;
}

/** Each short URL is searched once in a run. */
const searches = perRun(() => new OnceByName<Matches>());

/** A refusal may also mean that the key is invalid, so it counts only if the key is known to work. */
async function searchWithKnownKey(call: SearchCall, short: string): Promise<Matches> {
	const matches = await searchShortUrl(call, short);
	const { service } = call;
	if (matches.isRefused && !service.hasAnswered)
		await service.get(ACCOUNT_PATH, {}, requestOptionsOf(call));
	return matches;
}

async function findLink(call: SearchCall, short: unknown): Promise<FoundLink | undefined> {
	const text = textOf(short);
	const { reply, links } = await searches(call.run).get(
		text,
		async () => await searchWithKnownKey(call, text),
	);
	// The service may match the alias of a link on another host
	const link = links.find(
		({ shorturl }) => shorturl === undefined || isSameShortUrl(shorturl, short),
	);
	if (!link) return undefined;
	const hasStatistics = isObject(reply?.data) || !isObject(reply?.details);
	return { link, reply: reply && hasStatistics ? deepCopy(reply) : undefined };
}

/**
 * The link with this short URL, with its statistics; undefined when there is none.
 *
 * @throws {NodeApiError} for a bad reply
 */
export async function findLinkByShortUrl(
	call: SearchCall,
	short: unknown,
): Promise<IDataObject | undefined> {
	const found = await findLink(call, short);
	if (!found) return undefined;
	const { link, reply } = found;
	return (
		reply ?? (await call.service.get(linkPath(validRecordId(link.id)), {}, requestOptionsOf(call)))
	);
}

/** The error for a search without a match. */
export const notFoundError = (
	{ service, item }: Pick<SearchCall, 'service' | 'item'>,
	message: string,
	advice: string,
): Error => service.errorFor({ kind: 'notFound', retry: 'never', message, advice }, item);

/**
 * Replaces the short URL of a link by its ID, and keeps the reply if the search returned the link. Until then, the short URL
 * is in the query, under the placeholder of the path.
 *
 * @throws {NodeApiError} when there is no such link
 */
export async function resolveShortUrl<
	Call extends SearchCall & { request: ServiceRequest; linkReply?: IDataObject },
>(call: Call): Promise<Call> {
	const { request } = call;
	const [pending] = Object.entries(request.qs ?? {}).filter(([name]) => name.startsWith(':'));
	if (!pending) return call;
	const [placeholder, short] = pending;
	const found = await findLink(call, short);
	if (found?.link.id === undefined) {
		throw notFoundError(
			call,
			`No link has the short URL ${textOf(short)}`,
			'Check the short URL, or choose the link by its ID.',
		);
	}
	const { link, reply } = found;
	const qs = { ...request.qs };
	delete qs[placeholder];
	const url = fillIn(request.url, placeholder, validRecordId(link.id));
	return { ...call, request: { ...request, url, qs }, linkReply: reply };
}
