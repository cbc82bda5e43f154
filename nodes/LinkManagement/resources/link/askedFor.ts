import type { IDataObject } from 'n8n-workflow';

import { OTHER_ALIAS, OTHER_DOMAIN } from '../../execution/warnings';
import { aliasInShortUrl, aliasOf, isSameAlias, isSpellingOf } from '../../values/aliases';
import { hostOf } from '../../values/comparable';
import { isObject, textOf } from '../../values/json';
import { hasSameTarget } from './target';

/** Whether a link is on the domain that was asked for. Without one, it may be on any. */
const isOnDomain = ({ shorturl }: IDataObject, { domain }: IDataObject): boolean =>
	textOf(domain) === '' || hostOf(shorturl) === hostOf(domain);

/** Whether a link of the list may be the one that a creation with this body made. */
export function isAskedFor(link: IDataObject, body: IDataObject): boolean {
	if (textOf(body.custom) === '') return hasSameTarget(link, body);
	// On the domain that was asked for an alias is enough, whatever the service made of the long URL
	if (isSameAlias(aliasOf(link), body.custom) && isOnDomain(link, body)) return true;
	return isSpellingOf(aliasOf(link), body.custom) && hasSameTarget(link, body);
}

/** What counts when two creations may have made a link, the most telling first. */
const ALIAS = 4;
const DOMAIN = 2;
const TARGET = 1;

/** How exactly a link is what was asked for: its alias, sign by sign, its domain, and where it leads. */
export function likeness(link: IDataObject, body: IDataObject): number {
	const hasAlias = textOf(body.custom) !== '' && isSameAlias(aliasOf(link), body.custom);
	const asksDomain = textOf(body.domain) !== '';
	const onDomain = isOnDomain(link, body) ? DOMAIN : -DOMAIN;
	return (
		(hasAlias ? ALIAS : 0) + (asksDomain ? onDomain : 0) + (hasSameTarget(link, body) ? TARGET : 0)
	);
}

/** A record and what services put into it under `data`. */
const flat = (record: IDataObject): IDataObject =>
	isObject(record.data) ? { ...record.data, ...record } : record;

/**
 * What the service did other than it was asked to: services give a link another alias or put it on the default domain
 * without a word (services.md section 2). A slug or another case of the alias is not another alias.
 *
 * @returns a sentence for each difference, of the form `Other alias than asked for: x7 instead of spring.`; undefined
 * when there is none or the record does not show its short URL
 */
export function otherThanAsked(record: IDataObject, body: IDataObject): string | undefined {
	const { shorturl, short } = flat(record);
	const shortUrl = textOf(shorturl ?? short);
	const alias = aliasInShortUrl(shortUrl);
	const asked = textOf(body.custom);
	const sentences = [];
	if (alias !== '' && asked !== '' && !isSpellingOf(alias, asked)) {
		sentences.push(`${OTHER_ALIAS}: ${alias} instead of ${asked}.`);
	}
	if (shortUrl !== '' && !isOnDomain({ shorturl: shortUrl }, body)) {
		const domains = `${hostOf(shortUrl)} instead of ${hostOf(body.domain)}`;
		sentences.push(`${OTHER_DOMAIN}: ${domains}.`);
	}
	return sentences.length === 0 ? undefined : sentences.join(' ');
}
