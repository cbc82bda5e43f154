/** Where a service may lead n8n to fetch an image from. */
import { ImageUnavailable } from '../../../nodes/LinkManagement/errors';
import {
	imageAddress,
	shortened,
} from '../../../nodes/LinkManagement/transport/images/imageAddress';

const PUBLIC = new URL('https://sho.rt/base/');
const PRIVATE = new URL('http://192.168.0.5:8080/');

test.each([
	['a full address', 'https://cdn.example.net/qr/7?size=9', 'https://cdn.example.net/qr/7?size=9'],
	['an address without TLS', 'http://cdn.example.net/qr', 'http://cdn.example.net/qr'],
	['a path', '/qr/7', 'https://sho.rt/qr/7'],
	['an address without a scheme', '//cdn.example.net/qr', 'https://cdn.example.net/qr'],
])('%s is fetched', (_, named, address) => {
	expect(imageAddress(named, PUBLIC).href).toBe(address);
});

test('a redirect is followed from where it came', () => {
	const from = new URL('https://cdn.example.net/qr/7');
	expect(imageAddress('8.png', PUBLIC, from).href).toBe('https://cdn.example.net/qr/8.png');
	expect(imageAddress('/8.png', PUBLIC, from).href).toBe('https://cdn.example.net/8.png');
});

test.each([
	['nothing', '', 'does not say where the image is'],
	['a name', 'qr.png', '"qr.png" is not the address of an image'],
	['a path that ends like one', 'qr/', '"qr/" is not the address of an image'],
	['a file', 'file:///etc/passwd', '"file:///etc/passwd" is not the address of an image'],
	['data', 'data:image/png;base64,AA', 'is not the address of an image'],
	['a scheme that begins with http', 'httpsx://example.net/a', 'is not the address of an image'],
	['a scheme that ends with http', 'xhttp://example.net/a', 'is not the address of an image'],
	['what is no address', 'https://', '"https://" is not the address of an image'],
	[
		'the metadata of a cloud',
		'http://169.254.169.254/latest',
		'http://169.254.169.254/latest is never fetched (Link-Local, where most clouds keep metadata)',
	],
	[
		'a private network',
		'http://10.0.0.5/qr',
		'http://10.0.0.5/qr is not a public address (Private-Use), but the service has one',
	],
])('%s is not fetched for a service on the internet', (_, named, message) => {
	expect(() => imageAddress(named, PUBLIC)).toThrow(ImageUnavailable);
	expect(() => imageAddress(named, PUBLIC)).toThrow(message);
});

test('a service in a private network may name addresses there, but no metadata', () => {
	expect(imageAddress('http://10.0.0.5/qr', PRIVATE).href).toBe('http://10.0.0.5/qr');
	expect(imageAddress('/qr', PRIVATE).href).toBe('http://192.168.0.5:8080/qr');
	expect(() => imageAddress('http://169.254.169.254/', PRIVATE)).toThrow('is never fetched');
});

test('a message shows 200 characters of an address at most', () => {
	const [fits, long] = ['x'.repeat(200), 'x'.repeat(201)];
	expect(shortened(fits)).toBe(fits);
	expect(shortened(long)).toBe(`${fits}…`);
});
