import { decoded, normalized, unescaped } from './comparable';
import { isObject, textOf } from './json';

/** The path of a web address. An encoded slash in it separates nothing. */
const PATH = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*\/([^?#]*)/i;

const withoutCodes = (text: string): string => normalized(decoded(unescaped(text)), 'NFC');

/** An alias in NFC and without percent codes, to compare it with another. Case counts. */
export const comparableAlias = (alias: unknown): string => withoutCodes(textOf(alias).trim());

/** An alias as it stands in a short URL. An encoded `?` or `#` would otherwise end it, so that it would be another alias. */
export const aliasInUrl = (alias: unknown): string =>
	normalized(decoded(unescaped(textOf(alias).trim()), /[%/?#]/g), 'NFC');

const pathIn = (shortUrl: unknown): string => PATH.exec(textOf(shortUrl).trim())?.[1] ?? '';

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** The path of a short URL as an alias is compared, without slashes at its ends. Without a folder, it is the alias. */
export const pathOfShortUrl = (shortUrl: unknown): string =>
	segmentsOf(pathIn(shortUrl)).map(withoutCodes).join('/');

function lastSegments(shortUrl: unknown, count: number): string {
	const path = pathIn(shortUrl);
	return count > 1
		? segmentsOf(withoutCodes(path)).slice(-count).join('/')
		: withoutCodes(segmentsOf(path).at(-1) ?? '');
}

/** '' when there is none. @param requested an alias with slashes takes up as many segments of the path */
export const aliasInShortUrl = (shortUrl: unknown, requested?: unknown): string =>
	new WantedAlias(requested).inShortUrl(shortUrl);

/** Its own, or the end of its short URL; '' when neither is known. @param requested see {@link aliasInShortUrl} */
export const aliasOf = (link: unknown, requested?: unknown): string =>
	new WantedAlias(requested).of(link);

export const isSameAlias = (one: unknown, other: unknown): boolean =>
	comparableAlias(one) === comparableAlias(other);

/** In lower case, some letters are one character with their accent, such as the j with a caron. */
const lowerCase = (text: string): string => normalized(text.toLowerCase(), 'NFC');

/** @param one as {@link comparableAlias} or {@link pathOfShortUrl} gives it, like the other */
export const isSameButForCase = (one: string, other: string): boolean =>
	lowerCase(one) === lowerCase(other);

const rewritten = (text: string): string =>
	normalized(lowerCase(text), 'NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/[^\p{L}\p{N}]+/gu, '-')
		.replace(/^-|-$/g, '');

/** As services rewrite it: `Früh am Tag` becomes `fruh-am-tag`, and an alias without letters and digits becomes ''. */
export const rewrittenAlias = (alias: unknown): string => rewritten(comparableAlias(alias));

/** An alias that was requested, read once, to compare it with those of many links. '' for none. */
export class WantedAlias {
	readonly text: string;
	/** An alias with slashes takes up as many segments of a path. */
	private readonly segments: number;
	private knownRewritten: string | undefined;

	constructor(requested: unknown) {
		this.text = comparableAlias(requested);
		this.segments = segmentsOf(this.text).length;
	}

	inShortUrl(shortUrl: unknown): string {
		return lastSegments(shortUrl, this.segments);
	}

	/** The alias of a link: its own, or the end of its short URL; '' when neither is known. */
	of(link: unknown): string {
		return isObject(link) ? comparableAlias(link.alias) || this.inShortUrl(link.shorturl) : '';
	}

	/** @param alias as {@link of} gives it: to decode `%2541` twice would make another alias of it */
	mayBecome(alias: string): boolean {
		if (isSameButForCase(alias, this.text)) return true;
		this.knownRewritten ??= rewritten(this.text);
		return this.knownRewritten !== '' && rewritten(alias) === this.knownRewritten;
	}
}

/** Whether the alias of a link is the requested one, or differs from it only as services rewrite aliases. */
export const isMadeOf = (alias: unknown, requested: unknown): boolean =>
	new WantedAlias(requested).mayBecome(comparableAlias(alias));
