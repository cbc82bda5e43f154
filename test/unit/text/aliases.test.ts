/** Where a link is, whether two aliases are the same or similar, and how an alias is asked for. */
import fc from 'fast-check';

import {
	aliasInShortUrl,
	aliasInUrl,
	aliasOf,
	areSimilar,
	comparableAlias,
	domainOf,
	isSameButForCase,
	linkAddress,
	pathOfShortUrl,
} from '../../../nodes/LinkManagement/text/aliases';

test('an alias is found at the end of the short URL', () => {
	const alias = fc
		.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
		.filter((text) => !/\p{Surrogate}/u.test(text) && !/^\s|\s$|^\.{1,2}$|[&%/]/.test(text));
	fc.assert(
		fc.property(alias, (text) => {
			const shorturl = `https://sho.rt/base/${encodeURIComponent(text)}`;
			expect(comparableAlias(aliasInShortUrl(shorturl))).toBe(comparableAlias(text));
			expect(linkAddress({ shorturl }, comparableAlias(text))).toEqual({
				domain: 'sho.rt/base',
				alias: comparableAlias(text),
			});
		}),
	);
});

test.each([
	['summer-sale', 'Summer Sale', true],
	['sale2', 'sale', false],
])('whether %s and %s are similar: %p', (one, other, expected) => {
	expect(areSimilar(comparableAlias(other), comparableAlias(one))).toBe(expected);
});

test('two aliases are the same but for case in any form of Unicode', () => {
	expect([isSameButForCase('Früh', 'früH'), isSameButForCase('a-b', 'ab')]).toEqual([true, false]);
	expect(isSameButForCase('J\u030c', '\u01f0')).toBe(true);
	expect(isSameButForCase('c', 'c#')).toBe(false);
});

test.each([
	['https://sho.rt/a/b/?x#y', 'a/b', 'b'],
	[' https://sho.rt/a ', 'a', 'a'],
	['see https://sho.rt/b', '', ''],
	['https://sho.rt/c%2541', 'c%41', 'c%41'],
])('the path of %s is "%s", and its last part "%s"', (shortUrl, path, last) => {
	expect([pathOfShortUrl(shortUrl), aliasInShortUrl(shortUrl)]).toEqual([path, last]);
});

test.each([
	// The alias of the list decides where the folder ends
	[{ shorturl: 'https://sho.rt/s/a', alias: 'a' }, undefined, 'sho.rt/s', 'a'],
	[{ shorturl: 'https://sho.rt/s/a', alias: 's/a' }, 'a', 'sho.rt', 's/a'],
	[{ shorturl: 'https://sho.rt/s/a' }, 'a', 'sho.rt/s', 'a'],
	[{ shorturl: 'https://sho.rt/b/spring%2Fsale' }, 'spring/sale', 'sho.rt/b', 'spring/sale'],
	[{ shorturl: 'http://www.SHO.rt:81/a', alias: 'x' }, undefined, 'sho.rt:81', 'a'],
	[{ alias: 'a%20b' }, undefined, '', 'a b'],
])('the address of %j, asked for as %p, is %s and %s', (link, asked, domain, alias) => {
	expect(linkAddress(link, asked)).toEqual({ domain, alias });
	expect(aliasOf(link, asked)).toBe(alias);
});

test('only a record has an alias', () => {
	expect([aliasOf('a'), aliasOf(undefined)]).toEqual(['', '']);
});

test.each([
	['https://www.sho.rt/', 'sho.rt'],
	['SHO.rt/s/', 'sho.rt/s'],
])('the domain %s is %s', (given, domain) => {
	expect(domainOf(given)).toBe(domain);
});

test.each([
	['fr%C3%BCh', 'früh'],
	[' c%3fx ', 'c%3Fx'],
	['e%CC%81&amp;b', 'é&b'],
])('an alias stands in a short URL so that it does not end there: %s as %s', (alias, written) => {
	expect(aliasInUrl(alias)).toBe(written);
	expect(pathOfShortUrl(`https://sho.rt/${written}`)).toBe(comparableAlias(alias));
});
