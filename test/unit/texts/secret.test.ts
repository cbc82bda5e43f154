/** The secret and its beginning are replaced, however they are encoded and wherever the text was cut. */
import { withoutSecret } from '../../../nodes/LinkManagement/values/plainText';

const SECRET = 'abcdef/ghi';

test.each([
	['x \\u0061bcdef\\u002Fghi y', 'x (key) y'],
	['abcdef%2Fghi and abcdef/ghi', '(key) and (key)'],
	// Its beginning, where the text was cut
	['x abcd', 'x (key)'],
	['x abcdef%2Fg', 'x (key)'],
	['x abcd… More', 'x (key)… More'],
	// Its end, after a cut
	['…/ghi and more', '…(key) and more'],
	['...%2Fghi', '...(key)'],
	['***bcdef/ghi!', '***(key)!'],
	['abcd•••f/ghi', '(key)•••(key)'],
	// Too little, or no cut
	...['…ghi', '..f/ghi', '**f/ghi', '•f/ghi', 'x abc', 'x abcd.. More', 'bcdef/ghi'].map((text) => [
		text,
		text,
	]),
])('without the secret, %s is %s', (text, shown) => {
	expect(withoutSecret(text, SECRET)).toBe(shown);
});

test.each([
	['Key ABCDEF/GHI is invalid', 'Key (key) is invalid'],
	['İ ABCDEF/ghi İ', 'İ (key) İ'],
	['ABCD***F/GHI Z', '(key)***(key) Z'],
])(
	'the secret in other letter case is replaced, and nothing else changes: %s',
	(text, replaced) => {
		expect(withoutSecret(text, SECRET)).toBe(replaced);
		expect(withoutSecret(text, SECRET.toUpperCase())).toBe(replaced);
	},
);

test.each([...['2F', '252F', '25252F'.slice(1)], ...['002f', '2f'], ...['#47;', '7;', '#x2f;']])(
	'the end of the secret is replaced where the text was cut within a character: …%s',
	(rest) => {
		expect(withoutSecret(`a%20b …${rest}klmnop q`, 'abcdef/klmnop')).toBe('a%20b …(key) q');
	},
);

test.each([...['%', '%2', '%25252'], ...['\\', '\\u00', '\\u002'], ...['&am']])(
	'the beginning of the secret is replaced where the text was cut within a character: %s',
	(cut) => {
		expect(withoutSecret(`a%20b abcdef${cut}`, SECRET)).toBe('a%20b (key)');
	},
);
