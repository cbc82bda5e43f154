/**
 * What a text that leaves the node may contain, whatever the service sends. The secret and its beginning are replaced, however they are
 * encoded and wherever the text was cut.
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import {
	decodeEntities,
	plainText,
	plainTextWithout,
	verbatim,
	withoutFullStop,
	withoutSecret,
} from '../../../nodes/LinkManagement/text/plainText';
import { anyText } from '../../support/anyText';
import { elementsIn } from '../../support/html';

const KEY = 'Zq8/v+"k<3>&x\'%=~7_wTmP';
const withoutKey = plainTextWithout(KEY);

test.each([
	['Sorry<script>document.location="https://evil.example"</script>!', 'Sorry !'],
	['Sorry<script>never closed', 'Sorry'],
	['A<!-- hidden <b> -->B<!-- never closed', 'A B'],
	['<a title="a > b" href=\'https://evil.example\'>Here</a>', 'Here'],
	['<a href="https://evil.example>Here</a> you go', 'Here you go'],
	['R&amp;D &#38; &#x26; &quot;x&quot; &#039;y&apos;&nbsp;&hellip;', 'R&D & & "x" \'y\' …'],
	['&eacute; &; &#; &#99999999; &#x110000;', '&eacute; &; &#; &#99999999;'],
	['&ndash;&mdash; &lsquo;a&rsquo; &ldquo;b&rdquo;', '–— ‘a’ “b”'],
	['a<script x="1">b</script y>c', 'a c'],
	['a<p title="<b>">b', 'a b'],
])('the markup of %j leaves %j', (value, text) => {
	expect(plainText(value)).toBe(text);
});

describe('The key', () => {
	test.each([
		['in JSON of PHP', JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/')],
		[
			'in HTML',
			KEY.replace(/&/g, '&amp;')
				.replace(/</g, '&lt;')
				.replace(/>/g, '&gt;')
				.replace(/"/g, '&quot;')
				.replace(/'/g, '&#039;'),
		],
		['with an element in it', `${KEY.slice(0, 6)}<b></b>${KEY.slice(6)}`],
		['with characters in it that are not seen', `${KEY.slice(0, 6)}\u200b\u2060${KEY.slice(6)}`],
	])('is not shown %s', (_, form) => {
		expect(withoutKey(`The key ${form} is not valid`)).toBe('The key (key) is not valid');
		expect(withoutKey({ errors: [{ [form]: form }] })).toBe('errors: (key): (key)');
	});

	test('is not shown in part, wherever a text is cut', () => {
		for (let before = 380; before < 420; before++)
			for (const rest of ['', ' and more'.repeat(20)]) {
				const text = withoutKey(`${'x '.repeat(before / 2)}${KEY}${rest}`, 400);
				expect(text).not.toContain(KEY.slice(0, 4));
				expect(text.length).toBeLessThanOrEqual(400);
			}
	});
});

describe('A value that is not text', () => {
	test.each<[unknown, string]>([
		[undefined, ''],
		[{ url: ['no host', 'too long'], name: 'taken' }, 'url: no host, too long; name: taken'],
		['  two\r\n\tlines\u0000\u0007 ', 'two lines'],
		[['a', ' ', '', 'b'], 'a, b'],
	])('%j reads %j', (value, text) => {
		expect(plainText(value)).toBe(text);
	});

	test('may hold itself or be nested very deep', () => {
		const cycle: Record<string, unknown> = {};
		cycle.first = [cycle, { message: cycle }];
		cycle.second = cycle;
		expect(plainText(cycle)).toBe('');
		const deep = JSON.parse(`${'{"a":['.repeat(3_000)}1${']}'.repeat(3_000)}`) as unknown;
		expect(plainText({ message: 'Too deep', deep })).toBe('message: Too deep');
	});
});

test('A text is cut between characters and ends with an ellipsis', () => {
	expect(plainText('abcdef', 6)).toBe('abcdef');
	expect(plainText('abcdefg', 6)).toBe('abcde…');
	expect(plainText('abcd 😀😀', 6)).toBe('abcd…');
	expect(plainText('abcd😀😀', 6)).toBe('abcd…');
	expect(plainText('x'.repeat(10_000_000))).toHaveLength(500);
});

test('A value of the user is quoted as it is, but without effect in HTML', () => {
	expect(verbatim('<b>R&amp;D</b>\n<a href=x>')).toBe('‹b›R&amp;D‹/b› ‹a href=x›');
	expect(verbatim('<'.repeat(600))).toHaveLength(500);
});

const MARKUP =
	'< > </ <!-- --> <script> </script> <b & ; &lt &lt; &gt; &#60; &#x3c; &amp; # " \' / ! ? &#8203;'.split(
		' ',
	);
const LINK = '<a href="https://evil.example" style="position:fixed">';
const SPACES = [' ', '\n', '…', '...', '***', '\u200b', '\u200d', '\u{e0041}', '\u3164'];
const piece = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.constantFrom(...MARKUP, LINK, ...SPACES, '\ud83d', '\ude00'),
	},
	{
		weight: 2,
		arbitrary: fc.constantFrom(KEY, KEY.slice(0, 8), KEY.slice(8), encodeURIComponent(KEY)),
	},
	{ weight: 2, arbitrary: anyText({ maxLength: 5 }) },
	{ weight: 1, arbitrary: fc.constantFrom('x'.repeat(490), 'x '.repeat(2_000)) },
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const json = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4, withCrossShrink: true },
		text,
		fc.constantFrom(null, true, 0, 1.5, 1e300),
		fc.array(tie('value'), { maxLength: 4 }),
		fc.dictionary(fc.oneof(fc.constantFrom('message', 'detail', '__proto__'), text), tie('value'), {
			maxKeys: 4,
		}),
	),
})).value;
const seed = Number(process.env.FC_SEED ?? 20_261_121);
const lengths = fc.integer({ min: 1, max: 700 });

test('whatever JSON comes, the text has no markup, no key, no half character, and its length', () => {
	fc.assert(
		fc.property(json, lengths, (value, maxLength) => {
			const made = withoutKey(value, maxLength);
			const wrong = {
				elements: elementsIn(made),
				markup: /<|&(lt|amp|#60|#x3c);/i.exec(made),
				key: made.includes(KEY),
				characters: /[\p{Surrogate}\p{Cc}\p{Cf}\p{DI}]|\s\s|^\s|\s$/u.exec(made),
				length: made.length > maxLength,
			};
			const right = { elements: [], markup: null, key: false, characters: null, length: false };
			expect(wrong).toEqual(right);
		}),
		{ seed, numRuns: 1_000 },
	);
});

/** A value that must not be read. */
const unread = {
	get message(): string {
		throw new Error('This is read');
	},
};

