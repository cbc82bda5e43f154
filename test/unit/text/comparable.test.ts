/** How like two URLs are, whatever a service changes of their form, how texts are compared, and the closest name. */
import {
	closestTo,
	comparableName,
	comparableShortUrl,
	comparableText,
	comparableUrl,
	compareLabels,
	hostOf,
	parsedUrl,
	searchableText,
	trimmed,
} from '../../../nodes/LinkManagement/text/comparable';
import {
	type Likeness,
	LongUrl,
	withoutOtherParameters,
	withoutParameters,
} from '../../../nodes/LinkManagement/text/longUrl';
import { withTimeLimit } from '../../support/longTexts/growth';

const likeness = (shown: unknown, given: unknown, parameters?: unknown): Likeness =>
	new LongUrl(given, parameters).compare(shown);

test.each<[Likeness, string, string, string]>([
	['same', 'the port of its scheme', 'https://example.com:443/a', 'https://example.com/a'],
	['alike', 'an HTML escape', 'https://example.com/?a=1&amp;b=2', 'https://example.com/?a=1&b=2'],
	['alike', 'a plus', 'https://example.com/My+File.pdf', 'https://example.com/My%20File.pdf'],
	['alike', 'an empty query', 'https://example.com/a?', 'https://example.com/a'],
	[
		'alike',
		'the order of the query',
		'https://example.com/?b=2&a=1',
		'https://example.com/?a=1&b=2',
	],
	['alike', 'a lost fragment', 'https://example.com/a', 'https://example.com/a#top'],
	['alike', 'no scheme', 'example.com/a', 'https://example.com/a'],
	['different', 'another path', 'https://example.com/a', 'https://example.com/b'],
	['different', 'nothing', '', 'https://example.com/'],
	[
		'different',
		'a longer one, whose end is broken',
		`https://example.com/${'x'.repeat(79)}%`,
		`https://example.com/${'x'.repeat(79)}`,
	],
])('%s: %s', (expected, _, shown, given) => {
	expect(likeness(shown, given)).toBe(expected);
	expect(likeness(given, given)).toBe('same');
});

const PARAMETERS = [{ name: 'x', value: '2' }, 'no row', { name: 'y', value: '3' }];

test.each<[string, string, Likeness]>([
	['https://example.com/a?q=b%20c&x=1', 'https://example.com/a?q=b%20c&x=1&x=2&y=3', 'same'],
	['https://example.com/a?q=b%20c&x=1', 'https://example.com/a?q=b+c&x=1&x=2&y=3', 'same'],
	['https://example.com/a?q=b%20c&x=1', 'https://example.com/a?q=b+c&x=2&y=3', 'same'],
	['https://example.com/a?q=b%20c&x=1', 'https://example.com/a?q=b+c&x=1&y=3', 'same'],
	['https://example.com/a?q=b%20c&x=1', 'https://example.com/a?q=b+c&x=1&y=4', 'different'],
	['https://example.com/a', 'http://example.com/a', 'alike'],
])('with URL Parameters, %s may be stored as %s: %s', (given, shown, expected) => {
	expect(likeness(shown, given, PARAMETERS)).toBe(expected);
});

test('query parameters that stand beside a URL, or that another one lacks, are taken out of it', () => {
	const url = 'https://example.com/a?x=2&y=b%20c';
	expect(withoutParameters(url, PARAMETERS.slice(0, 2))).toBe('https://example.com/a?y=b+c');
	expect(withoutParameters(url, undefined)).toBe(url);
	expect(withoutParameters('my app', PARAMETERS)).toBe('my app');
	expect(withoutOtherParameters(url, 'https://example.com/?y=5')).toBe(
		'https://example.com/a?y=b+c',
	);
	expect(withoutOtherParameters(url, 'my app')).toBe('https://example.com/a');
});

test.each([
	['http://sho.rt/x/', 'https://SHO.rt/x?a=1', true],
	['https://sho.rt/x', 'https://sho.rt/X', false],
	['https://sho.rt/?x=1', 'sho.rt?x=1', true],
	['https://sho.rt/?x=1', 'https://sho.rt/?x=2', false],
])('whether %s and %s are the same short URL: %p', (one, other, isSame) => {
	expect(comparableShortUrl(one) === comparableShortUrl(other)).toBe(isSame);
});

test('the parameters of before are taken out by their names, and all UTM parameters where they are emptied', () => {
	const url = 'https://example.com/?utm_source=old&a=1&UTM_Medium=mail';
	const given = [{ name: 'utm_source', value: 'new' }];
	expect(withoutParameters(url, given)).toBe('https://example.com/?a=1&UTM_Medium=mail');
	expect(withoutParameters(url, [])).toBe('https://example.com/?a=1');
});

test.each([
	['go.example.com/?u=https://example.com', 'go.example.com'],
	['app+http://go.example.com', 'app+http://go.example.com'],
	['https://www.Example.com/x', 'example.com'],
	['https://Awww.example.com/x', 'awww.example.com'],
	['https://a.1/', ''],
	['https://a-/.com', 'a-'],
])('the host of %s is %s', (address, host) => {
	expect(hostOf(address)).toBe(host);
});

