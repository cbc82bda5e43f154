/** How like two URLs are, whatever a service changes of their form, and how texts are compared. */
import fc from 'fast-check';

import { areSimilar, comparableAlias } from '../../../nodes/LinkManagement/text/aliases';
import {
	comparableName,
	comparableShortUrl,
	comparableText,
	comparableUrl,
	compareLabels,
	hostOf,
	parsedUrl,
	schemeAndHost,
	searchableText,
	standsForNothing,
	trimmed,
} from '../../../nodes/LinkManagement/text/comparable';
import {
	leastLike,
	type Likeness,
	LongUrl,
	withoutOtherParameters,
	withoutParameters,
} from '../../../nodes/LinkManagement/text/longUrl';
import { anyText } from '../../support/anyText';
import { withTimeLimit } from '../../support/longTexts/growth';

const likeness = (shown: unknown, given: unknown, parameters?: unknown): Likeness =>
	new LongUrl(given, parameters).compare(shown);

/** The parts of an address, from which its spellings are built. */
interface Parts {
	host: string;
	segments: string[];
	pairs: Array<[string, string]>;
	fragment: string;
}

/** A lone half of a surrogate pair is no text that an address can hold. */
const word = anyText({ minLength: 1, maxLength: 8 }).filter((text) => !/\p{Surrogate}/u.test(text));
const letters = fc.stringMatching(/^[a-z]{1,8}$/);
const parts: fc.Arbitrary<Parts> = fc.record({
	host: fc.tuple(letters, letters).map(([one, two]) => `${one}.${two}.example`),
	segments: fc.array(
		word.filter((text) => !/^\.{1,2}$/.test(text)),
		{ maxLength: 4 },
	),
	pairs: fc.array(fc.tuple(word, fc.oneof(fc.constant(''), word)), { maxLength: 4 }),
	fragment: fc.oneof(fc.constant(''), letters),
});

const queryOf = (pairs: Parts['pairs']) =>
	pairs.length === 0
		? ''
		: `?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;

const write = ({ host, segments, pairs, fragment }: Parts) =>
	`https://${host}/${segments.map(encodeURIComponent).join('/')}${queryOf(pairs)}${fragment && `#${fragment}`}`;

/** The same parts with all letters composed (NFC) or decomposed (NFD). */
const mapWords = ({ host, segments, pairs, fragment }: Parts, form: 'NFC' | 'NFD'): Parts => ({
	host,
	segments: segments.map((text) => text.normalize(form)),
	pairs: pairs.map(([name, value]) => [name.normalize(form), value.normalize(form)]),
	fragment: fragment.normalize(form),
});

test('An address is recognized without its scheme, in another order, with a slash, and in another form of letters', () => {
	fc.assert(
		fc.property(parts, (given) => {
			const sent = write(given);
			const spellings = [
				sent.replace('https://', ''),
				write({ ...given, pairs: [...given.pairs].sort() }),
				write({ ...given, segments: [...given.segments, ''] }),
				write(mapWords(given, 'NFD')),
			];
			for (const shown of spellings) expect(likeness(shown, sent)).not.toBe('different');
		}),
	);
});

const LONG = `https://example.com/${'x'.repeat(79)}`;
test.each<[string, string, Likeness]>([
	['https://example.com:443/a', 'https://example.com/a', 'same'],
	[' my app', 'my app', 'same'],
	['https://example.com/?a=1&amp;b=2', 'https://example.com/?a=1&b=2', 'alike'],
	['https://example.com/My+File.pdf', 'https://example.com/My%20File.pdf', 'alike'],
	['https://example.com/?b=2&a=1', 'https://example.com/?a=1&b=2', 'alike'],
	['https://example.com/a?', 'https://example.com/a', 'alike'],
	// A lost fragment
	['https://example.com/a', 'https://example.com/a#top', 'alike'],
	['https://example.com/%ff?a=%fe', 'https://example.com/%FF?a=%FE', 'alike'],
	['https://example.com/%ff', 'https://example.com/%FE', 'different'],
	[`${LONG}%`, LONG, 'different'],
	['', 'https://example.com/', 'different'],
])('%s for %s is %s', (shown, given, expected) => {
	expect(likeness(shown, given)).toBe(expected);
	expect(likeness(given, given)).toBe('same');
});

const PARAMETERS = [{ name: 'x', value: '2' }, 'no row', { name: 'y', value: '3' }];

const GIVEN = 'https://example.com/a?q=b%20c&x=1';
test.each<[string, string, Likeness]>([
	[GIVEN, `${GIVEN}&x=2&y=3`, 'same'],
	[GIVEN, 'https://example.com/a?q=b+c&x=1&x=2&y=3', 'same'],
	[GIVEN, 'https://example.com/a?q=b+c&x=2&y=3', 'different'],
	['https://example.com/a', 'http://example.com/a', 'alike'],
	['my app', 'my app?x=2&y=3', 'same'],
])('with URL Parameters, %s may be stored as %s: %s', (given, shown, expected) => {
	expect(likeness(shown, given, PARAMETERS)).toBe(expected);
});

test.each<[Likeness[], Likeness]>([
	[['same', 'different', 'alike'], 'different'],
	[['alike', 'same'], 'alike'],
	[[], 'same'],
])('the least like of %j is %s', (all, least) => {
	expect(leastLike(all)).toBe(least);
});

