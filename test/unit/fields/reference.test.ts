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
/** What a conversion gives, with references in short: `campaigns: Spring`, `alias: spring`, `url: https://sho.rt/x`. */
function shown(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(shown);
	if (value instanceof NamedReference) return `${value.named}: ${value.text}`;
	if (value instanceof LinkReference) return `${value.isShortUrl ? 'url' : 'alias'}: ${value.text}`;
	return value;
}
const campaign = asRecord('campaigns');
const pixels = asRecords('pixels');
const asLink = asLinkOr('By Alias');
const FIELDS = {
	campaign,
	pixels,
	link: asLink,
	domain: asDomain,
	'domain to change': asRecord('domains'),
	'redirect type': asRedirectType,
} satisfies Record<string, Convert>;
const convertIn = (field: keyof typeof FIELDS, value: unknown, mode?: string) =>
	shown(FIELDS[field](value, inMode(mode)));

test.each<[keyof typeof FIELDS, mode: string | undefined, given: unknown, sent: unknown]>([
	['campaign', 'list', '42', 42],
	['campaign', 'list', ' 007 ', 'campaigns: 007'],
	['campaign', undefined, 'Spring', 'campaigns: Spring'],
	['campaign', 'recordId', ' 42 ', 42],
	['campaign', 'name', ' 42 ', 'campaigns: 42'],
	['domain to change', 'domain', 'go.example.com', 'domains: go.example.com'],
	['domain to change', 'domain', '42', 'domains: 42'],
	['pixels', undefined, ['A, B', 3, '', 'C'], ['pixels: A, B', 3, 'pixels: C']],
	['pixels', undefined, '["A, B", 3, "4"]', ['pixels: A, B', 3, 4]],
	['pixels', undefined, [''], undefined],
	['redirect type', undefined, '007', 'redirectTypes: 007'],
	['redirect type', undefined, ' Frame ', 'frame'],
	['redirect type', undefined, '7', '7'],
	['redirect type', undefined, 'overlay-17', 'overlay-17'],
	['redirect type', undefined, 'overlay-x', 'redirectTypes: overlay-x'],
	['redirect type', undefined, 'direct mail', 'redirectTypes: direct mail'],
	// It may be the ID of a splash page, unless it was chosen
	['redirect type', undefined, '307', 'redirectTypes: 307'],
	['redirect type', 'list', '307', '307'],
	['redirect type', undefined, '3070', '3070'],
	['redirect type', undefined, '1307', '1307'],
	['redirect type', undefined, '-', 'redirectTypes: -'],
	['redirect type', undefined, '', undefined],
	['domain', 'list', 'https://go.example.com', 'https://go.example.com'],
	['domain', 'list', 'http://Go.example.com/', 'http://Go.example.com/'],
	['domain', 'list', 'go.example.com', 'domainTexts: go.example.com'],
	['domain', 'domain', ' https://go.example.com ', 'https://go.example.com'],
	['domain', undefined, 'https://Go.example.com', 'domainTexts: https://Go.example.com'],
	['domain', 'recordId', '3', 'domainTexts: 3'],
	['domain', 'recordId', '', undefined],
	['link', 'list', '42\u200b', 42],
	['link', undefined, '42', 42],
	['link', 'list', ' 007 ', 'alias: 007'],
	['link', undefined, '2030-04', 'alias: 2030-04'],
	['link', 'list', undefined, undefined],
	['link', 'alias', '42', 'alias: 42'],
	['link', 'alias', '/spring/', 'alias: spring'],
	['link', 'alias', 'v1.2/x', 'alias: v1.2/x'],
	...['idOrUrl', 'url'].flatMap((mode): Array<[keyof typeof FIELDS, string, string, unknown]> => [
		['link', mode, '42', 42],
		['link', mode, 'https://sho.rt/x', 'url: https://sho.rt/x'],
		['link', mode, 'sho.rt/x', 'url: https://sho.rt/x'],
	]),
])('the %s in mode %p: %j is sent as %j', (field, mode, given, sent) => {
	expect(convertIn(field, given, mode)).toEqual(sent);
});

test.each(['list', 'recordId', 'name', undefined])('nothing is no record in mode %p', (mode) => {
	for (const nothing of [undefined, null, '  '])
		expect(convertIn('campaign', nothing, mode)).toBeUndefined();
});

test.each([
	[
		'campaign',
		'Spring',
		'Choose By Name instead of By ID, or enter a number such as 42. Nothing was sent for this item.',
	],
	['domain', 'go.example.com', 'Choose By Domain instead of By ID'],
] as const)('the %s By ID is no name, and the advice says which mode is', (field, name, advice) => {
	const refused = () => convertIn(field, name, 'recordId');
	expect(refused).toThrow(`Field: "${name}" is not an ID [item 3]`);
	const description = expect.stringContaining(advice) as string;
	expect(refused).toThrow(expect.objectContaining({ description }) as Error);
});

test.each([['-1'], [0], [1.5], [true], ['99999999999999999999']])('%p is no ID', (given) => {
	for (const mode of ['recordId', 'id'])
		expect(() => convertIn('campaign', given, mode)).toThrow(
			/^Field: .* is not a whole number of at least 1 \[item 3\]$/,
		);
});

describe('Several records', () => {
	// Looking up 100,000 names of one cell would block n8n for half a minute
	test('more than a hundred are refused, however they are given', () => {
		const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
		expect(convertIn('pixels', ids(100).join())).toEqual(ids(100));
		expect(convertIn('pixels', `${ids(100).join()}${' ,'.repeat(100)}`)).toEqual(ids(100));
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

test('text in the list of redirect types may be that of a model', () => {
	const tool = { ...inMode('list'), node: { ...place.node, type: 'linkManagementTool' } };
	expect(shown(asRedirectType('307', tool))).toBe('redirectTypes: 307');
});

test.each(['http://go.example.com', 'https://go.example.com/', 'https://Go.example.com'])(
	'the domain %p in the list is looked up where it may be that of a model',
	(domain) => {
		const tool = { ...inMode('list'), node: { ...place.node, type: 'linkManagementTool' } };
		expect(shown(asDomain(domain, tool))).toBe(`domainTexts: ${domain}`);
	},
);

test.each(['idOrUrl', 'url'])('a link in mode %s is an ID or a short URL, and no alias', (mode) => {
	for (const alias of ['spring', '007', '12.0', 'spring/sale', '-5', '0', 'a b'])
		expect(() => asLink(alias, inMode(mode))).toThrow(
			expect.objectContaining({ description: expect.stringContaining('By Alias') as string }),
		);
});

test.each<[unknown, string]>([
	[1.5, 'is not a whole number'],
	['javascript://x', 'does not lead to a page'],
])('a link is not %p', (given, words) => {
	expect(() => asLink(given, place)).toThrow(words);
});
