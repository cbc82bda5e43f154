/** Where a service may lead n8n to fetch an image from. */
import { imageAddress, ImageUnavailable } from '../../../nodes/LinkManagement/actions/qrCode/image';

const PUBLIC = new URL('https://sho.rt/base/');
const PRIVATE = new URL('http://192.168.0.5:8080/');

test.each([
	['nothing', '', 'does not say where the image is'],
	['a path that ends like one', 'qr/', '"qr/" is not the address of an image'],
	['a scheme that ends with http', 'xhttp://example.net/a', 'is not the address of an image'],
])('%s is not fetched for a service on the internet', (_, named, message) => {
	expect(() => imageAddress(named, PUBLIC)).toThrow(ImageUnavailable);
	expect(() => imageAddress(named, PUBLIC)).toThrow(message);
});

test('a service in a private network may have an image on its own host', () => {
	expect(imageAddress('/qr', PRIVATE).href).toBe('http://192.168.0.5:8080/qr');
});

test.each(
	['sho.rt', 'a.xn--p1ai', 'sho.rt.', 'sho.rt..', '1.com', 'lan.com', 'metadata.example.com'].map(
		(host) => `http://${host}/`,
	),
)('%s has a public name', (named) => {
	expect(imageAddress(named, PRIVATE).href).toBe(named);
});

/** Hosts without a public name, and addresses inside a network, in the forms in which people hide them. */
const INSIDE = [
	...['http://a.b1/', 'http://a.-/', 'http://n8n./', 'http://a.local/', 'http://a.internal/'],
	...['http://localhost../', 'http://redis:6379/', 'http://kubernetes.default.svc/'],
	...['http://metadata.goog/', 'http://metadata.tencentyun.com/'],
	'http://METADATA.google.internal./computeMetadata/v1/',
	...['http://169.254.169.254/latest/meta-data/', 'http://[fd00:ec2::254]/'],
	...['http://2130706433/', 'http://[::1]/', 'http://[::ffff:169.254.169.254]/'],
	...['http://user:pass@127.0.0.1/', '//127.0.0.1:5678/'],
];

test.each(INSIDE)('%s is not fetched, at once or after a redirect, for any service', (named) => {
	const from = new URL('http://cdn.example.net/1.png');
	for (const home of [PUBLIC, PRIVATE]) {
		expect(() => imageAddress(named, home)).toThrow('nor on one with a public name');
		expect(() => imageAddress(named, home, from)).toThrow('nor on one with a public name');
	}
});
