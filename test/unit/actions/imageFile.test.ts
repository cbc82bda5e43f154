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
	['/...png', 'qr-code.png'],
	['/.%2e.%2f.bashrc', '2e.-2f.png'],
	['/v1.2/summer.sale.2030', 'summer.sale.png'],
])('the path %s gives the name %s', (path, name) => {
	expect(imageFileName(path, 'png')).toBe(name);
});

test('a name has 100 characters at most, without its extension', () => {
	expect(imageFileName(`/${'x'.repeat(100)}`, 'png')).toBe(`${'x'.repeat(100)}.png`);
	expect(imageFileName(`/${'x'.repeat(101)}`, 'png')).toBe(`${'x'.repeat(100)}.png`);
});

test.each(['/nul', '/NUL.png', '/aux.old.png'])('the path %s gives no name of a device', (path) => {
	expect(imageFileName(path, 'png')).toMatch(/^_/);
});

test.each([
	['  Menü  Straße ', 'Menü Straße.png'],
	['Menu.PNG', 'Menu.png'],
	['HTTP://sho.rt/abc', 'sho.rt-abc.png'],
	['Menu of https://sho.rt', 'Menu of https-sho.rt.png'],
	['../../etc/passwd', 'etc-passwd.png'],
	['a\r\n\tb\0c', 'a b-c.png'],
	['Invoice\u202Egnp.exe', 'Invoicegnp.exe.png'],
	["Menu $' $& $1", 'Menu - - -1.png'],
	['CON', '_CON.png'],
	['Com²', '_Com².png'],
	['console', 'console.png'],
])('the given name %j gives the name %s', (given, name) => {
	expect(imageFileName('/qr/code', 'png', given)).toBe(name);
});

test('a given name has 100 characters and 200 bytes at most, without its extension', () => {
	expect(imageFileName('/', 'png', 'x'.repeat(101))).toBe(`${'x'.repeat(100)}.png`);
	expect(imageFileName('/', 'png', 'ä'.repeat(101))).toBe(`${'ä'.repeat(100)}.png`);
	expect(imageFileName('/', 'png', '語'.repeat(101))).toBe(`${'語'.repeat(66)}.png`);
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
