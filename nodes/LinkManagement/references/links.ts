import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../client/service';
import { LinkReference } from '../fields/reference';
import { fillIn } from '../fields/send';
import type { ReferenceCall } from './call';
import { findLinkByAlias } from './linkByAlias';
import { validRecordId } from './recordId';
import { findLink, type FoundLink, notFoundError } from './shortUrl';

/** A prepared request, and the link that it is about, if that has been read meanwhile. */
interface Resolvable extends ReferenceCall {
	request: ServiceRequest;
	linkReply?: IDataObject;
}

/** @throws {NodeApiError} when there is no such link */
async function findReferred(call: ReferenceCall, reference: LinkReference): Promise<FoundLink> {
	const { text, isShortUrl } = reference;
	const found = isShortUrl ? await findLink(call, text) : await findLinkByAlias(call, text);
	if (found?.link.id !== undefined) return found;
	throw notFoundError(
		call,
		`No link has the short URL ${text}`,
		'Check the short URL, or choose the link by its ID.',
	);
}

/**
 * Replaces the short URL or the alias of a link by its ID, and keeps the reply if the search returned the link. Until then,
 * it is in the query, under the placeholder of the path.
 *
 * @throws {NodeApiError} when there is no such link
 */
export async function resolveLink<Call extends Resolvable>(call: Call): Promise<Call> {
	const { request } = call;
	for (const [placeholder, reference] of Object.entries(request.qs ?? {})) {
		if (!(reference instanceof LinkReference)) continue;
		const { link, reply } = await findReferred(call, reference);
		const qs = { ...request.qs };
		delete qs[placeholder];
		const url = fillIn(request.url, placeholder, validRecordId(link.id));
		return { ...call, request: { ...request, url, qs }, linkReply: reply };
	}
	return call;
}
