import { Address, decoded, hostOf, normalized, unescaped, withoutCase } from './comparable';
import { isObject, textOf } from './json';

/** A text that is compared as it is: to look for percent codes in each alias of a long list would take time. */
const PLAIN = /^[\w./-]*$/;

/** A text in NFC and without percent codes. */
const withoutCodes = (text: string): string =>
	PLAIN.test(text) ? text : normalized(decoded(unescaped(text)), 'NFC');

/** An alias in NFC and without percent codes, to compare it with another. Case counts. */
export const comparableAlias = (alias: unknown): string => withoutCodes(textOf(alias).trim());

/** An alias as it stands in a short URL. A `?` or `#` would end it there, so that it would be another alias. */
export const aliasInUrl = (alias: unknown): string =>
	normalized(decoded(unescaped(textOf(alias).trim()), /[%/?#]/g), 'NFC').replace(
		/[?#]|%(?![\da-f]{2})/gi,
		encodeURIComponent,
	);

/** @param one as {@link comparableAlias} gives it, like the other: to decode `%2541` twice would make another alias of it */
export const isSameButForCase = (one: string, other: string): boolean =>
	withoutCase(one) === withoutCase(other);

/** What is left of an alias without case, blanks and signs: `Früh am Tag` and `fruh-am-tag` have it in common. Signs alone stay. */
export function similarityKey(alias: string): string {
	const rough = PLAIN.test(alias)
		? alias.toLowerCase().replace(/[_./-]+/g, '')
		: normalized(withoutCase(alias), 'NFKD').replace(/[^\p{L}\p{N}]+/gu, '');
	return rough || withoutCase(alias);
}

/** Whether two aliases differ only in case, blanks and signs. That alone does not show that they are one link's. @param one see {@link comparableAlias} */
export const areSimilar = (one: string, other: string): boolean =>
	similarityKey(one) === similarityKey(other);

/** The path of a web address. An encoded slash in it separates nothing. */
const PATH = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*\/([^?#]*)/i;

const segmentsOf = (shortUrl: unknown): string[] =>
	(PATH.exec(textOf(shortUrl).trim())?.[1] ?? '').split('/').filter(Boolean).map(withoutCodes);

/** The path of a short URL as an alias is compared, without slashes at its ends. Without a folder, it is the alias. */
export const pathOfShortUrl = (shortUrl: unknown): string => segmentsOf(shortUrl).join('/');

/** '' when there is none. Of a path with folders, the last part. */
export const aliasInShortUrl = (shortUrl: unknown): string => segmentsOf(shortUrl).at(-1) ?? '';

/** The domain is a host and perhaps a folder: `sho.rt/s`. @param asked the alias that was asked for: replies to creations show none */
export function linkAddress({ alias: own, shorturl }: Record<string, unknown>, asked = '') {
	const path = pathOfShortUrl(shorturl);
	const host = hostOf(shorturl);
	const shown = comparableAlias(own);
	if (path === '') return { domain: host, alias: shown };
	for (const alias of [shown, asked]) {
		if (alias === path) return { domain: host, alias };
		if (alias !== '' && path.endsWith(`/${alias}`))
			return { domain: `${host}/${path.slice(0, -alias.length - 1)}`, alias };
	}
	return { domain: host, alias: path };
}

/** The alias of a link; '' when nothing shows it. @param asked see {@link linkAddress} */
export const aliasOf = (link: unknown, asked?: string): string =>
	isObject(link) ? linkAddress(link, asked).alias : '';

/** A domain as {@link linkAddress} has it. */
export const domainOf = (domain: unknown): string => `${hostOf(domain)}${new Address(domain).path}`;
