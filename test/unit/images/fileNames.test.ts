/** The files of several codes: each has a name of its own, so that an archive keeps all of them. */
import { withDistinctFileNames } from '../../../nodes/LinkManagement/operations/qrCode/qrCodeImage';

const item = (fileName: string | undefined, json: object) =>
	({
		json,
		...(fileName && { binary: { data: { fileName, data: '', mimeType: 'image/png' } } }),
	}) as never;
const names = (...items: never[]) =>
	withDistinctFileNames(items).map(({ binary }) => binary?.data?.fileName);

test('codes that would get one name, also in another case, get their ID as well', () => {
	expect(
		names(
			...[item('Menu-.png', { id: 1 }), item('menu-.png', { id: 2 }), item('Bar.png', { id: 3 })],
			...[item('Menu-.png', { id: 9, qr: { id: 4 } }), item(undefined, { id: 5 })],
		),
	).toEqual(['Menu--1.png', 'menu--2.png', 'Bar.png', 'Menu--4.png', undefined]);
});

test('rows for one code have one name', () => {
	expect(names(item('Menu.png', { id: 1 }), item('Menu.png', { id: 1 }))).toEqual([
		'Menu.png',
		'Menu.png',
	]);
});

test('items without files are not copied', () => {
	const items = [item(undefined, {})];
	expect(withDistinctFileNames(items)).toBe(items);
});
