/** Where an alias stands, whether two are the same, and what services make of its letters. */
import fc from 'fast-check';

import {
	aliasInShortUrl,
	aliasOf,
	comparableAlias,
	isMadeOf,
	isSameAlias,
	isSpellingOf,
	slugOf,
	slugsOf,
} from '../../../nodes/LinkManagement/values/aliases';

describe('An alias', () => {
	const alias = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });

	test('is found at the end of the short URL', () => {
		fc.assert(
			fc.property(
				alias.filter(
					(text) => !/\p{Surrogate}/u.test(text) && !/^\s|\s$|^\.{1,2}$|[&%]/.test(text),
				),
				(text) => {
					const shorturl = `https://sho.rt/base/${encodeURIComponent(text)}`;
					expect(isSameAlias(aliasInShortUrl(shorturl), text)).toBe(true);
					expect(isSameAlias(aliasOf({ shorturl, alias: '' }), text)).toBe(true);
				},
			),
		);
	});

	test('of a short URL without a path is empty', () => {
		expect(aliasInShortUrl('https://sho.rt/')).toBe('');
		expect(aliasInShortUrl('https://sho.rt')).toBe('');
		expect(aliasOf({})).toBe('');
	});

	test('is spelled as itself and in another case', () => {
		fc.assert(
			fc.property(alias, (text) => {
				expect(isSpellingOf(text, text)).toBe(true);
			}),
		);
		expect(isSpellingOf('SPRING', 'spring')).toBe(true);
	});

	test.each([
		['summer-sale', 'Summer Sale'],
		['summersale', 'Summer Sale'],
		['summer_sale', 'Summer Sale'],
		['fruh', 'Früh'],
		['frueh', 'Früh'],
		['fr-h', 'Früh'],
		['a-b', 'a_b'],
		['ab', 'a_b'],
		['strasse', 'Straße'],
		['stra-e', 'Straße'],
		['sale', 'sale 🔥'],
		['lodz', 'Łódź'],
		['früh-am-tag', 'Früh am Tag'],
	])('%s is a slug of %s', (slug, asked) => {
		expect(isSpellingOf(slug, asked)).toBe(true);
	});

	test.each([
		['x7Yz', 'spring'],
		['spring-2', 'spring'],
		['🚀', '🎉'],
		['-', '_'],
		['', '🚀'],
		['', ''],
		// A service leaves an alias in the form of a slug as it is
		['summersale', 'summer-sale'],
		['summer_sale', 'summer-sale'],
		['a-b', 'ab'],
	])('"%s" is no spelling of "%s"', (other, asked) => {
		expect(isSpellingOf(other, asked) && other !== asked).toBe(false);
	});

	test.each([
		['Sale', 'sale'],
		['a-b', 'ab'],
		['sale🔥', 'sale'],
		['früh', 'fruh'],
	])('%s is not the same as %s', (one, other) => {
		expect(isSameAlias(one, other)).toBe(false);
	});
});

test.each([
	['Weiß', 'weiss'],
	['Ærø', 'aero'],
	['Œuvre', 'oeuvre'],
	['Smørrebrød', 'smorrebrod'],
	['Smørrebrød', 'smoerrebroed'],
	['Łódź', 'lodz'],
	['Đà Nẵng', 'danang'],
	['Ðagur', 'dagur'],
	['Þór', 'thor'],
	['ışık', 'isik'],
	['Bär', 'baer'],
	['Bär', 'bar'],
	['Köln', 'koeln'],
	['Über', 'ueber'],
	['Åse', 'aase'],
	['Åse', 'ase'],
	['Köln', 'kln'],
	['Weiß', 'wei'],
	['Привет', 'привет'],
])('%s may become %s', (alias, slug) => {
	expect(slugsOf(alias)).toContain(slug);
	expect(isSpellingOf(slug, alias)).toBe(true);
});

test.each([
	['spring', 'spring', true],
	['spring', 'Spring', true],
	['spring-sale', 'Spring Sale', true],
	['Spring', 'spring', false],
	['springsale', 'spring-sale', false],
	['summer', 'Spring', false],
])('whether a service may have made %s of %s: %p', (alias, requested, expected) => {
	expect(isMadeOf(alias, requested)).toBe(expected);
});

test('an alias of signs only has no slug', () => {
	expect(slugsOf('🚀 -')).toEqual(new Set());
});

test.each([
	['https://sho.rt/a/b', 'b'],
	['https://sho.rt/b/', 'b'],
	['https://sho.rt/b//?x=/y#/z', 'b'],
	[' https://sho.rt/b ', 'b'],
	['HTTPS://sho.rt/b', 'b'],
	['app+x://host/b', 'b'],
	['https://sho.rt?x=/y', ''],
	['see https://sho.rt/b', ''],
	['sho.rt/b', ''],
	[undefined, ''],
])('the alias at the end of %p is "%s"', (shortUrl, alias) => {
	expect(aliasInShortUrl(shortUrl)).toBe(alias);
});

test.each([
	['https://sho.rt/spring/sale', 'spring/sale', 'spring/sale'],
	['https://sho.rt/base/spring/sale/', '/spring/sale', 'spring/sale'],
	['https://sho.rt/base/spring%2Fsale', 'spring/sale', 'spring/sale'],
	['https://sho.rt/base/spring', 'spring', 'spring'],
	['https://sho.rt/x7', 'spring/sale', 'x7'],
])('of %s, where %s was requested, the alias is %s', (shortUrl, requested, alias) => {
	expect(aliasInShortUrl(shortUrl, requested)).toBe(alias);
	expect(aliasOf({ shorturl: shortUrl }, requested)).toBe(alias);
});

test.each([
	['Spring Sale', 'spring-sale'],
	['  Früh_am  Tag! ', 'fruh-am-tag'],
	['Straße', 'strasse'],
	['MIXED', 'mixed'],
	['🚀', ''],
	['Привет мир', 'привет-мир'],
])('the slug of "%s" is "%s"', (alias, slug) => {
	expect(slugOf(alias)).toBe(slug);
	if (slug !== '') expect(isSpellingOf(slug, alias)).toBe(true);
});

test('a link has its own alias, or the one at the end of its short URL', () => {
	expect(aliasOf({ alias: 'a', shorturl: 'https://sho.rt/b' })).toBe('a');
	expect(aliasOf({ alias: null, shorturl: 'https://sho.rt/b' })).toBe('b');
	expect(aliasOf('a')).toBe('');
	expect(aliasOf(undefined)).toBe('');
});

test('white space around an alias and its encoding do not count', () => {
	expect(comparableAlias(' a%20b ')).toBe('a b');
	expect(comparableAlias('50%25')).toBe('50%25');
	expect(comparableAlias('e\u0301')).toBe('é');
});
