import { decoded, normalized, unescaped } from './comparable';
import { isObject, textOf } from './json';

/** The path of a web address. */
const PATH = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*\/([^?#]*)/i;

/** The decoded form of an alias, to compare it with another. */
export const comparableAlias = (alias: unknown): string =>
	normalized(decoded(unescaped(textOf(alias)).trim(), /%/g), 'NFC');

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

/**
 * The alias at the end of a short URL; '' when there is none.
 *
 * @param requested an alias with slashes takes up as many segments of the path
 */
export function aliasInShortUrl(shortUrl: unknown, requested?: unknown): string {
	const [, path = ''] = PATH.exec(textOf(shortUrl).trim()) ?? [];
	const { length } = segmentsOf(comparableAlias(requested));
	return length > 1
		? segmentsOf(comparableAlias(path)).slice(-length).join('/')
		: comparableAlias(segmentsOf(path).at(-1));
}

/**
 * The alias of a link: its own, or the end of its short URL; '' when neither is known.
 *
 * @param requested see {@link aliasInShortUrl}
 */
export const aliasOf = (link: unknown, requested?: unknown): string =>
	isObject(link) ? comparableAlias(link.alias) || aliasInShortUrl(link.shorturl, requested) : '';

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
const REPLACED = new RegExp(`[${Object.keys({ ...LETTERS, ...GERMAN }).join('')}]`, 'g');

const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
const replaced = (text: string, letters: Record<string, string>) =>
	text.replace(REPLACED, (letter) => letters[letter] ?? letter);
const withoutAccents = (text: string) => normalized(text, 'NFKD').replace(/\p{M}/gu, '');
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

/** The slug that most services make of an alias: `Früh am Tag` gives `fruh-am-tag`; '' without letters and digits. */
export const slugOf = (alias: unknown): string =>
	withoutAccents(replaced(comparableAlias(alias).toLowerCase(), LETTERS))
		.replace(/[^\p{L}\p{N}]+/gu, '-')
		.replace(/^-|-$/g, '');

/** The letters and digits of an alias in lower case, which are the same in all of its spellings. */
export const lettersOf = (alias: unknown): string =>
	lettersAndDigits(comparableAlias(alias).toLowerCase());

/** Whether an alias has the form of a slug, which no service changes. */
const isSlug = (alias: unknown): boolean => slugOf(alias) === comparableAlias(alias);

/**
 * Whether the alias of a link may stand for the requested one: they are the same, or differ in case, or it is a slug of the
 * requested one. An alias without letters and digits, such as an emoji, has no slug.
 */
export function isSpellingOf(alias: unknown, requested: unknown): boolean {
	if (isSameAlias(alias, requested)) return true;
	if (isSlug(requested)) return comparableAlias(alias).toLowerCase() === comparableAlias(requested);
	return slugsOf(requested).has(lettersOf(alias));
}

/** Whether a link has the requested alias, or what a service may have made of it. */
export const isMadeOf = (alias: unknown, requested: unknown): boolean =>
	isSlug(requested) ? isSameAlias(alias, requested) : isSpellingOf(alias, requested);
