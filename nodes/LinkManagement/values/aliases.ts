import { decoded, unescaped } from './comparable';
import { isObject, textOf } from './json';

/** The path of a web address. */
const PATH = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*\/([^?#]*)/i;

/** An alias to compare with another: the same signs, however they are encoded. */
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

/** Whether two aliases are the same, sign by sign. */
export const isSameAlias = (one: unknown, other: unknown): boolean =>
	comparableAlias(one) === comparableAlias(other);

/** Letters that are no others with an accent, and what services write for them. */
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

/** What services make of an alias, without dashes: `Früh am Tag` becomes `fruhamtag`, `fruehamtag` or `frhamtag`. */
function slugsOf(alias: string): Set<string> {
	const lower = comparableAlias(alias).toLowerCase();
	const plain = withoutAccents(replaced(lower, LETTERS));
	const german = withoutAccents(replaced(replaced(lower, GERMAN), LETTERS));
	const slugs = [lower, plain, german].map(lettersAndDigits);
	const ascii = [plain, german, withoutAccents(lower), lower].map(asciiOnly);
	return new Set([...slugs, ...ascii]);
}

/**
 * Whether a service may have made one alias of the other: the same alias, another case of it, or a slug. An alias of
 * signs only, such as an emoji, has no slug.
 */
export function isSpellingOf(alias: unknown, asked: unknown): boolean {
	if (isSameAlias(alias, asked)) return true;
	const letters = lettersAndDigits(comparableAlias(alias).toLowerCase());
	return letters !== '' && slugsOf(textOf(asked)).has(letters);
}
