import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../api/lists';
import { OnceByName, perRun } from '../client/memory';
import { PageReader } from '../lists/pageReader';
import { LARGE_PAGE } from '../lists/pageSizes';
import { aliasOf, isSameAlias } from '../values/aliases';
import { textOf } from '../values/json';
import { type ReferenceCall, requestOptionsOf } from './call';
import { learnDefaultDomain, likelyDefaultDomain, linksOnDomain } from './defaultDomain';
import { findLink, type FoundLink, notFoundError } from './shortUrl';

/** Most short URLs in a message. */
const MAX_SHOWN = 5;

/** Each alias is searched once in a run. At most one page of links for each. */
const searches = perRun(() => new OnceByName<IDataObject[]>());

/** The links with an alias, on all domains, among the first that the keyword search finds. */
async function linksWithAlias(call: ReferenceCall, alias: string): Promise<IDataObject[]> {
	const source = { list: LISTS.links, query: { q: alias } };
	const limits = { pageSize: LARGE_PAGE, maxRequests: 1 };
	const page = await new PageReader(call.service, source, limits, requestOptionsOf(call)).page(1);
	return (page?.records ?? []).filter((link) => isSameAlias(aliasOf(link, alias), alias));
}

/**
 * The link with an alias on the default domain. It is searched by its short URL, as far as the default domain is known,
 * and then by the alias as a keyword.
 *
 * @throws {NodeApiError} when there is not exactly one
 */
export async function findLinkByAlias(call: ReferenceCall, alias: string): Promise<FoundLink> {
	const found = await findLink(call, `${likelyDefaultDomain(call).replace(/\/$/, '')}/${alias}`);
	if (found) return found;
	const links = await searches(call.run).get(alias, async () => await linksWithAlias(call, alias));
	const [link, ...others] = await linksOnDomain(call, links, '');
	if (link && others.length === 0) {
		learnDefaultDomain(call, link, { custom: alias });
		return { link };
	}
	if (links.length === 0) {
		throw notFoundError(
			call,
			`No link has the alias ${alias}`,
			'Check the alias, or enter the full short URL or the ID of the link.',
		);
	}
	const shortUrls = links.slice(0, MAX_SHOWN).map(({ shorturl }) => textOf(shorturl));
	throw notFoundError(
		call,
		`It is not clear which link on the default domain has the alias ${alias}`,
		`Enter the full short URL instead of the alias. Links with this alias: ${shortUrls.join(', ')}.`,
	);
}
