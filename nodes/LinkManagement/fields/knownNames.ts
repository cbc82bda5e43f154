import { normalized } from '../text/comparable';

/** Names that people write in many ways, and the one that services match (services.md section 4). */

/** The name that services match; undefined for a text that is none of the known names. */
export type KnownName = (text: string) => string | undefined;

/** A text in the form in which names are compared: without case, accents, punctuation and "the". */
export const nameKey = (text: string): string =>
	normalized(text, 'NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/&/g, ' and ')
		.replace(/['’‘ʻʼ.]/g, '')
		.replace(/(?:[^\p{L}\p{N}]|\bthe\b)+/gu, ' ')
		.trim()
		.replace(/\bst\b/g, 'saint');

/** The value of an option, by its label or by itself, in any case. The values are in lower case. */
export const knownOption =
	(options: Array<{ name: string; value: string }>): KnownName =>
	(text) => {
		const said = text.toLowerCase();
		return options.find(({ name, value }) => [name.toLowerCase(), value].includes(said))?.value;
	};

export const entriesIn = (table: string): string[] => table.split('|').map((entry) => entry.trim());

export const pairsIn = (table: string): Array<[name: string, value: string]> =>
	entriesIn(table).map((entry) => entry.split(':') as [string, string]);

/** Work that is done when its result is first needed, because not every workflow needs it. */
export function whenNeeded<T>(make: () => T): () => T {
	let made: { result: T } | undefined;
	return () => (made ??= { result: make() }).result;
}

/** The names that Node.js has in a language, of languages or regions by their codes; undefined for an unknown code. */
export function namesIn(
	language: string,
	type: 'language' | 'region',
	style: 'long' | 'short' = 'long',
): (code: string) => string | undefined {
	const names = new Intl.DisplayNames([language], { type, style, fallback: 'none' });
	return (code) => names.of(code);
}

export const DEVICES = [
	{ name: 'Android', value: 'android' },
	{ name: 'BlackBerry', value: 'blackberry' },
	{ name: 'iPad', value: 'ipad' },
	{ name: 'iPhone', value: 'iphone' },
	{ name: 'Linux', value: 'linux' },
	{ name: 'macOS', value: 'mac os' },
	{ name: 'Windows', value: 'windows' },
	{ name: 'Windows Phone', value: 'windows phone' },
];

/** Other names of macOS. iOS is not among the names, because it is both iphone and ipad. */
const MAC = ['mac', 'macosx', 'macintosh', 'osx'];

const lettersIn = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

/** The name that services match for a device or system, in any case and spelling. */
export const knownDevice: KnownName = (text) => {
	const letters = lettersIn(text);
	if (MAC.includes(letters)) return 'mac os';
	return DEVICES.find(({ value }) => lettersIn(value) === letters)?.value;
};
