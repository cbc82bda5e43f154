/** Countries, languages and devices as tables hold them, and the names that services match (services.md section 4). */
import { countryNames, knownCountry } from '../../../nodes/LinkManagement/fields/data/countries';
import {
	knownLanguage,
	languageOptions,
} from '../../../nodes/LinkManagement/fields/data/languages';
import type { KnownName } from '../../../nodes/LinkManagement/fields/knownNames';
import { DEVICES, knownDevice, knownOption } from '../../../nodes/LinkManagement/fields/knownNames';

const COUNTRIES: Record<string, string[]> = {
	Austria: ['AT', 'aut', 'austria', 'Österreich', 'osterreich', 'Oesterreich'],
	Bahamas: ['Bahamas (the)', 'The Bahamas', 'Bahamas, The'],
	'Bosnia and Herzegovina': ['Bosnia & Herzegovina', 'Bosnia', 'Bosna i Hercegovina'],
	Canada: [' ca ', 'Ca', 'can', 'CANADA'],
	Congo: ['CG', 'COG', 'Congo-Brazzaville', 'Republic of the Congo'],
	Czechia: ['Czech Republic', 'Česko', 'Česká republika', 'CZE'],
	'Democratic Republic of the Congo': ['CD', 'COD', 'Congo - Kinshasa', 'DRC'],
	'Hong Kong': ['HK', 'HKG', '香港', 'Hong Kong SAR China'],
	'Ivory Coast': ["Cote d'Ivoire", 'Côte d’Ivoire', 'COTE D IVOIRE', 'Côte d´Ivoire', 'CI'],
	Kosovo: ['XK', 'Косово', 'Kosova', 'Kosovë'],
	Macao: ['MO', 'Macau', 'Macao SAR China', '澳門', '澳门'],
	'North Macedonia': ['MK', 'Macedonia', 'Maqedonia e Veriut'],
	Netherlands: ['NL', 'Holland', 'The Netherlands', 'Netherlands (Kingdom of the)'],
	'Saint Vincent and Grenadines': ['St Vincent & the Grenadines'],
	'Saudi Arabia': ['السعودية', 'المملكة العربية السعودية'],
	'South Korea': ['KR', 'Korea, South', 'Korea, Republic of', 'Korea (the Republic of)', '한국'],
	Switzerland: ['CH', 'Schweiz', 'Suisse', 'Svizzera'],
	Taiwan: ['台灣', '臺灣', '台湾'],
	Turkey: ['TR', 'Turkiye', 'TÜRKİYE'],
	'United Kingdom': ['GB', 'UK', 'U.K.', 'GBR', 'Great Britain', 'Y Deyrnas Unedig'],
	'United States': ['US', 'USA', 'U.S.A.', 'United States of America (the)', 'Estados Unidos'],
	Uzbekistan: ["O'zbekiston", 'Oʻzbekiston', 'O‘zbekiston'],
};

/** The texts of a table for which another name is found than the one that they stand for. */
const wrongIn = (table: Record<string, string[]>, known: KnownName) =>
	Object.entries(table)
		.flatMap(([name, texts]) =>
			[name, ...texts].map((text) => ({ text, name, found: known(text) })),
		)
		.filter(({ name, found }) => found !== name);

// One test for all, because mutation tests count what is computed once as the work of the first test
test('countries are known by their codes, their English names and their own names', () => {
	expect(wrongIn(COUNTRIES, knownCountry)).toEqual([]);
});

test('a country that only some services know so is sent as it was typed', () => {
	for (const name of ['Cabo Verde', 'Cocos [Keeling] Islands', 'Türkiye'])
		expect(knownCountry(` ${name} `)).toBe(name);
});

// The last two are Austria and Russia in Vietnamese, which are no codes of other countries
test.each(['Bavaria', 'XX', '*', 'Áo', 'Nga'])('"%s" is no country', (text) => {
	expect(knownCountry(text)).toBeUndefined();
});

test('every country of the list is sent under its own name, and none is there twice', () => {
	const names = countryNames();
	expect(names).toHaveLength(250);
	expect(new Set(names).size).toBe(names.length);
	expect(names.filter((name) => knownCountry(name) !== name)).toEqual([]);
	expect(names.filter((name) => /&|^St\. |SAR| - |\((?!Keeling)/.test(name))).toEqual([]);
	expect(names).toEqual(expect.arrayContaining(['Canada', 'Germany', 'Turkey', 'Macao']));
	expect(names.slice(0, 3)).toEqual(['Afghanistan', 'Åland Islands', 'Albania']);
	expect(names.at(-1)).toBe('Zimbabwe');
});

const LANGUAGES: Record<string, string[]> = {
	de: ['DE', 'deu', 'ger', 'German', 'Deutsch', 'de-AT', 'de_CH', 'German (de)', ' de '],
	en: ['English', 'en-US', 'ENG', 'American English', 'British English'],
	es: ['Español', 'espanol', 'Castilian', 'castellano', 'es-419'],
	he: ['iw', 'Hebrew'],
	ja: ['日本語', 'Japanese'],
	sr: ['српски', 'srpski', 'sr-Latn'],
	tl: ['Filipino', 'fil', 'Tagalog'],
	// Node.js takes the codes of some languages for others when they are in capitals
	tw: ['TW'],
	zh: ['中文', '繁體中文', 'Chinese (Simplified) ', 'zh-Hant-TW'],
	uz: ["o'zbek", 'oʻzbek'],
};

test('languages are known by their codes, their English names and their own names', () => {
	expect(wrongIn(LANGUAGES, knownLanguage)).toEqual([]);
});

// The last two have a code of three letters only
test.each(['xx', '', 'd', 'en de', '(Swiss) German', 'Hawaiian', 'gsw-CH'])(
	'"%s" is no language with a code of two letters',
	(text) => {
		expect(knownLanguage(text)).toBeUndefined();
	},
);

test('every language of the list is known by its code and its name', () => {
	const options = languageOptions();
	expect(options).toContainEqual({ name: 'German (de)', value: 'de' });
	expect(options.slice(0, 2).map(({ name }) => name)).toEqual(['Afrikaans (af)', 'Albanian (sq)']);
	expect(options.at(-1)!.name).toBe('Zulu (zu)');
	for (const { name, value } of options) {
		expect([value, knownLanguage(value)]).toEqual([value, value]);
		expect([name, knownLanguage(name)]).toEqual([name, value]);
	}
});

test('devices are known by their names, their values and other words', () => {
	for (const { name, value } of DEVICES)
		expect([name, value].map(knownDevice)).toEqual([value, value]);
	const words = ['Mac OS X', 'Mac', 'Windows-Phone', 'iOS', ''];
	const known = ['mac os', 'mac os', 'windows phone', undefined, undefined];
	expect(words.map(knownDevice)).toEqual(known);
});

test('an option is known by its label or its value, in any case', () => {
	const known = knownOption([{ name: 'Facebook', value: 'fbpixel' }]);
	expect(['FACEBOOK', 'FBPixel', 'x'].map(known)).toEqual(['fbpixel', 'fbpixel', undefined]);
});