test('texts are compared without HTML escapes', () => {
	expect(comparableText('&lt;b&gt; &quot;&apos;&#039;&#39;')).toBe(`<b> "'''`);
});

test('a text is trimmed of what nobody sees around it', () => {
	expect(trimmed('\ufeff \u200ba b\u200bc\u00a0\u2060')).toBe('a b\u200bc');
	expect(trimmed(' \n\t')).toBe('');
});

test('names are compared in lower case, with composed letters', () => {
	expect(comparableName(' Spring  SALE')).toBe('spring sale');
	expect(comparableName('Fru\u0308h')).toBe('fr\u00fch');
	expect(comparableName('J\u030c')).toBe('\u01f0');
	// Two links have the short URLs of these codes
	expect(comparableName(' HTTPS://SHO.rt/aBc')).toBe('https://sho.rt/aBc');
	expect(comparableName('menu:http://SHO.rt/aBc')).toBe('menu:http://sho.rt/abc');
	expect(comparableName('HTTP://SHO.rt/aBc')).toBe('http://sho.rt/aBc');
	expect(comparableName('Menu https://SHO.rt/aBc')).toBe('menu https://sho.rt/abc');
	expect(comparableName('\u200bSpring\u00ad Sa\u2060le \ufeff')).toBe('spring sale');
	expect(searchableText('R&amp;D Fru\u0308h')).toBe('r&d fr\u00fch');
});

test('addresses differ by path, query, fragment and user', () => {
	const addresses = ['', ...'/a /a?x=1 /a?x=2 /a?x=12 /a?x=1=2 /a#x /a?#x /a?x=1&y=2'.split(' ')];
	const forms = addresses.map((end) => comparableUrl(`https://www.example.com${end}`));
	expect(new Set(forms).size).toBe(addresses.length - 1);
	expect(comparableUrl('https://me:pw@example.com')).not.toBe(comparableUrl('https://example.com'));
});

test('labels are in the order of the alphabet, whatever their case', () => {
	const labels = ['URL', 'a', 'Zone', 'b', 'B2', 'b1', 'b'];
	expect([...labels].sort(compareLabels)).toEqual(['a', 'b', 'b', 'b1', 'B2', 'URL', 'Zone']);
	expect(compareLabels('Same', 'same')).toBe(0);
	expect([compareLabels('B', 'a'), compareLabels('a', 'B')]).toEqual([1, -1]);
});

// In Node.js 20, each of them would take a minute or more
test.each(['http://', '\\\\', 'http://a:b@'])(
	'A host of a megabyte after %j is refused at once',
	(beginning) => {
		withTimeLimit(60, () => {
			for (const part of ['\u0301\u0316', '\u4e00\u4e8c', 'ü.', 'ü:', 'ü@']) {
				const host = part.repeat(500_000);
				expect(parsedUrl(`${beginning}${host}`, 'https://links.example/a')).toBeUndefined();
			}
		});
	},
);

test('A long path, query, fragment or password is no long host', () => {
	const long = 'ü'.repeat(10_000);
	const addresses = ['https://a.example/', 'https://a.example?', 'https://a.example#', '/', '?'];
	for (const beginning of addresses)
		expect(parsedUrl(`${beginning}${long}`, 'https://links.example')).toBeDefined();
	expect(parsedUrl(`https://a:${'b'.repeat(1_000)}@a.example/`)?.host).toBe('a.example');
});

// URL.canParse of Node.js 20 and 22 refuses such a host from about the 4,000th call on
test('A host name with an umlaut is recognized however often addresses are compared', () => {
	for (let row = 0; row < 5_000; row++)
		if (likeness('https://bücher.example/', 'https://xn--bcher-kva.example') !== 'same')
			throw new Error(`Not recognized in row ${row}`);
});

test.each([
	['sping', 'spring', 1],
	['sprong', 'spring', 1],
	['xx', 'x', 1],
])('from "%s" to "%s" are %d changes', (one, other, distance) => {
	// The same end of both adds no change, and makes them long enough for all of these changes
	const end = 'x'.repeat(40);
	const text = one + end;
	const changed = (times: number) => text.slice(0, text.length - times) + '#'.repeat(times);
	expect(closestTo(text, [changed(distance), other + end])).toBe(0);
	expect(closestTo(text, [changed(distance + 1), other + end])).toBe(1);
});

test.each<[text: string, candidates: string[], closest: string | undefined]>([
	['sping', ['summer', 'spring', 'string'], 'spring'],
	['spring sale 2030', ['spring sale 2031', 'sprong sale 2030'], 'sprong sale 2030'],
	['spring sale 2030', ['spring sale 2031', 'spring sale', 'spring sale 203'], undefined],
	['sale 12', ['sale 1', 'sola 12'], 'sola 12'],
	['spring sale', ['sprxyz sale', 'spring'], undefined],
	['xbcdefghi', ['abcdefghijkl'], undefined],
	['salon', ['salary'], undefined],
	['', ['spring'], undefined],
	['spring', [''], undefined],
])('closest to "%s" among %j: %p', (text, candidates, closest) => {
	const at = closestTo(text, candidates);
	expect(at === undefined ? undefined : candidates[at]).toBe(closest);
});
