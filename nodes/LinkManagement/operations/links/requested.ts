import type { IDataObject } from 'n8n-workflow';

import { aliasInShortUrl, aliasOf, isSameAlias, isSpellingOf } from '../../values/aliases';
import { hostOf } from '../../values/comparable';
import { isObject, textOf } from '../../values/json';
import { OTHER_ALIAS, OTHER_DOMAIN } from '../output/warnings';
import { hasSameTarget } from './target';

/** Whether a link is on the requested domain. If none was requested, any domain counts. */
const isOnDomain = ({ shorturl }: IDataObject, { domain }: IDataObject): boolean =>
	textOf(domain) === '' || hostOf(shorturl) === hostOf(domain);

/** Whether a link has the requested alias, perhaps in another spelling. If none was requested, any alias counts. */
export const isNamedAsRequested = (link: IDataObject, { custom }: IDataObject): boolean =>
	textOf(custom) === '' || isSpellingOf(aliasOf(link, custom), custom);

/** Whether a link of the list may be the result of a creation with this body. */
export function isRequested(link: IDataObject, body: IDataObject): boolean {
	// Services may use another alias without saying so (services.md section 2)
	if (hasSameTarget(link, body)) return true;
	// On the requested domain the alias is enough, even if the service changed the long URL
	const hasAlias =
		textOf(body.custom) !== '' && isSameAlias(aliasOf(link, body.custom), body.custom);
	return hasAlias && isOnDomain(link, body);
}

/** The weights that decide which of two creations a link belongs to. A service may have changed the description. */
const ALIAS = 4;
const DOMAIN = 2;
const TARGET = 1;
const DESCRIPTION = 0.5;

/** How well a link matches the request: by its exact alias, its domain, its long URL and its description. */
export function score(link: IDataObject, body: IDataObject): number {
	const hasAlias =
		textOf(body.custom) !== '' && isSameAlias(aliasOf(link, body.custom), body.custom);
	const requestsDomain = textOf(body.domain) !== '';
	const onDomain = isOnDomain(link, body) ? DOMAIN : -DOMAIN;
	const hasDescription = textOf(link.description) === textOf(body.description);
	const target = TARGET + (hasDescription ? DESCRIPTION : 0);
	return (
		(hasAlias ? ALIAS : 0) +
		(requestsDomain ? onDomain : 0) +
		(hasSameTarget(link, body) ? target : 0)
	);
}

/** A record, with the fields that services put under `data`. */
const flat = (record: IDataObject): IDataObject =>
	isObject(record.data) ? { ...record.data, ...record } : record;

/**
 * How a link differs from the request: services may use another alias or the default domain without saying so (services.md
 * section 2). A slug or another case of the alias is not another alias, and a domain with `www.` is not another domain.
 *
 * @returns a sentence for each difference, of the form `Alias not as requested: x7 instead of spring.`; undefined
 * when there is none or the record does not contain its short URL
 */
export function notAsRequested(record: IDataObject, body: IDataObject): string | undefined {
	const { shorturl, short } = flat(record);
	const shortUrl = textOf(shorturl ?? short);
	const alias = aliasInShortUrl(shortUrl, body.custom);
	const requested = textOf(body.custom);
	const sentences = [];
	if (alias !== '' && requested !== '' && !isSpellingOf(alias, requested)) {
		sentences.push(`${OTHER_ALIAS}: ${alias} instead of ${requested}.`);
	}
	if (shortUrl !== '' && !isOnDomain({ shorturl: shortUrl }, body)) {
		const domains = `${hostOf(shortUrl)} instead of ${hostOf(body.domain)}`;
		sentences.push(`${OTHER_DOMAIN}: ${domains}.`);
	}
	return sentences.length === 0 ? undefined : sentences.join(' ');
}
