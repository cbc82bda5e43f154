import { deepCopy, type IDataObject } from 'n8n-workflow';

import { ACCOUNT_PATH, linkPath, LISTS } from '../api/lists';
import { OnceByName, perRun } from '../client/memory';
import { isFailure } from '../errors';
import { pageIn } from '../lists/page';
import { isSameShortUrl } from '../values/comparable';
import { isObject, textOf } from '../values/json';
import { type ReferenceCall, requestOptionsOf } from './call';
import { validRecordId } from './recordId';

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
export async function searchShortUrl(call: ReferenceCall, short: string): Promise<Matches> {
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
export interface FoundLink {
	link: IDataObject;
	/** Its single reply, where the search gave one with statistics. */
	reply?: IDataObject;
}

/** Each short URL is searched once in a run. At most one page of links for each. */
const searches = perRun(() => new OnceByName<Matches>());

/** A refusal may also mean that the key is invalid, so it counts only if the key is known to work. */
async function searchWithKnownKey(call: ReferenceCall, short: string): Promise<Matches> {
	const matches = await searchShortUrl(call, short);
	const { service } = call;
	if (matches.isRefused && !service.hasAnswered)
		await service.get(ACCOUNT_PATH, {}, requestOptionsOf(call));
	return matches;
}

/** The link with this short URL; undefined when there is none. */
export async function findLink(
	call: ReferenceCall,
	short: unknown,
): Promise<FoundLink | undefined> {
	// Services search for the short URL as they store it
	const text = textOf(short).replace(/\/$/, '');
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
	call: ReferenceCall,
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
	{ service, item }: ReferenceCall,
	message: string,
	advice: string,
): Error => service.errorFor({ kind: 'notFound', retry: 'never', message, advice }, item);
