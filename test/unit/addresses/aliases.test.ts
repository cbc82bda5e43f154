/** What services make of the letters of an alias, and where an alias stands. */
import {
	aliasInShortUrl,
	aliasOf,
	comparableAlias,
	isSpellingOf,
	slugsOf,
} from '../../../nodes/LinkManagement/values/aliases';

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
