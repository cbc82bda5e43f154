import { isSameAddress } from '../../../nodes/LinkManagement/values/comparable';
import { parsedUrl } from '../../../nodes/LinkManagement/values/parsedUrl';

test('An address is parsed, and a relative one with what it is relative to', () => {
	expect(parsedUrl('https://links.example/a')?.pathname).toBe('/a');
	expect(parsedUrl('/b', 'https://links.example/a')?.href).toBe('https://links.example/b');
	expect(parsedUrl('/b')).toBeUndefined();
	expect(parsedUrl('https://')).toBeUndefined();
});

// URL.canParse of Node.js 20 and 22 refuses such a host from about the 4,000th call on
test('A host name with an umlaut is recognized however often addresses are compared', () => {
	for (let row = 0; row < 5_000; row++)
		if (!isSameAddress('https://bücher.example/', 'https://xn--bcher-kva.example'))
			throw new Error(`Not recognized in row ${row}`);
});
