/** Where an alias stands, whether two are the same, and how services rewrite aliases. */
import fc from 'fast-check';

import {
	aliasInShortUrl,
	aliasInUrl,
	aliasOf,
	comparableAlias,
	isMadeOf,
	isSameAlias,
	isSameButForCase,
	pathOfShortUrl,
	rewrittenAlias,
	WantedAlias,
} from '../../../nodes/LinkManagement/values/aliases';

test('an alias is found at the end of the short URL', () => {
	const alias = fc
		.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
		.filter((text) => !/\p{Surrogate}/u.test(text) && !/^\s|\s$|^\.{1,2}$|[&%]/.test(text));
	fc.assert(
		fc.property(alias, (text) => {
			const shorturl = `https://sho.rt/base/${encodeURIComponent(text)}`;
			expect(isSameAlias(aliasInShortUrl(shorturl), text)).toBe(true);
			expect(isSameAlias(aliasOf({ shorturl, alias: '' }), text)).toBe(true);
		}),
	);
});

test.each([
	['Sale', 'sale'],
	['früh', 'fruh'],
])('%s is not the same alias as %s', (one, other) => {
	expect(isSameAlias(one, other)).toBe(false);
});

test.each([
	['sale', 'sale 🔥', true],
	['-', '_', false],
	['🔥', '🔥', true],
])('whether a service may have made %s of %s: %p', (alias, requested, expected) => {
	expect(isMadeOf(alias, requested)).toBe(expected);
});

test.each([
	['https://sho.rt/a/b/?x#y', 'a/b'],
	[' https://sho.rt/a ', 'a'],
	['sho.rt/a', ''],
	['https://sho.rt/c%23', 'c#'],
	['https://sho.rt/c%2541', 'c%41'],
	['https://sho.rt/c%2F', 'c/'],
	['https://sho.rt/a%2Fb', 'a/b'],
])('the path of %s is "%s"', (shortUrl, path) => {
	expect(pathOfShortUrl(shortUrl)).toBe(path);
});

test.each([
	[' https://sho.rt/b ', 'b'],
	['see https://sho.rt/b', ''],
])('the alias at the end of %p is "%s"', (shortUrl, alias) => {
	expect(aliasInShortUrl(shortUrl)).toBe(alias);
});

test.each([
	['https://sho.rt/base/spring/sale/', '/spring/sale', 'spring/sale'],
	['https://sho.rt/base/spring%2Fsale', 'spring', 'spring/sale'],
])('of %s, where %s was requested, the alias is %s', (shortUrl, requested, alias) => {
	expect(aliasInShortUrl(shortUrl, requested)).toBe(alias);
	expect(aliasOf({ shorturl: shortUrl }, requested)).toBe(alias);
});

test.each([
	['c%23', 'c%23'],
	[' c%3fx ', 'c%3Fx'],
	['a/b%2F', 'a/b%2F'],
	['c%2541', 'c%2541'],
	['e%CC%81&amp;b', 'é&b'],
])('an alias stands in a short URL so that it does not end there: %s as %s', (alias, expected) => {
	expect(aliasInUrl(alias)).toBe(expected);
	const path = pathOfShortUrl(`https://sho.rt/${expected}`);
	expect(path).toBe(comparableAlias(alias));
});

test('two aliases are the same but for case in any form of Unicode', () => {
	expect(isSameButForCase('J\u030c', '\u01f0')).toBe(true);
	expect(isSameButForCase('c', 'c#')).toBe(false);
});

test('an alias that a link shows is decoded once', () => {
	const link = { shorturl: 'https://sho.rt/c%2541' };
	expect(new WantedAlias('c%2541').of(link)).toBe('c%41');
	expect(new WantedAlias('cA').mayBecome('c%41')).toBe(false);
	expect(new WantedAlias('ca').mayBecome('cA')).toBe(true);
});

test('an alias is rewritten in lower case, without accents, with hyphens', () => {
	expect(rewrittenAlias('  Früh_am  Tag! ')).toBe('fruh-am-tag');
});

test('a link has its own alias, or the one at the end of its short URL', () => {
	expect(aliasOf({ alias: 'a', shorturl: 'https://sho.rt/b' })).toBe('a');
	expect(aliasOf({ alias: null, shorturl: 'https://sho.rt/b' })).toBe('b');
	expect(aliasOf('a')).toBe('');
	expect(aliasOf(undefined)).toBe('');
});

test('white space around an alias and its encoding do not count', () => {
	expect(comparableAlias(' a%20b ')).toBe('a b');
	expect(comparableAlias('50%25')).toBe('50%');
	expect(isSameAlias(aliasInShortUrl('https://sho.rt/50%25%20off'), '50% off')).toBe(true);
	expect(isMadeOf('50-off', '50% off')).toBe(true);
	expect(comparableAlias('e\u0301')).toBe('é');
});