/** A text in so many lists, one in the other. */
const nested = (levels: number): unknown => (levels === 0 ? 'text' : [nested(levels - 1)]);

test('at most 4,000 characters are read, whatever may be shown, and nothing after them', () => {
	const long = 'x'.repeat(5_000);
	expect(plainText(long, 10_000)).toHaveLength(3_999);
	expect(plainText([long, unread], 10_000)).toHaveLength(3_998);
	const fields = {
		long,
		get next(): string {
			throw new Error('This is read');
		},
	};
	expect(plainText(fields, 10_000)).toContain('x'.repeat(3_998));
});

test('six levels are read, and messages within each other count as levels', () => {
	expect(plainText(nested(6))).toBe('text');
	expect(plainText(nested(7))).toBe('');
	expect(plainText([{ message: { message: 'text' } }])).toBe('text');
	expect(plainText([{ message: nested(4) }])).toBe('text');
	expect(plainText([{ message: nested(5) }])).toBe('');
});

test.each([
	['Wait...', 'Wait'],
	['Use v1.2 of it.', 'Use v1.2 of it'],
])('%j can go on as %j', (text, withoutStop) => {
	expect(withoutFullStop(text)).toBe(withoutStop);
});

test('the last character that an entity can mean', () => {
	expect(decodeEntities('&#1114111;')).toBe('\u{10ffff}');
});

const SECRET = 'abcdef/ghi';

test.each([
	['x \\u0061bcdef\\u002Fghi y', 'x (key) y'],
	['abcdef%2Fghi and abcdef/ghi', '(key) and (key)'],
	// Its beginning, where the text was cut
	['x abcdef%2Fg', 'x (key)'],
	// Its end, after a cut
	['…/ghi and more', '…(key) and more'],
	['...%2Fghi', '...(key)'],
	['abcd•••f/ghi', '(key)•••(key)'],
	// Too little, or no cut
	...['..f/ghi', '**f/ghi', '•f/ghi', 'bcdef/ghi'].map((text) => [text, text]),
	// Cut within a character
	...['%', '%25252', '\\', '\\u002', '&am'].map((cut) => [`a%20b abcdef${cut}`, 'a%20b (key)']),
	// In another case: nothing else changes
	['İ ABCDEF/ghi İ', 'İ (key) İ'],
	['ABCD***F/GHI Z', '(key)***(key) Z'],
])('without the secret, %s is %s', (text, shown) => {
	expect(withoutSecret(text, SECRET)).toBe(shown);
	expect(withoutSecret(text, SECRET.toUpperCase())).toBe(shown);
});

test.each(['2F', '5252F', '002f', '#x2f;'])(
	'the end of the secret is replaced where the text was cut within a character: …%s',
	(rest) => {
		expect(withoutSecret(`a%20b …${rest}klmnop q`, 'abcdef/klmnop')).toBe('a%20b …(key) q');
	},
);
