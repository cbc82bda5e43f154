import { decoded, normalized, unescaped } from './comparable';
import { isObject, textOf } from './json';

/** The path of a web address. */
const PATH = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*\/([^?#]*)/i;

/** An alias in NFC and without percent codes, to compare it with another. Case counts. */
export const comparableAlias = (alias: unknown): string =>
	normalized(decoded(unescaped(textOf(alias)).trim()), 'NFC');

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** The path of a short URL as an alias is compared, without slashes at its ends. Without a folder, it is the alias. */
export const pathOfShortUrl = (shortUrl: unknown): string =>
	segmentsOf(comparableAlias(PATH.exec(textOf(shortUrl).trim())?.[1])).join('/');

/** '' when there is none. @param requested an alias with slashes takes up as many segments of the path */
export function aliasInShortUrl(shortUrl: unknown, requested?: unknown): string {
	const [, path = ''] = PATH.exec(textOf(shortUrl).trim()) ?? [];
	const { length } = segmentsOf(comparableAlias(requested));
	return length > 1
		? segmentsOf(comparableAlias(path)).slice(-length).join('/')
		: comparableAlias(segmentsOf(path).at(-1));
}

/** Its own, or the end of its short URL; '' when neither is known. @param requested see {@link aliasInShortUrl} */
export const aliasOf = (link: unknown, requested?: unknown): string =>
	isObject(link) ? comparableAlias(link.alias) || aliasInShortUrl(link.shorturl, requested) : '';

export const isSameAlias = (one: unknown, other: unknown): boolean =>
	comparableAlias(one) === comparableAlias(other);

const lowerCase = (alias: unknown): string => comparableAlias(alias).toLowerCase();

export const isSameButForCase = (one: unknown, other: unknown): boolean =>
	lowerCase(one) === lowerCase(other);

/** As services rewrite it: `Früh am Tag` becomes `fruh-am-tag`, and an alias without letters and digits becomes ''. */
export const rewrittenAlias = (alias: unknown): string =>
	normalized(lowerCase(alias), 'NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/[^\p{L}\p{N}]+/gu, '-')
		.replace(/^-|-$/g, '');

/** Whether the alias of a link is the requested one, or differs from it only as services rewrite aliases. */
export const isMadeOf = (alias: unknown, requested: unknown): boolean =>
	isSameButForCase(alias, requested) ||
	(rewrittenAlias(requested) !== '' && rewrittenAlias(alias) === rewrittenAlias(requested));
