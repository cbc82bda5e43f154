import type { ServiceRequest } from '../client/http';
import type { LinkReference } from '../fields/reference';
import { comparableAlias } from '../text/aliases';
import { textOf } from '../text/json';
import type { ReferenceCall } from './call';
import { askedOf, findByShortUrl, notFoundError, type ShownLink } from './askForLink';
import { defaultDomain } from './defaultDomain';
import { findLink, refuseIfDomainIsNotKnown, unclearDomainError } from './findLink';
import { linkIndexOf } from './linkIndex';

const MAX_SHOWN = 5;

interface LinkCall extends ReferenceCall {
	request: ServiceRequest;
	/** Whether the list shows all that is needed of the link. */
	isListEnough?: boolean;
}

/** The alias among the links that were read that is most like one that no link has, as the end of a sentence. */
export async function closestAlias({ service, run }: ReferenceCall, alias: string) {
	const closest = await linkIndexOf(run).closestAlias(alias);
	return closest === undefined ? '' : `; the closest is ${service.plainText(closest)}`;
}

/** @throws {NodeApiError} when there is not exactly one, or when it may not be changed */
async function searchAlias(call: LinkCall, alias: string): Promise<ShownLink> {
	const isOnlyRead = call.request.method === 'GET';
	const found = await findLink(call, { custom: alias, domain: '' }, 'notCreated');
	if (found) {
		if (!isOnlyRead) await refuseIfDomainIsNotKnown(call, found, alias, 'full short URL');
		return found;
	}
	const index = linkIndexOf(call.run);
	const links = index.withAlias(comparableAlias(alias)).map(({ link }) => link);
	const [link, ...others] = links;
	if (!link)
		throw notFoundError(
			call,
			`No link has the alias ${alias}${await closestAlias(call, alias)}`,
			'Check the alias, or enter the full short URL or the ID of the link.',
		);
	if (!(await defaultDomain(call))) {
		if (isOnlyRead && others.length === 0 && index.isComplete) return { link };
		throw unclearDomainError(call, alias, links, 'full short URL');
	}
	const shown = links.slice(0, MAX_SHOWN).map(({ shorturl }) => textOf(shorturl));
	throw notFoundError(
		call,
		`No link on the default domain has the alias ${alias}`,
		`Enter the full short URL instead of the alias, or set Default Domain in the credential. Links with this alias: ${shown.join(', ')}.`,
	);
}

/** With the reply, if a search returned the link. @throws {NodeApiError} when there is no such link */
export async function findReferred(
	call: LinkCall,
	{ text, isShortUrl }: LinkReference,
): Promise<ShownLink> {
	const { isListEnough = false, request } = call;
	// The search gives all that a reading of the link would give
	const isReadBySearch = isShortUrl && request.method === 'GET' && !isListEnough;
	const index = linkIndexOf(call.run);
	if (!isReadBySearch) await index.prepare(call, isListEnough);
	const listed = isShortUrl && !isReadBySearch ? index.findByShortUrl(text) : undefined;
	if (listed) return { link: listed };
	if (!isShortUrl)
		return (await askedOf(call.run).get(text, async () => await searchAlias(call, text)))!;
	const found = await findByShortUrl(call, text, request.method === 'GET');
	if (found?.link.id === undefined)
		throw notFoundError(
			call,
			`No link has the short URL ${text}`,
			'Check the short URL, or choose the link by its ID.',
		);
	if (!isReadBySearch) index.noteExisting(found.link);
	return found;
}
