/** The name that the file of a QR code's image gets, whatever the service calls it. */
import fc from 'fast-check';

import { imageFileName, imageSubtype } from '../../../nodes/LinkManagement/text/fileNames';
import { anyText } from '../../support/anyText';

test.each([
	['image/x-icon', 'x-icon'],
	['x-image/png', undefined],
	['image/a/b', undefined],
])('the type %s is that of an image: %s', (type, subtype) => {
	expect(imageSubtype(type)).toBe(subtype);
});

test.each([
	...['apng', 'avif', 'bmp', 'gif', 'heic', 'jpg', 'tiff', 'webp'].map((type) => [type, type]),
	['jpeg', 'jpg'],
	['svg+xml', 'svg'],
	['vnd.microsoft.icon', 'ico'],
	['x-icon', 'ico'],
	['constructor', 'bin'],
])('an image of the type %s has the extension %s', (subtype, extension) => {
	expect(imageFileName('/qr/7', subtype)).toBe(`7.${extension}`);
});

test.each([
	['/...png', undefined, 'qr-code'],
	['/.%2e.%2f.bashrc', undefined, '2e.-2f'],
	['/v1.2/summer.sale.2030', undefined, 'summer.sale'],
	[`/${'x'.repeat(101)}`, undefined, 'x'.repeat(100)],
	// Names of devices
	['/nul', undefined, '_nul'],
	['/NUL.png', undefined, '_NUL'],
	['/aux.old.png', undefined, '_aux.old'],
	['/qr/code', 'CON', '_CON'],
	['/qr/code', 'Com²', '_Com²'],
	['/qr/code', 'console', 'console'],
	['/qr/code', '  Menü  Straße ', 'Menü Straße'],
	['/qr/code', 'Menu.PNG', 'Menu'],
	['/qr/code', 'Menu 1. - .', 'Menu 1'],
	['/qr/code', 'HTTP://sho.rt/abc', 'sho.rt-abc'],
	['/qr/code', 'Menu of https://sho.rt', 'Menu of https-sho.rt'],
	['/qr/code', '../../etc/passwd', 'etc-passwd'],
	['/qr/code', 'a\r\n\tb\0c', 'a b-c'],
	['/qr/code', 'Invoice\u202Egnp.exe', 'Invoicegnp.exe'],
	['/qr/code', "Menu $' $& $1", 'Menu - - -1'],
	// 100 characters and 200 bytes at most
	['/qr/code', 'x'.repeat(101), 'x'.repeat(100)],
	['/qr/code', 'ä'.repeat(101), 'ä'.repeat(100)],
	['/qr/code', '語'.repeat(101), '語'.repeat(66)],
])('the path %s and the given name %j give the name %s', (path, given, name) => {
	expect(imageFileName(path, 'png', given)).toBe(`${name}.png`);
});

test('no given name leaves the folder, is hidden, or is an option of a command', () => {
	fc.assert(
		fc.property(anyText(), (given) => {
			expect(imageFileName('/', 'png', given)).toMatch(
				/^[\p{L}\p{N}_][\p{L}\p{M}\p{N} ._-]*\.png$/u,
			);
		}),
	);
});
