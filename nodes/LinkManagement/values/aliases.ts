import { decoded, normalized, unescaped } from './comparable';
import { textOf } from './json';

/** A text that is compared as it is: to look for percent codes in each alias of a long list would take time. */
const PLAIN = /^[\w./-]*$/;

/** A text in NFC and without percent codes. */
export const withoutCodes = (text: string): string =>
	PLAIN.test(text) ? text : normalized(decoded(unescaped(text)), 'NFC');

/** An alias in NFC and without percent codes, to compare it with another. Case counts. */
export const comparableAlias = (alias: unknown): string => withoutCodes(textOf(alias).trim());

/** An alias as it stands in a short URL. A `?` or `#` would end it there, so that it would be another alias. */
export const aliasInUrl = (alias: unknown): string =>
	normalized(decoded(unescaped(textOf(alias).trim()), /[%/?#]/g), 'NFC').replace(
		/[?#]|%(?![\da-f]{2})/gi,
		encodeURIComponent,
	);

/** In lower case, some letters are one character with their accent, such as the j with a caron. */
export const withoutCase = (alias: string): string => normalized(alias.toLowerCase(), 'NFC');

/** @param one as {@link comparableAlias} gives it, like the other: to decode `%2541` twice would make another alias of it */
export const isSameButForCase = (one: string, other: string): boolean =>
	withoutCase(one) === withoutCase(other);

/** What is left of an alias without case, blanks and signs: `Früh am Tag` and `fruh-am-tag` have it in common. */
export const roughAlias = (alias: string): string =>
	normalized(withoutCase(alias), 'NFKD').replace(/[^\p{L}\p{N}]+/gu, '');

/** An alias that was requested, read once, to compare it with those of many links. '' for none. */
export class WantedAlias {
	readonly text: string;
	private readonly lowerCase: string;
	private knownRough: string | undefined;

	constructor(requested: unknown) {
		this.text = comparableAlias(requested);
		this.lowerCase = withoutCase(this.text);
	}

	/** Whether an alias differs only in case, blanks and signs. It never shows that a link is meant. @param alias as a link has it */
	isSimilarTo(alias: string): boolean {
		if (withoutCase(alias) === this.lowerCase) return true;
		this.knownRough ??= roughAlias(this.text);
		return this.knownRough !== '' && roughAlias(alias) === this.knownRough;
	}
}