test('query parameters that stand beside a URL, or that another one lacks, are taken out of it', () => {
	const url = 'https://example.com/a?x=2&y=b%20c';
	expect(withoutParameters(url, PARAMETERS.slice(0, 2))).toBe('https://example.com/a?y=b%20c');
	expect(withoutParameters(url, undefined)).toBe(url);
	expect(withoutParameters('my app', PARAMETERS)).toBe('my app');
	// All UTM parameters where they are emptied
	expect(withoutParameters(`${url}&utm_source=old&UTM_Medium=mail`, [])).toBe(url);
	expect(withoutOtherParameters(url, 'https://example.com/?y=5')).toBe(
		'https://example.com/a?y=b%20c',
	);
	expect(withoutOtherParameters(url, 'my app')).toBe('https://example.com/a');
	expect(withoutOtherParameters('https://example.com/#a', 'my app')).toBe('https://example.com/#a');
});

test.each([
	['https://x.com/p?q=%E4&r=a%20b&x=1&flag#?x=2', 'https://x.com/p?q=%E4&r=a%20b&flag#?x=2'],
	['HTTPS://x.com?&a=b=c&&x&r=%20+', 'HTTPS://x.com?&a=b=c&&r=%20+'],
	['https://x.com/?%78=1&a+b=1&c%20d=2&%E4=3', 'https://x.com/?%E4=3'],
	['https://x.com/?x=1#c', 'https://x.com/#c'],
])('without parameters, the rest of %s stays as it is written: %s', (url, rest) => {
	const given = ['x', 'a b', 'c d'].map((name) => ({ name, value: '1' }));
	expect(withoutParameters(url, given)).toBe(rest);
});

test.each([
	['http://sho.rt/x//', 'https://SHO.rt/x?a=1', true],
	['https://sho.rt/x', 'https://sho.rt/X', false],
	['https://sho.rt/x', 'https://other.rt/x', false],
	['https://sho.rt/?x=1', 'sho.rt?x=1', true],
	['https://sho.rt/?x=1', 'https://sho.rt/?x=2', false],
])('whether %s and %s are the same short URL: %p', (one, other, isSame) => {
	expect(comparableShortUrl(one) === comparableShortUrl(other)).toBe(isSame);
});

test('with HTML escapes undone, an escaped URL is the same, and no other is', () => {
	const url = new LongUrl('https://example.com/?a=1&b=2');
	const shown = ['https://example.com/?a=1&amp;b=2', 'http://example.com/?a=1&amp;b=2', 'x'];
	expect(shown.map((one) => url.compareUnescaped(one))).toEqual(['same', 'alike', 'different']);
});

test('An address is distinguished from another when any part differs', () => {
	fc.assert(
		fc.property(parts, parts, (first, second) => {
			const [one, other] = [mapWords(first, 'NFC'), mapWords(second, 'NFC')];
			const isSame =
				JSON.stringify([one.host, one.segments, [...one.pairs].sort(), one.fragment]) ===
				JSON.stringify([other.host, other.segments, [...other.pairs].sort(), other.fragment]);
			fc.pre(!isSame);
			// What differs in nothing but a fragment that one of them lacks may be the same
			fc.pre(one.fragment !== '' || other.fragment === '');
			expect(likeness(write(one), write(other))).toBe('different');
		}),
	);
});

test('no text makes the comparison throw or take long', () => {
	fc.assert(
		fc.property(anyText(), anyText(), (one, other) => {
			likeness(one, other);
			areSimilar(comparableAlias(other), one);
			const alias = comparableAlias(one);
			return likeness(one, one) === 'same' && areSimilar(alias, comparableAlias(one));
		}),
	);
	for (const part of ['%41', '%C3', '&', '/', '%', '&amp', '+', '?', '#', 'é', 'ß'])
		for (const long of [part.repeat(200_000), `https://example.com/${part.repeat(200_000)}`]) {
			expect(likeness(long, 'https://example.com/other')).toBe('different');
			expect(areSimilar('other', long)).toBe(false);
		}
});

test.each([
	['go.example.com/?u=https://example.com', 'go.example.com'],
	['app+http://go.example.com', 'app+http://go.example.com'],
	['https://www.Example.com/x', 'example.com'],
	['https://Awww.example.com/x', 'awww.example.com'],
	['https://a-b.example/x.com/', 'a-b.example'],
	['https://a.1/', ''],
	['https://_/.com', '_'],
	['https://a-/.com', 'a-'],
])('the host of %s is %s', (address, host) => {
	expect(hostOf(address)).toBe(host);
});

test('texts are compared without HTML escapes', () => {
	expect(comparableText('&lt;b&gt; &quot;&apos;&#039;&#39;')).toBe(`<b> "'''`);
});

test('a text that is no address is compared as it is', () => {
	expect(comparableUrl(' not a host/')).toBe('not a host');
	expect(comparableUrl(' https://example.com/a')).toBe('example.com/a');
	expect(comparableUrl('')).toBe('');
	expect(comparableUrl('https://example.com/a')).toBe('example.com/a');
	// A percent code that is no text
	expect(comparableUrl('https://example.com/%ff')).toBe('example.com/%FF');
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
	expect(comparableUrl('https://example.com/a?x=1&&y=2')).toBe(
		comparableUrl('https://example.com/a?x=1&y=2'),
	);
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
	...['-', '–', 'N/A', ' none\u200b', 'NULL', 'undefined'].map((text) => [text, true] as const),
	...['', 'x', 'no one', 'none of these', 'All none', null, undefined, ['-']].map(
		(value) => [value, false] as const,
	),
])('%j stands for nothing: %j', (value, expected) => {
	expect(standsForNothing(value)).toBe(expected);
});

test.each([
	[' http://sho.rt:8080/s/a?b', 'http://sho.rt:8080'],
	['https://sho.rt#a', 'https://sho.rt'],
	['sho.rt/a', ''],
	['see https://sho.rt', ''],
])('the scheme and the host of %j are %j', (address, expected) => {
	expect(schemeAndHost(address)).toBe(expected);
});
