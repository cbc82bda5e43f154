import { decoded, unescaped } from './comparable';
import { isObject, textOf } from './json';

/** The path of a web address. */
const PATH = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*\/([^?#]*)/i;

/** The decoded form of an alias, to compare it with another. */
export const comparableAlias = (alias: unknown): string =>
	decoded(unescaped(textOf(alias)).trim(), /%/g).normalize('NFC');

/** The alias at the end of a short URL; '' when there is none. */
export function aliasInShortUrl(shortUrl: unknown): string {
	const [, path = ''] = PATH.exec(textOf(shortUrl).trim()) ?? [];
	return comparableAlias(path.split('/').filter(Boolean).at(-1));
}

/** The alias of a link: its own, or the end of its short URL; '' when neither is known. */
export const aliasOf = (link: unknown): string =>
	isObject(link) ? comparableAlias(link.alias) || aliasInShortUrl(link.shorturl) : '';

/** Whether two aliases have the same characters. */
export const isSameAlias = (one: unknown, other: unknown): boolean =>
	comparableAlias(one) === comparableAlias(other);

/** Letters that are not a base letter with an accent, and what services replace them with. */
const LETTERS: Record<string, string> = {
	ß: 'ss',
	æ: 'ae',
	œ: 'oe',
	ø: 'o',
	ł: 'l',
	đ: 'd',
	ð: 'd',
	þ: 'th',
	ı: 'i',
};
const GERMAN: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
const replaced = (text: string, letters: Record<string, string>) =>
	[...text].map((letter) => letters[letter] ?? letter).join('');
const withoutAccents = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');
const asciiOnly = (text: string) => text.replace(/[^a-z0-9]/g, '');

/** The {@link lettersOf} the slugs of an alias: `Früh am Tag` gives `fruhamtag`, `fruehamtag` or `frhamtag`. */
export function slugsOf(alias: unknown): Set<string> {
	const lower = comparableAlias(alias).toLowerCase();
	const plain = withoutAccents(replaced(lower, LETTERS));
	const german = withoutAccents(replaced(replaced(lower, GERMAN), LETTERS));
	const slugs = [lower, plain, german].map(lettersAndDigits);
	const ascii = [plain, german, withoutAccents(lower), lower].map(asciiOnly);
	return new Set([...slugs, ...ascii].filter((slug) => slug !== ''));
}

/** The letters and digits of an alias in lower case, which are the same in all of its spellings. */
export const lettersOf = (alias: unknown): string =>
	lettersAndDigits(comparableAlias(alias).toLowerCase());

/**
 * Whether a service may have derived one alias from the other: they are the same, or differ in case, or one is a slug of
 * the other. An alias without letters and digits, such as an emoji, has no slug.
 */
export function isSpellingOf(alias: unknown, requested: unknown): boolean {
	if (isSameAlias(alias, requested)) return true;
	return slugsOf(requested).has(lettersOf(alias));
}
