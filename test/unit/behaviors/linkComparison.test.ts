/** Create or Update: which values of a row differ from a link, however the service stores them. */
import type { IDataObject } from 'n8n-workflow';

import {
	compareLink,
	needsReading,
} from '../../../nodes/LinkManagement/operations/links/linkComparison';

const LISTED = {
	...{ id: 7, alias: 'spring', shorturl: 'https://sho.rt/spring', clicks: 3 },
	...{ longurl: 'https://example.com/a?x=1&amp;y=2', title: 'R&amp;D', description: '' },
};
const READ: IDataObject = {
	...LISTED,
	expiry: '2030-04-30 23:59:59',
	location: { canada: 'https://example.com/ca', France: { all: 'https://example.com/fr' } },
	device: [],
};

test.each<[string, IDataObject]>([
	['the same address in another form', { url: 'https://EXAMPLE.com/a/?y=2&x=1' }],
	['an unescaped title', { metatitle: ' R&D ' }],
	['an empty description', { description: '' }],
	['the same expiry', { expiry: '2030-04-30 23:59:59' }],
	[
		'the same targeting in another order and form',
		{
			geotarget: [
				{ location: 'France', link: 'https://example.com/fr/' },
				{ location: 'Canada', link: 'https://example.com/ca' },
			],
		},
	],
	['no targeting', { devicetarget: [] }],
	['a slug of the alias', { custom: 'Spring' }],
	['the domain, which is compared elsewhere', { domain: 'https://sho.rt' }],
])('%s is the same', (_, body) => {
	expect(compareLink(READ, body)).toEqual({ different: {}, unreadable: {} });
});

test.each<[string, IDataObject, unknown]>([
	['another query', { url: 'https://example.com/a?x=1' }, READ.longurl],
	['one parameter more', { url: 'https://example.com/a?x=1&y=2&z=3' }, READ.longurl],
	['another case of the title', { metatitle: 'r&d' }, 'R&amp;D'],
	['a description', { description: 'Note' }, ''],
	['another expiry', { expiry: '2030-04-30 10:00:00' }, READ.expiry],
	['no expiry', { expiry: '' }, READ.expiry],
	[
		'less targeting',
		{ geotarget: [{ location: 'Canada', link: 'https://example.com/ca' }] },
		READ.location,
	],
	['no targeting', { geotarget: [] }, READ.location],
	['a device', { devicetarget: [{ device: 'iphone', link: 'https://example.com/i' }] }, []],
	['another alias', { custom: 'summer' }, 'spring'],
	['an alias with one hyphen more', { custom: 'spr-ing' }, 'spring'],
])('%s differs', (_, body, from) => {
	const [name = ''] = Object.keys(body);
	expect(compareLink(READ, body)).toEqual({ different: { [name]: from }, unreadable: {} });
});

test('UTM parameters that the service put into the long URL count as the same, and old ones differ', () => {
	const body = (value: string) => ({
		url: 'https://example.com/a',
		parameters: [{ name: 'utm_source', value }],
	});
	const link = { ...READ, longurl: 'https://example.com/a?utm_source=mail' };
	expect(compareLink(link, body('mail')).different).toEqual({});
	expect(compareLink(link, body('print')).different).toEqual({ url: link.longurl });
	expect(compareLink(link, { url: 'https://example.com/a' }).different).toEqual({
		url: link.longurl,
	});
});

test.each<[string, string, string]>([
	['https', 'http://example.com/a', 'https://example.com/a'],
	['a fragment', 'https://example.com/a', 'https://example.com/a#prices'],
	[
		'a longer URL, where the old one has a length at which services cut',
		`https://example.com/${'a'.repeat(100)}`,
		`https://example.com/${'a'.repeat(100)}?x=1`,
	],
])(
	'%s in the row is not seen as the same, as a service may have dropped it or not',
	(_, longurl, url) => {
		expect(compareLink({ ...READ, longurl }, { url })).toEqual({
			different: {},
			unreadable: { url },
		});
		expect(compareLink({ ...READ, longurl: url }, { url }).unreadable).toEqual({});
		const geotarget = [{ location: 'Canada', link: url }];
		const body = { geotarget };
		expect(compareLink({ location: { canada: longurl } }, body)).toEqual({
			different: {},
			unreadable: body,
		});
	},
);

test('fields that no reading shows are told apart from those that are the same', () => {
	const body = { password: 'x', campaign: 3, status: 'public', metatitle: 'R&D', note: 'VIP' };
	const { metatitle, ...unreadable } = body;
	expect(compareLink(READ, body)).toEqual({ different: {}, unreadable });
	expect(metatitle).toBe('R&D');
});

test.each<[IDataObject, boolean]>([
	[{ url: 'x', metatitle: 'x', description: 'x', campaign: 3 }, false],
	[{ expiry: '' }, true],
	[{ geotarget: [] }, true],
	[{ devicetarget: [] }, true],
])('the list is enough for %j unless %s', (body, needed) => {
	expect(needsReading(LISTED, body)).toBe(needed);
	expect(needsReading(READ, body)).toBe(false);
});

test('a field that the service does not show at all counts as unreadable', () => {
	expect(compareLink({ id: 7, shorturl: LISTED.shorturl }, { url: 'x', expiry: '' })).toEqual({
		different: {},
		unreadable: { url: 'x', expiry: '' },
	});
});
