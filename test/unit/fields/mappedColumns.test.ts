/** The cells of a row, from the resource mapper as the editor saves it. */
import type { IDataObject } from 'n8n-workflow';

import { findOperation } from '../../../nodes/LinkManagement/actions';
import { mappedCells } from '../../../nodes/LinkManagement/fields/cells';
import { HEADING_WORDS } from '../../../nodes/LinkManagement/fields/data/headings';
import { KnownHeadings, missingHeading, Table } from '../../../nodes/LinkManagement/fields/table';
import { accepted } from '../../support/fields';

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
	const field = { label: 'Columns', node: node as never, item: 3, input: input as never };
	const { values, ignored } = mappedCells(mapper, COLUMNS, field);
	return { values: Object.fromEntries(values), ignored };
};
const automatic = (input: object) => cells({ mappingMode: 'autoMapInputData' }, input);

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

test.each([{ mappingMode: 'defineBelow', value: null }, {}, ''])(
	'a mapper saved as %j has no cells',
	(mapper) => {
		expect(cells(mapper, { url: 'x' })).toEqual({ values: {}, ignored: [] });
	},
);

test.each(['x', 7, { value: [1] }])('%j is no mapper', (mapper) => {
	expect(() => cells(mapper)).toThrow(/^Columns: ".*" is not a set of columns \[item 3\]$/);
});

