/** What fields take for a record: IDs, names, short URLs and aliases, by the mode of the locator. */
import type { INode } from 'n8n-workflow';

import type { Convert } from '../../../nodes/LinkManagement/fields/field';
import {
	asDomain,
	asLinkOr,
	asRecord,
	asRecords,
	asRedirectType,
	LinkReference,
	NamedReference,
} from '../../../nodes/LinkManagement/fields/reference';

const place = { label: 'Field', node: { name: 'Node', type: '' } as INode, item: 3 };
const inMode = (mode: string | undefined) => ({ ...place, mode });
/** What a conversion gives, with references in short: `campaigns: Spring`, `link: spring`. */
function shown(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(shown);
	if (value instanceof NamedReference) return `${value.named}: ${value.text}`;
	return value instanceof LinkReference ? `link: ${value.text}` : value;
}
const convertIn = (convert: Convert, value: unknown, mode?: string) =>
	shown(convert(value, inMode(mode)));

const campaign = asRecord('campaigns');
const asLink = asLinkOr('By Alias');

describe('One record', () => {
	test.each<[mode: string | undefined, given: unknown, sent: unknown]>([
		['list', '42', 42],
		['list', ' 007 ', 'campaigns: 007'],
		[undefined, 'Spring', 'campaigns: Spring'],
		['recordId', ' 42 ', 42],
		['name', ' 42 ', 'campaigns: 42'],
	])('in mode %p: %p', (mode, given, sent) => {
		expect(convertIn(campaign, given, mode)).toBe(sent);
		for (const nothing of [undefined, null, '  '])
			expect(convertIn(campaign, nothing, mode)).toBeUndefined();
	});

	test('By ID points names to By Name', () => {
		const refused = () => campaign('Spring', inMode('recordId'));
		const advice =
			'Choose By Name instead of By ID, or enter a number such as 42. Nothing was sent for this item.';
		expect(refused).toThrow('Field: "Spring" is not an ID [item 3]');
		expect(refused).toThrow(expect.objectContaining({ description: advice }) as Error);
	});

	test('a domain in its own mode may look like an ID', () => {
		for (const domain of ['go.example.com', '42'])
			expect(convertIn(asRecord('domains'), domain, 'domain')).toBe(`domains: ${domain}`);
	});

	test.each([['-1'], [0], [1.5], [true], ['99999999999999999999']])('%p is no ID', (given) => {
		for (const mode of ['recordId', 'id'])
			expect(() => campaign(given, inMode(mode))).toThrow(
				/^Field: .* is not a whole number of at least 1 \[item 3\]$/,
			);
	});
});

describe('Several records', () => {
	const pixels = asRecords('pixels');
	test.each<[given: unknown, sent: unknown]>([
		[
			['A, B', 3, '', 'C'],
			['pixels: A, B', 3, 'pixels: C'],
		],
		['["A, B", 3, "4"]', ['pixels: A, B', 3, 4]],
		[[''], undefined],
	])('%j', (given, sent) => {
		expect(convertIn(pixels, given)).toEqual(sent);
	});

	// Looking up 100,000 names of one cell would block n8n for half a minute
	test('more than a hundred are refused, however they are given', () => {
		const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
		expect(convertIn(pixels, ids(100).join())).toEqual(ids(100));
		expect(convertIn(pixels, `${ids(100).join()}${' ,'.repeat(100)}`)).toEqual(ids(100));
		for (const given of [ids(101), ids(101).join(), JSON.stringify(ids(101))])
			expect(() => pixels(given, place)).toThrow(
				'Field: it holds 101 names or IDs, more than the 100 that it may hold [item 3]',
			);
	});

	test('the parts of a text with a name go along, because a name may be the whole text', () => {
		const [whole] = pixels('Shop visitors, 007; 5, 6', place) as NamedReference[];
		const parts = whole?.parts.map((part) => (part instanceof NamedReference ? part.text : part));
		expect(parts).toEqual(['Shop visitors', '007', 5, 6]);
	});
});

