import type { LinkReference } from '../fields/reference';
import { comparableAlias } from '../text/aliases';
import { textOf } from '../text/json';
import { findByShortUrl, notFoundError } from './askForLink';
import { defaultDomain } from './defaultDomain';
import { findLink, refuseIfDomainIsNotKnown, unclearDomainError } from './findLink';
import type { LookupItem } from './item';
import type { ShownLink } from './link';

const MAX_SHOWN = 5;

/** The alias among the links that were read that is most like one that no link has, as the end of a sentence. */
export async function closestAlias(item: LookupItem, alias: string) {
	const closest = await item.run.links.closestAlias(alias);
	return closest === undefined ? '' : `; the closest is ${item.service.plainText(closest)}`;
}

/** @throws {NodeApiError} when there is not exactly one, or when it may not be changed */
async function searchAlias(item: LookupItem, alias: string): Promise<ShownLink> {
	const isOnlyRead = item.request.method === 'GET';
	const found = await findLink(item, { custom: alias, domain: '' }, 'notCreated');
	if (found) {
		if (!isOnlyRead) await refuseIfDomainIsNotKnown(item, found, alias, 'full short URL');
		return found;
	}
	const index = item.run.links;
	const links = index.withAlias(comparableAlias(alias)).map(({ link }) => link);
	const [link, ...others] = links;
	if (!link)
		throw notFoundError(
			item,
			`No link has the alias ${alias}${await closestAlias(item, alias)}`,
			'Check the alias, or enter the full short URL or the ID of the link.',
		);
	if (!(await defaultDomain(item))) {
		if (isOnlyRead && others.length === 0 && index.isComplete) return { link };
		throw unclearDomainError(item, alias, links, 'full short URL');
	}
	const shown = links.slice(0, MAX_SHOWN).map(({ shorturl }) => textOf(shorturl));
	throw notFoundError(
		item,
		`No link on the default domain has the alias ${alias}`,
		`Enter the full short URL instead of the alias, or set Default Domain in the credential. Links with this alias: ${shown.join(', ')}.`,
	);
}

/**
 * With the reply, if a search returned the link. @param isListEnough whether the list shows all that is needed of the link
 * @throws {NodeApiError} when there is no such link
 */
export async function findReferred(
	item: LookupItem,
	{ text, isShortUrl }: LinkReference,
	isListEnough: boolean,
): Promise<ShownLink> {
	const { request } = item;
	// The search gives all that a reading of the link would give
	const isReadBySearch = isShortUrl && request.method === 'GET' && !isListEnough;
	const index = item.run.links;
	if (!isReadBySearch) await index.prepare(item, isListEnough);
	const listed = isShortUrl && !isReadBySearch ? index.findByShortUrl(text) : undefined;
	if (listed) return { link: listed };
	if (!isShortUrl)
		return (await item.run.links.searched.get(text, async () => await searchAlias(item, text)))!;
	const found = await findByShortUrl(item, text, request.method === 'GET');
	if (found?.link.id === undefined)
		throw notFoundError(
			item,
			`No link has the short URL ${text}`,
			'Check the short URL, or choose the link by its ID.',
		);
	if (!isReadBySearch) index.noteExisting(found.link);
	return found;
}