test.each([
	['Long URL', { 'Long URL': 'url' }],
	['long_url', { long_url: 'url' }],
	['\ufeffURL\u200b', { '\ufeffURL\u200b': 'url' }],
	['Alias*', { 'Alias*': 'custom' }],
	['Long URL (required)', { 'Long URL (required)': 'url' }],
	['Long\nURL [https]', { 'Long\nURL [https]': 'url' }],
	['url2, utm', {}],
	['', {}],
	['address, target', { address: 'custom', target: 'url' }],
	['key, url', { key: 'custom', url: 'url' }],
	[
		'Ziel-URL, Titel, Kampagne, gültig bis',
		{ 'Ziel-URL': 'url', Titel: 'metatitle', Kampagne: 'campaign', 'gültig bis': 'expiry' },
	],
	['Website URL', { 'Website URL': 'url' }],
	['title, titel', { title: 'metatitle' }],
	['key, keyword, path, address, destination', {}],
])('the headings %s stand for %j', (headings, columns) => {
	const found = COLUMNS.find(headings.split(', '));
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
const NO_HEADINGS = 'The first line of the file only says what separates the columns:';
const wrongDelimiter = (sign: string) =>
	`The file was read with the wrong delimiter: set Delimiter to ${sign} in Extract From File.`;
test.each([
	[[], NEEDED],
	[['Aliass', 'x'], `${NEEDED} It found "Aliass", "x". The closest is "Aliass".`],
	[['Ort', 'ID'], `${NEEDED} It found "Ort", "ID". To match on "id", change Match On.`],
	[['a;b', 'c'], `${NEEDED} It found "a;b", "c".`],
	[['a;b'], wrongDelimiter(';')],
	[['a\tb'], wrongDelimiter('Tab')],
	[['a|b'], wrongDelimiter('|')],
	[['sep=;'], `${NO_HEADINGS} set Starting Line to 2, and Delimiter to ;, in Extract From File.`],
	[['sep=', ''], `${NO_HEADINGS} set Starting Line to 2 in Extract From File.`],
])('where the headings are %j and none is that of the alias: %s', (headings, advice) => {
	expect(missingHeading('Alias', { headings: new Map(), ignored: headings })).toBe(advice);
});

test('it names all headings of the table, but not what n8n adds', () => {
	const headings = new Map([['url', 'Long URL']]);
	expect(missingHeading('Alias', { headings, ignored: ['row_number', 'Notes | internal'] })).toBe(
		`${NEEDED} It found "Long URL", "Notes | internal".`,
	);
	expect(missingHeading('Alias', { headings: new Map(), ignored: ['row_number'] })).toBe(NEEDED);
});

test('where a title is above the headings, the advice says where they stand', () => {
	const rows = [
		{ 'Spring 2030': 'by Ann' },
		{ 'Spring 2030': 'Alias', _1: 'Long URL' },
		{ 'Spring 2030': 'a', _1: 'https://x.com' },
	];
	const table = (items: object[]) =>
		new Table(items.map((json) => ({ json: json as never }))).columnsOf(COLUMNS);
	expect(missingHeading('Alias', { ...table(rows), headings: new Map() })).toBe(
		'Item 1 holds the headings ("Alias", "Long URL"), so the file has a title above them. Let the node that reads it begin there: Starting Line or Range in Extract From File, Header Row in Google Sheets.',
	);
	const inGerman = [{ 'Spring 2030': 'Kurzname', _1: 'Ziel-URL' }];
	expect(table(inGerman).belowTitle).toContain(
		'Item 0 holds the headings ("Kurzname", "Ziel-URL")',
	);
	expect(table([{ 'Spring 2030': 'Alias' }]).belowTitle).toBeUndefined();
	expect(table([{ alias: 'alias', url: 'url' }]).belowTitle).toBeUndefined();
});

describe('A heading that tables use for something else', () => {
	const { fields } = findOperation('link', 'upsert')!;
	const LINK = 'https://example.com/ca';
	const sent = (...rows: IDataObject[]) => {
		const table = new Table(rows.map((json) => ({ json })));
		const mapper = { columns: { mappingMode: 'autoMapInputData', value: null } };
		const row = { input: rows[0]!, table };
		const { body, unsent } = accepted(fields, mapper, {}, undefined, {}, row);
		return { body, ignored: unsent.columns?.ignored, taken: unsent.columns?.taken };
	};
	const row = { alias: 'a' };

	test.each([
		['Berlin', 'desktop'],
		[['Berlin'], { os: 'iOS', version: 17 }],
		[{ lat: 48, lng: 9 }, 7],
	])('is not used: Location %j, Device %j', (Location, Device) => {
		const other = { ...row, Location, Device } as IDataObject;
		const { body, ignored } = sent(other);
		expect([body, ignored]).toEqual([{ custom: 'a' }, ['Location', 'Device']]);
		// Another row shows what the heading means
		expect(sent({ ...row, Location: '', Device: null }, other).body).toEqual({ custom: 'a' });
	});

	test.each([
		[{ Canada: LINK }, { iphone: { all: LINK } }],
		[`{"Canada":"${LINK}"}`, [{ device: 'iphone', link: LINK }]],
		[[{ location: 'Canada', link: LINK }], `[{"device":"iphone","link":"${LINK}"}]`],
	])('is targeting where its values are: Location %j, Device %j', (location, device) => {
		const { body, taken } = sent({ ...row, location, device } as IDataObject, { location: '-' });
		expect(body).toMatchObject({
			geotarget: [{ location: 'Canada', link: LINK }],
			devicetarget: [{ device: 'iphone', link: LINK }],
		});
		expect(taken).toEqual(['"location" for Geo Targeting', '"device" for Device Targeting']);
	});

	test('is named in the error about its value, with what to do', () => {
		expect(() => sent({ ...row, Status: 'done' })).toThrow(
			expect.objectContaining({
				description: expect.stringContaining(
					'The heading "Status" was taken for this column. If it means something else, rename it.',
				) as string,
			}) as Error,
		);
	});

	const builder = { 'Campaign Source': 's', 'Campaign Medium': 'm' };
	const all = { 'Campaign Name': 'n', 'Campaign Term': 't', 'Campaign Content': 'c' };
	test.each<[IDataObject, parameters: string, ignored: string[]]>([
		[
			{ ...builder, ...all },
			'utm_campaign=n utm_content=c utm_medium=m utm_source=s utm_term=t',
			[],
		],
		[{ Source: 's', Medium: 'm', Term: 't' }, 'utm_medium=m utm_source=s utm_term=t', []],
		[{ Source: 's', Term: 't' }, '', ['Source', 'Term']],
		[{ 'Campaign Source': 's' }, '', ['Campaign Source']],
		[{ ...builder, utm_source: 'own' }, 'utm_source=own', ['Campaign Source', 'Campaign Medium']],
	])('is a UTM parameter beside the others, all or none: %j', (cells, parameters, others) => {
		const { body, ignored } = sent({ ...row, ...cells });
		const given = (body.parameters ?? []) as Array<{ name: string; value: string }>;
		const shown = given.map(({ name, value }) => `${name}=${value}`).join(' ');
		expect([shown, body.campaign, ignored]).toEqual([parameters, undefined, others]);
	});

	test('is a campaign where the headings of the URL builder are not beside it', () => {
		expect(sent({ ...row, 'Campaign Name': 'n' }).body).toMatchObject({
			campaign: { text: 'n' },
		});
	});
});
