import type { IDataObject } from 'n8n-workflow';

import { LinkReference } from '../fields/reference';
import type { ReferenceCall } from './call';
import { findLinkByAlias } from './linkByAlias';
import { validRecordId } from './recordId';
import { findLink, type FoundLink, notFoundError } from './shortUrl';

/** What fills the path of a request, and the link that it is about, if that has been read meanwhile. */
interface Resolvable extends ReferenceCall {
	path: Record<string, unknown>;
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
 * Replaces the short URL or the alias of a link in the path by its ID, and keeps the reply if the search returned the link.
 *
 * @throws {NodeApiError} when there is no such link
 */
export async function resolveLink<Call extends Resolvable>(call: Call): Promise<Call> {
	for (const [name, reference] of Object.entries(call.path)) {
		if (!(reference instanceof LinkReference)) continue;
		const { link, reply } = await findReferred(call, reference);
		return { ...call, path: { ...call.path, [name]: validRecordId(link.id) }, linkReply: reply };
	}
	return call;
}
