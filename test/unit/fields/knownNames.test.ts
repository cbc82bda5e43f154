/** Countries, languages and devices as tables hold them, and the names that services match (services.md section 4). */
import { countryNames, knownCountry } from '../../../nodes/LinkManagement/fields/countries';
import { DEVICES, knownDevice } from '../../../nodes/LinkManagement/fields/devices';
import { knownLanguage, languageOptions } from '../../../nodes/LinkManagement/fields/languages';

const COUNTRIES: Record<string, string[]> = {
	Austria: ['AT', 'aut', 'austria', 'Österreich', 'osterreich'],
	Belgium: ['België', 'Belgique', 'Belgien'],
	'Bosnia and Herzegovina': ['BA', 'Bosnia & Herzegovina', 'Bosnia', 'Bosna i Hercegovina'],
	Canada: [' ca ', 'CANADA'],
	China: ['中国', 'CN'],
	Curaçao: ['Curacao'],
	Czechia: ['Czech Republic', 'Česko', 'CZE'],
	'Democratic Republic of the Congo': ['CD', 'COD', 'Congo - Kinshasa', 'DRC'],
	Finland: ['Suomi'],
	Germany: ['DE', 'de', 'DEU', 'Deutschland', 'DEUTSCHLAND', 'germany'],
	Greece: ['Ελλάδα', 'GR'],
	'Hong Kong': ['HK', 'HKG', '香港', 'Hong Kong SAR China'],
	India: ['भारत', 'IN'],
	'Ivory Coast': ["Cote d'Ivoire", 'Côte d’Ivoire', 'CI'],
	Japan: ['日本', 'jpn'],
	Kosovo: ['XK'],
	Netherlands: ['NL', 'Holland', 'The Netherlands', 'Nederland'],
	'Saint Lucia': ['St. Lucia', 'St Lucia', 'LC'],
	Serbia: ['Србија', 'Srbija'],
	'South Korea': ['KR', 'Korea, Republic of', '대한민국'],
	Spain: ['España', 'Espana', 'ES'],
	Switzerland: ['CH', 'Schweiz', 'Suisse', 'Svizzera'],
	Turkey: ['TR', 'Türkiye', 'Turkiye'],
	'United Kingdom': ['GB', 'UK', 'U.K.', 'GBR', 'Great Britain'],
	'United States': ['US', 'USA', 'U.S.A.', 'United States of America'],
};

test.each(Object.entries(COUNTRIES))('%s is known as %j', (name, given) => {
	for (const text of [name, ...given]) expect([text, knownCountry(text)]).toEqual([text, name]);
});

test.each(['Cabo Verde', 'DR Congo', 'Åland', 'St Kitts and Nevis', 'Cocos [Keeling] Islands'])(
	'%s, which only some services know so, is sent as it was typed',
	(name) => {
		expect(knownCountry(` ${name} `)).toBe(name);
	},
);

test.each([
	'Atlantis',
	'Bavaria',
	'England',
	'EU',
	'XX',
	'DEUT',
	'',
	'*',
	'&',
	'$&',
	'Deutschland!x',
])('"%s" is no country', (text) => {
	expect(knownCountry(text)).toBeUndefined();
});

test('every country of the list is sent under its own name, and none is there twice', () => {
	const names = countryNames();
	expect(names).toHaveLength(250);
	expect(new Set(names).size).toBe(names.length);
	expect(names.filter((name) => knownCountry(name) !== name)).toEqual([]);
	expect(names.filter((name) => /&|^St\. |SAR| - |\((?!Keeling)/.test(name))).toEqual([]);
	expect(names).toEqual(expect.arrayContaining(['Canada', 'Germany', 'Turkey', 'Macao']));
});

const LANGUAGES: Record<string, string[]> = {
	de: ['DE', 'deu', 'ger', 'German', 'Deutsch', 'de-AT', 'de_CH', 'German (de)'],
	en: ['English', 'en-US', 'ENG'],
	es: ['Español', 'espanol', 'Castilian'],
	fr: ['français', 'Francais', 'fr-CA', 'fra'],
	he: ['iw', 'Hebrew'],
	ja: ['日本語', 'Japanese'],
	nb: ['Norwegian Bokmål', 'nob'],
	pt: ['pt-BR', 'Brazilian Portuguese', 'Português'],
	tl: ['Filipino', 'fil', 'Tagalog'],
	zh: ['中文', 'Chinese (Simplified)', 'zh-Hant-TW', 'Mandarin'],
};

test.each(Object.entries(LANGUAGES))('the language %s is known as %j', (code, given) => {
	for (const text of [code, ...given]) expect([text, knownLanguage(text)]).toEqual([text, code]);
});

test.each(['xx', 'xx-DE', 'Klingon', 'Deutschland', '', 'd', 'de;q=0.9'])(
	'"%s" is no language',
	(text) => {
		expect(knownLanguage(text)).toBeUndefined();
	},
);

test('every language of the list is known by its code and its name', () => {
	const options = languageOptions();
	expect(options).toContainEqual({ name: 'German (de)', value: 'de' });
	for (const { name, value } of options) {
		expect([value, knownLanguage(value)]).toEqual([value, value]);
		expect([name, knownLanguage(name)]).toEqual([name, value]);
	}
});

test.each([
	['iPhone', 'iphone'],
	['IPAD', 'ipad'],
	['Mac OS X', 'mac os'],
	['macOS', 'mac os'],
	['Mac', 'mac os'],
	['Windows', 'windows'],
	['Windows-Phone', 'windows phone'],
	['iOS', undefined],
	['fridge', undefined],
	['', undefined],
])('the device %s is known as %p', (text, name) => {
	expect(knownDevice(text)).toBe(name);
});

test('every device of the list is known by its name and its value', () => {
	for (const { name, value } of DEVICES) {
		expect(knownDevice(name)).toBe(value);
		expect(knownDevice(value)).toBe(value);
	}
});

test('languages and countries to choose from are in alphabetical order', () => {
	const languages = languageOptions();
	expect(languages).toContainEqual({ name: 'German (de)', value: 'de' });
	for (const names of [languages.map(({ name }) => name), countryNames()])
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
});

test.each([
	[' de ', 'de'],
	['DE', 'de'],
	['de_AT', 'de'],
	['de-Latn-DE-1996', 'de'],
	['deu', 'de'],
	['German (Austria) ', 'de'],
	['a (b) German', undefined],
	['in german', undefined],
	['x de', undefined],
	['de AT', undefined],
	['', undefined],
	['()', undefined],
])('the language %p is %p', (text, code) => {
	expect(knownLanguage(text)).toBe(code);
});
