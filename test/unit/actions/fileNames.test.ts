/** The names of the image files of a run differ, whatever the service sends as names and IDs. */
import type { IDataObject } from 'n8n-workflow';

import { FileNames, withDistinctFileNames } from '../../../nodes/LinkManagement/text/fileNames';

const item = (fileName: string | undefined, json: object) => ({
	json: json as IDataObject,
	...(fileName !== undefined && {
		binary: { data: { fileName, data: '', mimeType: 'image/png' } },
	}),
});
type Item = ReturnType<typeof item>;
const named = (items: Item[], names = new FileNames()) =>
	withDistinctFileNames(items, names, ({ json }) => json).map(
		({ binary }) => binary?.data.fileName,
	);

/** Characters that are safe in a folder, in a ZIP and in a command. */
const SAFE = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N} ._-]*$/u;
const withoutCase = (names: Array<string | undefined>) =>
	new Set(names.map((name) => name?.toLowerCase()));

test('codes that would get one name, also in another case, get their ID as well', () => {
	expect(
		named([
			...[item('Menu-.png', { id: 1 }), item('menu-.png', { id: 2 }), item('Bar.png', { id: 3 })],
			...[item('Menu-.png', { id: 9, qr: { id: 4 } }), item(undefined, { id: 5 })],
		]),
	).toEqual(['Menu-.png', 'menu--2.png', 'Bar.png', 'Menu--4.png', undefined]);
});

test.each<[string, unknown]>([
	['a path', '../../../x'],
	['a pattern of a replacement', "$'"],
	['a mark of direction', '1\u202E2'],
	['very long', '1'.repeat(500)],
	['none', undefined],
])('an ID that is %s does not come into a name', (_, id) => {
	const names = named([
		item('same.png', { id }),
		item('SAME.png', { id }),
		item('same.png', { id: 7 }),
	]);
	expect(names).toEqual(['same.png', 'SAME-2.png', 'same-7.png']);
});

test.each<[string, Array<[name: string, id?: number]>, string[]]>([
	[
		'by the suffix',
		[
			['Table.png', 5],
			['table.png', 6],
			['Table-5.png', 7],
			['TABLE-6.png', 8],
		],
		['Table.png', 'table-6.png', 'Table-5.png', 'TABLE-6-8.png'],
	],
	['by a number', [['a.png'], ['a.png'], ['a-2.png']], ['a.png', 'a-2.png', 'a-2-3.png']],
	[
		'but for the form of an accent',
		[['\u00e9.png'], ['e\u0301.png']],
		['\u00e9.png', 'e\u0301-2.png'],
	],
])('names that meet %s', (_, files, expected) => {
	expect(named(files.map(([name, id]) => item(name, { id })))).toEqual(expected);
});

test.each<[string, (n: number) => object]>([
	['IDs of their own', (n) => ({ id: n })],
	['no ID', () => ({})],
])('5,000 files of one name, with %s, get as many names without trying each again', (_, jsonOf) => {
	const items = Array.from({ length: 5_000 }, (_one, n) =>
		item(n % 2 ? 'Menu.png' : 'menu.png', jsonOf(n)),
	);
	const normalize = jest.spyOn(String.prototype, 'normalize');
	const names = named(items);
	const { length } = normalize.mock.calls;
	normalize.mockRestore();
	expect(withoutCase(names).size).toBe(5_000);
	expect(names.filter((name) => !SAFE.test(name ?? ''))).toEqual([]);
	expect(length).toBeLessThan(5_000 * 10);
});
