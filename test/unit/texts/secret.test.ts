/** The secret and its beginning are replaced, however they are encoded and wherever the text was cut. */
import { withoutSecret } from '../../../nodes/LinkManagement/values/plainText';

const SECRET = 'abcdef/ghi';

test.each([
	['abcdef%2Fghi rest', '(key) rest'],
	['x \\u0061bcdef\\u002Fghi y', 'x (key) y'],
	['abcdef%2Fghi and abcdef/ghi', '(key) and (key)'],
])('the secret in %s is replaced', (text, replaced) => {
	expect(withoutSecret(text, SECRET)).toBe(replaced);
});

test.each([
	['x abcd', 'x (key)'],
	['x abcdef%2Fg', 'x (key)'],
	['x abcd… More', 'x (key)… More'],
])('the beginning of the secret at the cut in %s is replaced', (text, replaced) => {
	expect(withoutSecret(text, SECRET)).toBe(replaced);
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

test.each([
	['…/ghi and more', '…(key) and more'],
	['...%2Fghi', '...(key)'],
	['***bcdef/ghi!', '***(key)!'],
	['abcd•••f/ghi', '(key)•••(key)'],
])('the end of the secret after the cut in %s is replaced', (text, replaced) => {
	expect(withoutSecret(text, SECRET)).toBe(replaced);
});

test.each([...['2F', '252F', '25252F'.slice(1)], ...['002f', '2f'], ...['#47;', '7;', '#x2f;']])(
	'the end of the secret is replaced where the text was cut within a character: …%s',
	(rest) => {
		expect(withoutSecret(`a%20b …${rest}klmnop q`, 'abcdef/klmnop')).toBe('a%20b …(key) q');
	},
);

test.each(['…ghi', '..f/ghi', '**f/ghi', '•f/ghi'])(
	'%s holds no end of the secret after a cut',
	(text) => {
		expect(withoutSecret(text, SECRET)).toBe(text);
	},
);

test.each(['x abc', 'x abcd.. More', 'bcdef/ghi'])('%s holds nothing of the secret', (text) => {
	expect(withoutSecret(text, SECRET)).toBe(text);
});

test.each([...['%', '%2', '%25252'], ...['\\', '\\u00', '\\u002'], ...['&am']])(
	'the beginning of the secret is replaced where the text was cut within a character: %s',
	(cut) => {
		expect(withoutSecret(`a%20b abcdef${cut}`, SECRET)).toBe('a%20b (key)');
	},
);
