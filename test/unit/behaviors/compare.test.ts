/** Create or Update: how the values of a row compare with a link. Whether they are sent is decided elsewhere. */
import type { IDataObject } from 'n8n-workflow';

import { compareLink, needsReading } from '../../../nodes/LinkManagement/operations/links/compare';
import { notAsRequested } from '../../../nodes/LinkManagement/operations/links/recovery';

const SAME = { shown: {}, different: {}, hidden: {} };
const LISTED = {
	...{ id: 7, alias: 'spring', shorturl: 'https://sho.rt/spring', clicks: 3 },
	...{ longurl: 'https://example.com/a?x=1&amp;y=2', title: 'R&amp;D', description: '' },
};
const READ: IDataObject = {
	...LISTED,
	longurl: 'https://example.com/a?x=1&y=2',
	expiry: '2030-04-30 23:59:59',
	location: { canada: 'https://example.com/ca', France: { all: 'https://example.com/fr' } },
	device: [],
};
const canada = (link: string) => ({ geotarget: [{ location: 'Canada', link }] });

test.each<[string, IDataObject]>([
	['the same URL as a parser reads it', { url: 'https://EXAMPLE.com/a?x=1&y=2' }],
	['an unescaped title', { metatitle: ' R&D ' }],
	['an empty description', { description: '' }],
	['the same expiry', { expiry: '2030-04-30 23:59:59' }],
	[
		'the same targeting in another order and form',
		{
			geotarget: [
				{ location: 'France', link: 'https://example.com/fr' },
				{ location: 'Canada', link: 'https://example.com/ca' },
			],
		},
	],
	['no targeting', { devicetarget: [] }],
	['the domain, which is compared elsewhere', { domain: 'https://sho.rt' }],
])('%s is the same', (_, body) => {
	expect(compareLink(READ, body)).toEqual(SAME);
});

test.each<['different' | 'alike', string, IDataObject, unknown]>([
	['different', 'another query', { url: 'https://example.com/a?x=1' }, READ.longurl],
	['alike', 'a slash at the end', { url: 'https://example.com/a/?x=1&y=2' }, READ.longurl],
	['different', 'another case of the title', { metatitle: 'r&d' }, 'R&amp;D'],
	['different', 'a description', { description: 'Note' }, ''],
	['different', 'another expiry', { expiry: '2030-04-30 10:00:00' }, READ.expiry],
	['different', 'no expiry', { expiry: '' }, READ.expiry],
	['different', 'less targeting', canada('https://example.com/ca'), READ.location],
	['different', 'no targeting', { geotarget: [] }, READ.location],
	['different', 'a device', { devicetarget: [{ device: 'iphone', link: 'https://x.io' }] }, []],
	['different', 'another alias', { custom: 'spr-ing' }, 'spring'],
	['alike', 'another case of the alias', { custom: 'Spring' }, 'spring'],
])('%s: %s', (how, _, body, shown) => {
	const [name = ''] = Object.keys(body);
	const differs = { [name]: shown };
	const isDifferent = how === 'different';
	expect(compareLink(READ, body)).toEqual({
		...SAME,
		shown: differs,
		...(isDifferent && { different: differs }),
	});
});

test('an HTML escape that is shown differs in its form, and the worst target counts', () => {
	const escaped = { url: LISTED.longurl };
	expect(compareLink(LISTED, { url: 'https://example.com/a?x=1&y=2' })).toEqual({
		...SAME,
		shown: escaped,
	});
	const location = { canada: 'http://example.com/ca' };
	expect(compareLink({ location }, canada('https://example.com/ca'))).toEqual({
		...SAME,
		shown: { geotarget: location },
	});
	expect(compareLink({ location }, canada('https://example.com/c')).different).toEqual({
		geotarget: location,
	});
});

test('a date without its time, and names in another case, are the same; an unclear date is alike', () => {
	const expiry = '2030-04-30 23:59:59';
	expect(compareLink({ expiry: ' 2030-04-30 ' }, { expiry })).toEqual(SAME);
	expect(compareLink({ expiry: null }, { expiry: '' })).toEqual(SAME);
	expect(compareLink({ expiry: 'Apr 30' }, { expiry })).toEqual({
		...SAME,
		shown: { expiry: 'Apr 30' },
	});
	const link = 'https://x.io';
	const devicetarget = [{ device: 'IPHONE', link }];
	expect(compareLink({ device: { iPhone: link } }, { devicetarget })).toEqual(SAME);
});

test('fields that the link does not show, as far as it was read, are hidden', () => {
	const hidden = { password: 'x', campaign: 3, status: 'public', note: 'VIP' };
	expect(compareLink(READ, { ...hidden, metatitle: 'R&D' })).toEqual({ ...SAME, hidden });
	const unread = { url: 'https://example.com', expiry: '' };
	expect(compareLink({ id: 7, shorturl: LISTED.shorturl }, unread).hidden).toEqual(unread);
	expect(compareLink({ longurl: '' }, unread).hidden).toEqual(unread);
});

test.each<[IDataObject, boolean]>([
	[{ url: 'x', metatitle: 'x', description: 'x', campaign: 3 }, false],
	[{ url: 'x', expiry: '' }, true],
	[{ geotarget: [] }, true],
	[{ devicetarget: [] }, true],
])('the list is enough for %j unless %s', (body, needed) => {
	expect(needsReading(LISTED, body)).toBe(needed);
	expect(needsReading(READ, body)).toBe(false);
});

const OTHER_ALIAS = 'Alias not as requested: x7 instead of mine.';
const OTHER_DOMAIN = 'Domain not as requested: sho.rt instead of go.example.';
test.each<[IDataObject, IDataObject, string | undefined]>([
	[{ shorturl: 'https://sho.rt/x7' }, { custom: 'mine' }, OTHER_ALIAS],
	[{ short: 'https://sho.rt/x7' }, { custom: 'mine' }, OTHER_ALIAS],
	[{ data: { id: 1, shorturl: 'https://sho.rt/x7' } }, { custom: 'mine' }, OTHER_ALIAS],
	[{ shorturl: 'https://sho.rt/x7' }, { domain: 'https://go.example' }, OTHER_DOMAIN],
	[
		{ shorturl: 'https://sho.rt/x7' },
		{ custom: 'mine', domain: 'https://go.example' },
		`${OTHER_ALIAS} ${OTHER_DOMAIN}`,
	],
	[{ shorturl: 'https://sho.rt/x7' }, {}, undefined],
	[{ id: 1 }, { custom: 'mine', domain: 'https://go.example' }, undefined],
	[{ shorturl: 'https://sho.rt/mine' }, { custom: 'mine', domain: 'http://SHO.rt/' }, undefined],
	[{ shorturl: 'https://sho.rt/fr%C3%BCh' }, { custom: 'früh' }, undefined],
	[{ shorturl: 'https://sho.rt/l/spring%2Fsale' }, { custom: 'spring/sale' }, undefined],
	[{ shorturl: 'https://sho.rt/mine' }, { domain: 'https://www.sho.rt' }, undefined],
	[{ shorturl: 'https://www.sho.rt/mine' }, { domain: 'https://sho.rt' }, undefined],
])('a new link %j, for the request %j: %s', (record, body, difference) => {
	expect(notAsRequested(record, body)).toBe(difference);
});
