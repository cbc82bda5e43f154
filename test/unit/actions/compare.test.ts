/** How the values of a row or an update compare with a link, and which other fields an update sends along. */
import type { IDataObject } from 'n8n-workflow';

import {
	addOtherFields,
	compareLink,
	hasNewValues,
	needsReading,
} from '../../../nodes/LinkManagement/actions/link/compareLink';
import { useVirtualClock } from '../../support/virtual/clock';

useVirtualClock('2030-01-31T10:00:00Z');

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
	['a text with other white space', { metatitle: ' R&D\r\n' }],
	['the domain, which is compared elsewhere', { domain: 'https://sho.rt' }],
])('%s is the same', (_, body) => {
	expect(compareLink(READ, body)).toEqual(SAME);
});

test.each<['different' | 'alike', string, IDataObject, unknown]>([
	['different', 'less targeting', canada('https://example.com/ca'), READ.location],
	['different', 'no targeting', { geotarget: [] }, READ.location],
	['different', 'another alias', { custom: 'summer' }, 'spring'],
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

test('white space in a text is folded, and not left out', () => {
	const link = { title: 'Spring \n sale' };
	expect(compareLink(link, { metatitle: 'Spring  sale' })).toEqual(SAME);
	expect(compareLink(link, { metatitle: 'Springsale' }).different).toEqual({
		metatitle: link.title,
	});
});

test('targets with rules for regions differ from all rows', () => {
	const link = 'https://example.com/ca';
	const location = { canada: { all: link, quebec: 'https://example.com/qc' } };
	expect(compareLink({ location }, canada(link)).different).toEqual({ geotarget: location });
});

test.each([
	['2030-04-30 00:00', true],
	['2030-04-30T00:00:00.000', true],
	['2030-04-30 23:59:00', true],
	['2030-04-30 22:00:00', false],
	['2030-05-01 00:00:00', false],
])('a day as an expiry that is shown as %s is the same: %p', (expiry, isSame) => {
	const { shown } = compareLink({ expiry }, { expiry: '2030-04-30 23:59:59' });
	expect(shown).toEqual(isSame ? {} : { expiry });
	// A moment that was given is none of these
	expect(compareLink({ expiry }, { expiry: '2030-04-30 23:59:30' }).shown).toEqual({ expiry });
});

test('a date without its time, and names in another case, are the same', () => {
	const expiry = '2030-04-30 23:59:59';
	for (const shown of [' 2030-04-30 ', '2030-04-30 23:59'])
		expect(compareLink({ expiry: shown }, { expiry })).toEqual(SAME);
	expect(compareLink({ expiry: null }, { expiry: '' })).toEqual(SAME);
	expect(compareLink({ expiry: null }, { expiry }).different).toEqual({ expiry: null });
	const moment = { expiry: '2030-04-30 10:00:00' };
	expect(compareLink({ expiry: '2030-04-30T10:00:00' }, moment)).toEqual(SAME);
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
])('the list is enough for %j unless %s', (body, needed) => {
	expect(needsReading(LISTED, body)).toBe(needed);
	expect(needsReading(READ, body)).toBe(false);
});

describe('An update sends along', () => {
	const added = (link: object, body = {}) => addOtherFields(body, { id: 5, ...link });

	test('what the service shows, unless the update gives it', () => {
		const link = {
			longurl: 'https://example.com/?a=1&b=2',
			title: 'R&amp;D',
			description: 'Old',
			expiry: '2031-01-01 00:00:00',
			location: {
				...{ canada: { all: 'https://example.com/ca' }, Brazil: 'https://example.com/br' },
				...{ Kenya: '', France: { all: '' } },
			},
			device: { iphone: 'https://example.com/i' },
		};
		expect(added(link, { description: 'New' })).toEqual({
			body: {
				url: 'https://example.com/?a=1&b=2',
				metatitle: 'R&D',
				description: 'New',
				expiry: '2031-01-01 00:00:00',
				geotarget: [
					{ location: 'canada', link: 'https://example.com/ca' },
					{ location: 'Brazil', link: 'https://example.com/br' },
				],
				devicetarget: [{ device: 'iphone', link: 'https://example.com/i' }],
			},
		});
		expect(added(link, { metatitle: 'R' }).body).toMatchObject({ description: 'Old' });
	});

	test('no zero date, which stands for none', () => {
		const expiry = '0000-00-00 00:00:00';
		expect(added({ expiry }, { description: 'New' })).toEqual({ body: { description: 'New' } });
	});

	test('an alias only if it is another one', () => {
		const link = { shorturl: 'https://sho.rt/spring' };
		for (const body of [{}, { custom: 'spring' }])
			expect(added(link, body)).toStrictEqual({ body: {} });
		expect(added(link, { custom: 'summer' })).toEqual({ body: { custom: 'summer' } });
	});
});

const LINK = {
	shorturl: 'https://sho.rt/spring-sale',
	longurl: 'https://example.com/?utm_source=x&a=1',
	title: 'R&amp;D',
	description: 'New',
	expiry: '2031-01-01 00:00:00',
	location: { canada: 'https://example.com/ca' },
};
const URL = 'https://example.com/?a=1';
const UTM = [{ name: 'utm_source', value: 'x' }];

test.each<[string, IDataObject, boolean | undefined]>([
	['when the alias became a slug', { custom: 'Spring Sale' }, true],
	['when the service added parameters to the long URL', { url: URL }, true],
	['when it appended the parameters of the update', { url: URL, parameters: UTM }, true],
	['not when the long URL is another one', { url: 'https://example.com/?a=2' }, false],
	['not when one of several differs', { url: URL, custom: 'summer', description: 'New' }, false],
	['not when the description is another one', { description: 'Old' }, false],
	['as far as can be told: targeting is not compared', { geotarget: [] }, undefined],
])('a link shows the new values %s', (_, body: IDataObject, result) => {
	expect(hasNewValues(LINK, body)).toBe(result);
});
