/** The cells of a row, from the resource mapper as the editor saves it. */
import { mappedCells } from '../../../nodes/LinkManagement/fields/mappedColumns';
import {
	columnsOf,
	KnownHeadings,
	missingHeading,
	Table,
} from '../../../nodes/LinkManagement/fields/table';
import { HEADING_WORDS } from '../../../nodes/LinkManagement/resources/link/headingWords';

const COLUMNS = new KnownHeadings(
	[
		{ name: 'metatitle', label: 'Meta Title' },
		{ name: 'expiry', label: 'Expiry' },
		{ name: 'campaign', label: 'Campaign' },
		{ name: 'url', label: 'Long URL' },
		{ name: 'custom', label: 'Alias' },
		{ name: 'utm_source', label: 'UTM Source' },
	],
	HEADING_WORDS,
);
const node = { name: 'Node', type: '', typeVersion: 1, id: '', position: [0, 0], parameters: {} };
const cells = (mapper: unknown, input: object = {}) => {
	const field = { label: 'Columns', node: node as never, item: 3 };
	const { values, ignored } = mappedCells(
		mapper,
		{ input: input as never, table: new Table([{ json: input as never }]) },
		COLUMNS,
		field,
	);
	return { values: Object.fromEntries(values), ignored };
};
const automatic = (input: object) => cells({ mappingMode: 'autoMapInputData' }, input);

test.each<readonly [heading: string, column: string | undefined]>([
	['url', 'url'],
	['Long URL', 'url'],
	['long_url', 'url'],
	['\ufeffURL\u200b', 'url'],
	['Alias*', 'custom'],
	['Long URL (required)', 'url'],
	['Long\nURL [https]', 'url'],
	...['Target', 'url2', 'utm', 'meta', ''].map((heading) => [heading, undefined] as const),
])('the heading %j stands for the column %s', (heading, column) => {
	const found = column
		? { values: { [column]: 'x' }, ignored: [] }
		: { values: {}, ignored: [heading] };
	expect(automatic({ [heading]: 'x' })).toEqual(found);
});

test('a filled cell wins over an empty one under another heading of the same column', () => {
	expect(automatic({ url: 'x', 'Long URL': '' }).values).toEqual({ url: 'x' });
	expect(automatic({ url: ' ', 'Long URL': 'x' }).values).toEqual({ url: 'x' });
	expect(automatic({ url: 7, 'Long URL': '7' }).values).toEqual({ url: '7' });
});

test('two headings of one column with different values are invalid', () => {
	expect(() => automatic({ url: 'x', 'Long URL': 'y' })).toThrow(
		'Long URL: the headings "url" and "Long URL" both stand for this column, with different values [item 3]',
	);
});

test('Map Each Column Manually takes the mapped values, and Map Automatically ignores them', () => {
	const value = { url: 'mapped', unknown: 1 };
	const input = { url: 'input' };
	expect(cells({ mappingMode: 'defineBelow', value }, input)).toEqual({
		values: { url: 'mapped' },
		ignored: ['unknown'],
	});
	expect(cells({ mappingMode: 'autoMapInputData', value }, input).values).toEqual(input);
});

test.each([[{ mappingMode: 'defineBelow', value: null }], [{}], [undefined], ['']])(
	'a mapper saved as %j has no cells',
	(mapper) => {
		expect(cells(mapper, { url: 'x' })).toEqual({ values: {}, ignored: [] });
	},
);

test.each(['x', 7, { value: 'x' }, { value: [1] }])('%j is no mapper', (mapper) => {
	expect(() => cells(mapper)).toThrow(/^Columns: ".*" is not a set of columns \[item 3\]$/);
});

test.each([
	['address, target', { address: 'custom', target: 'url' }],
	['key, url', { key: 'custom', url: 'url' }],
	[
		'Ziel-URL, Titel, Kampagne, gültig bis',
		{ 'Ziel-URL': 'url', Titel: 'metatitle', Kampagne: 'campaign', 'gültig bis': 'expiry' },
	],
	['title, titel', { title: 'metatitle' }],
	['key, keyword, path, address, destination', {}],
])('the headings %s stand for %j', (headings, columns) => {
	const found = columnsOf(headings.split(', '), COLUMNS);
	expect(
		Object.fromEntries([...found.columns].map(([heading, { name }]) => [heading, name])),
	).toEqual(columns);
	expect(found.ignored).toHaveLength(headings.split(', ').length - Object.keys(columns).length);
});

test('a heading that any row has is one of the table, and a word that was taken is named', () => {
	const rows = [{ Title: 'x' }, { alias: 'y' }].map((json) => ({ json }));
	const { columns, taken } = new Table(rows).columnsOf(COLUMNS);
	expect([...columns.keys()]).toEqual(['alias', 'Title']);
	expect(taken).toEqual(['"Title" for Meta Title']);
});

const NEEDED = 'Map the column. Map Automatically needs the heading "Alias".';
test.each([
	[[], NEEDED],
	[['Aliass', 'x'], `${NEEDED} It found "Aliass", "x". The closest is "Aliass".`],
	[['Ort', 'ID'], `${NEEDED} It found "Ort", "ID". To match on "id", change Match On.`],
	[['a;b', 'c'], `${NEEDED} It found "a;b", "c".`],
	...[
		['a;b', ';'],
		['a\tb', 'Tab'],
		['a|b', '|'],
	].map(([heading, sign]): [string[], string] => [
		[heading!],
		`The file was read with the wrong delimiter: set Delimiter to ${sign} in Extract From File.`,
	]),
])('where the headings are %j and none is that of the alias: %s', (headings, advice) => {
	expect(missingHeading('Alias', headings)).toBe(advice);
});
