/** The cells of a row, from the resource mapper as the editor saves it. */
import { columnsByHeading, mappedCells } from '../../../nodes/LinkManagement/fields/mappedColumns';

const COLUMNS = columnsByHeading([
	{ name: 'url', label: 'Long URL' },
	{ name: 'custom', label: 'Alias' },
	{ name: 'utm_source', label: 'UTM Source' },
]);
const node = { name: 'Node', type: '', typeVersion: 1, id: '', position: [0, 0], parameters: {} };
const cells = (mapper: unknown, input: object = {}) => {
	const field = { label: 'Columns', node: node as never, item: 3 };
	const { values, ignored } = mappedCells(mapper, input as never, COLUMNS, field);
	return { values: Object.fromEntries(values), ignored };
};
const automatic = (input: object) => cells({ mappingMode: 'autoMapInputData' }, input);

test.each([
	['url', 'url'],
	['URL', 'url'],
	['Long URL', 'url'],
	['long_url', 'url'],
	[' Long-Url\u00A0', 'url'],
	['\ufeffURL\u200b', 'url'],
	['alias', 'custom'],
	['Custom', 'custom'],
	['utm source', 'utm_source'],
	['UTM-Source', 'utm_source'],
])('the heading %j stands for the column %s', (heading, column) => {
	expect(automatic({ [heading]: 'x' })).toEqual({ values: { [column]: 'x' }, ignored: [] });
});

test.each(['Target', 'url2', 'utm', 'meta', ''])('the heading %j is no column', (heading) => {
	expect(automatic({ [heading]: 'x' })).toEqual({ values: {}, ignored: [heading] });
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

test('an empty cell counts as mapped', () => {
	expect(automatic({ alias: '' }).values).toEqual({ custom: '' });
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
