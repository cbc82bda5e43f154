import { type KnownName, nameKey, namesIn, pairsIn, whenNeeded } from '../knownNames';

/** Languages, in the forms in which tables hold them, and the codes of two letters by which services match browsers. */

/** The languages to choose from (ISO 639-1). */
const USUAL_CODES =
	'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms mt my nb ne nl pa pl ps pt ro ru si sk sl sq sr sv sw ta te tg th tl tr uk ur uz vi xh zh zu'.split(
		' ',
	);

/** Usual names that Node.js does not have, or has only for a language of one country. */
const USUAL_NAMES = pairsIn(`
	American English:en|Azeri:az|Bahasa Indonesia:id|Bahasa Melayu:ms|Bengali:bn|Bokmål:nb|Brazilian Portuguese:pt|
	British English:en|Canadian French:fr|Cantonese:zh|Castellano:es|Castilian:es|Central Khmer:km|
	Chinese Simplified:zh|Chinese Traditional:zh|Farsi:fa|Flemish:nl|Gaelic:gd|Haitian:ht|Kirghiz:ky|Mandarin:zh|
	Mexican Spanish:es|Moldovan:ro|Nynorsk:nn|Oriya:or|Panjabi:pa|Português do Brasil:pt|Pushto:ps|
	Simplified Chinese:zh|Sinhalese:si|Slovene:sl|Srpski:sr|Tagalog:tl|Traditional Chinese:zh|Uighur:ug|Vlaams:nl|
	ภาษาไทย:th|简体中文:zh|繁体中文:zh|繁體中文:zh
`);

/** Codes of rare languages that are far more often countries, such as SE for Sweden, which is Northern Sami. */
const USUALLY_COUNTRIES = ['br', 'ch', 'ee', 'kr', 'lb', 'se', 'tn'];
export const isUsuallyCountry = (text: string): boolean =>
	USUALLY_COUNTRIES.includes(text.toLowerCase());

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

const englishNames = whenNeeded(() => namesIn('en', 'language'));

/** The present code of two letters for a code of two or three, such as `he` for `iw`; undefined for an unknown one. */
function shortCode(code: string): string | undefined {
	if (englishNames()(code) === undefined) return undefined;
	const [canonical = ''] = Intl.getCanonicalLocales(code);
	// Browsers that ask for Filipino send fil, whose first two letters stand for Finnish
	if (canonical === 'fil') return 'tl';
	const [language = ''] = canonical.split('-');
	return language.length === 2 ? language : undefined;
}

const codesByName = whenNeeded(() => {
	const codes = new Map(USUAL_NAMES.map(([name, code]) => [nameKey(name), code]));
	for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
		const short = shortCode(code);
		if (short === undefined) continue;
		for (const name of [englishNames()(code), namesIn(code, 'language')(code)]) {
			// A name that Node.js lacks counts as the code
			const key = nameKey(name ?? code);
			if (!codes.has(key)) codes.set(key, short);
		}
	}
	return codes;
});

export const languageOptions = whenNeeded(() =>
	USUAL_CODES.map((code) => ({
		name: `${englishNames()(code) ?? code} (${code})`,
		value: code,
	})).sort((a, b) => a.name.localeCompare(b.name, 'en')),
);

/** By an ISO code, a language tag such as de-AT, the English name or the own name, in any case. */
export const knownLanguage: KnownName = (text) => {
	const code = /^([a-z]{2,3})(?:[-_][a-z\d_-]+)?$/i.exec(text.trim())?.[1];
	const byCode = code === undefined ? undefined : shortCode(code.toLowerCase());
	return byCode ?? codesByName().get(nameKey(text.replace(/\([^()]*\)\s*$/, '')));
};