describe('A redirect type', () => {
	test.each<[given: unknown, sent: unknown]>([
		['007', 'redirectTypes: 007'],
		[' Frame ', 'frame'],
		['7', '7'],
		['overlay-17', 'overlay-17'],
		['overlay-x', 'redirectTypes: overlay-x'],
		['direct mail', 'redirectTypes: direct mail'],
		// It may be the ID of a splash page
		['307', 'redirectTypes: 307'],
		['3070', '3070'],
		['1307', '1307'],
		['-', 'redirectTypes: -'],
		['', undefined],
	])('%p', (given, sent) => {
		expect(convertIn(asRedirectType, given)).toBe(sent);
	});

	test('that was chosen is sent as it is, but a model may enter text in the list', () => {
		expect(convertIn(asRedirectType, '307', 'list')).toBe('307');
		const tool = { ...inMode('list'), node: { ...place.node, type: 'linkManagementTool' } };
		expect(shown(asRedirectType('307', tool))).toBe('redirectTypes: 307');
	});
});

describe('The domain of a link', () => {
	test.each<[mode: string | undefined, given: unknown, sent: unknown]>([
		['list', 'https://go.example.com', 'https://go.example.com'],
		['list', 'http://Go.example.com/', 'http://Go.example.com/'],
		['list', 'go.example.com', 'domainTexts: go.example.com'],
		['domain', ' https://go.example.com ', 'https://go.example.com'],
		[undefined, 'https://Go.example.com', 'domainTexts: https://Go.example.com'],
		['recordId', '3', 'domainTexts: 3'],
		['recordId', '', undefined],
	])('in mode %p: %p', (mode, given, sent) => {
		expect(convertIn(asDomain, given, mode)).toBe(sent);
	});

	test('By ID points to By Domain', () => {
		const refused = () => asDomain('go.example.com', inMode('recordId'));
		expect(refused).toThrow('"go.example.com" is not an ID');
		expect(refused).toThrow(
			expect.objectContaining({ description: expect.stringContaining('By Domain') }) as Error,
		);
	});
});

describe('A link', () => {
	test.each<[mode: string | undefined, given: unknown, sent: unknown]>([
		['list', '42\u200b', 42],
		[undefined, '42', 42],
		['list', ' 007 ', 'link: 007'],
		[undefined, '2030-04', 'link: 2030-04'],
		['list', undefined, undefined],
		['alias', '42', 'link: 42'],
		['alias', '/spring/', 'link: spring'],
		['alias', 'v1.2/x', 'link: v1.2/x'],
	])('in mode %p: %p', (mode, given, sent) => {
		expect(convertIn(asLink, given, mode)).toBe(sent);
	});

	test.each(['idOrUrl', 'url'])('in mode %s is an ID or a short URL, and no alias', (mode) => {
		expect(convertIn(asLink, '42', mode)).toBe(42);
		expect(convertIn(asLink, 'https://sho.rt/x', mode)).toBe('link: https://sho.rt/x');
		expect(convertIn(asLink, 'sho.rt/x', mode)).toBe('link: https://sho.rt/x');
		for (const alias of ['spring', '007', '12.0', 'spring/sale', '-5', '0', 'a b'])
			expect(() => asLink(alias, inMode(mode))).toThrow(
				expect.objectContaining({ description: expect.stringContaining('By Alias') as string }),
			);
	});

	test('is a short URL or an alias', () => {
		expect(new LinkReference('https://sho.rt/x').isShortUrl).toBe(true);
		expect(new LinkReference('spring').isShortUrl).toBe(false);
	});

	test.each<[unknown, string]>([
		[1.5, 'is not a whole number'],
		['javascript://x', 'does not lead to a page'],
	])('is not %p', (given, words) => {
		expect(() => asLink(given, place)).toThrow(words);
	});
});
