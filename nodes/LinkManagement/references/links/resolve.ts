import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../client/http';
import type { LinkReference } from '../../fields/reference';
import { hostOf } from '../../values/comparable';
import { textOf } from '../../values/json';
import type { ReferenceCall } from '../call';
import { askedOf, findByShortUrl, notFoundError, type ShownLink } from './ask';
import { domainHosts, knownDefaultDomain } from './defaultDomain';
import { linkIndexOf } from './index';
import { findMeantLink } from './prove';

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

/** Whether the only link with an alias may be on the default domain, as far as the lists of links and domains say. */
async function mayBeOnDefaultDomain(call: ReferenceCall, { shorturl }: IDataObject) {
	const [host, api] = [hostOf(shorturl), hostOf(call.service.baseUrl)];
	if (host !== api && linkIndexOf(call.run).newestOn(api)) return false;
	const domains = await domainHosts(call);
	return domains?.own.has(host) === false;
}

/** @throws {NodeApiError} when there is not exactly one */
async function searchAlias(call: LinkCall, alias: string): Promise<ShownLink> {
	const isOnlyRead = call.request.method === 'GET';
	const { found, sameAlias } = await findMeantLink(
		call,
		{ custom: alias },
		{ asks: 'everywhere', isOnlyRead },
	);
	if (found) return found;
	const [link, ...others] = sameAlias;
	if (!link)
		throw notFoundError(
			call,
			`No link has the alias ${alias}${await closestAlias(call, alias)}`,
			'Check the alias, or enter the full short URL or the ID of the link.',
		);
	const isKnown = knownDefaultDomain(call) !== undefined;
	if (!isKnown && others.length === 0 && (await mayBeOnDefaultDomain(call, link))) return { link };
	const shown = [link, ...others].slice(0, MAX_SHOWN).map(({ shorturl }) => textOf(shorturl));
	throw notFoundError(
		call,
		isKnown
			? `No link on the default domain has the alias ${alias}`
			: `It is not clear which link on the default domain has the alias ${alias}`,
		`Enter the full short URL instead of the alias, or set Default Domain in the credential. Links with this alias: ${shown.join(', ')}.`,
	);
}

/** With the reply, if a search returned the link. @throws {NodeApiError} when there is no such link */
export async function findReferred(call: LinkCall, { text, isShortUrl }: LinkReference) {
	const { isListEnough = false, request } = call;
	// The search gives all that a reading of the link would give
	const isReadBySearch = isShortUrl && request.method === 'GET' && !isListEnough;
	const index = linkIndexOf(call.run);
	if (!isReadBySearch) await index.prepare(call, isListEnough);
	const listed = isShortUrl && !isReadBySearch ? index.findByShortUrl(text) : undefined;
	if (listed) return { link: listed };
	if (!isShortUrl)
		return (await askedOf(call.run).get(text, async () => await searchAlias(call, text)))!;
	const found = await findByShortUrl(call, text);
	if (found?.link.id === undefined)
		throw notFoundError(
			call,
			`No link has the short URL ${text}`,
			'Check the short URL, or choose the link by its ID.',
		);
	if (!isReadBySearch) index.noteExisting(found.link);
	return found;
}
