import { parsedUrl } from '../../../nodes/LinkManagement/values/comparable';
import { likeness } from '../../../nodes/LinkManagement/values/likeness';
import { withTimeLimit } from '../../support/longTexts/growth';

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
