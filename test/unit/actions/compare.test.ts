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
const CANADA = 'https://example.com/ca';
const canada = (link: string) => ({ geotarget: [{ location: 'Canada', link }] });
const france = { location: 'France', link: 'https://example.com/fr' };
const REGIONS = { location: { canada: { all: CANADA, quebec: 'https://example.com/qc' } } };
const SPACED = { title: 'Spring \n sale' };
const DAY = '2030-04-30 23:59:59';
const HIDDEN = { password: 'x', campaign: 3, status: 'public', note: 'VIP' };
const UNREAD = { url: 'https://example.com', expiry: '' };
const IPHONE = { devicetarget: [{ device: 'IPHONE', link: CANADA }] };

/** What a link shows for a field of a row. */
const SHOWN_AS: Record<string, string> = {
	...{ custom: 'alias', url: 'longurl', metatitle: 'title' },
	...{ geotarget: 'location', expiry: 'expiry' },
};

/** `alike`: it differs only in its form. */
type Comparison = 'same' | 'alike' | 'different' | 'hidden';

test.each<[Comparison, link: IDataObject, body: IDataObject]>([
	['same', READ, { geotarget: [france, ...canada(CANADA).geotarget] }],
	['same', READ, { devicetarget: [] }],
	['same', { device: { iPhone: CANADA } }, IPHONE],
	['same', READ, { metatitle: ' R&D\r\n' }],
	['same', SPACED, { metatitle: 'Spring  sale' }],
	['same', { expiry: ' 2030-04-30 ' }, { expiry: DAY }],
	['same', { expiry: '2030-04-30 00:00' }, { expiry: DAY }],
	['same', { expiry: '2030-04-30T00:00:00.000' }, { expiry: DAY }],
	['same', { expiry: '2030-04-30 23:59' }, { expiry: DAY }],
	['same', { expiry: '2030-04-30 23:59:00' }, { expiry: DAY }],
	['same', { expiry: null }, { expiry: '' }],
	['same', { expiry: '2030-04-30T10:00:00' }, { expiry: '2030-04-30 10:00:00' }],
	// The domain is compared elsewhere
	['same', READ, { domain: 'https://sho.rt' }],
	['alike', READ, { custom: 'Spring' }],
	['alike', LISTED, { url: 'https://example.com/a?x=1&y=2' }],
	['alike', { location: { canada: 'http://example.com/ca' } }, canada(CANADA)],
	['different', { location: { canada: 'http://example.com/ca' } }, canada(`${CANADA}n`)],
	['different', READ, canada(CANADA)],
	['different', REGIONS, canada(CANADA)],
	['different', READ, { geotarget: [] }],
	['different', READ, { custom: 'summer' }],
	['different', SPACED, { metatitle: 'Springsale' }],
	['different', { expiry: null }, { expiry: DAY }],
	['different', { expiry: '2030-04-30 22:00:00' }, { expiry: DAY }],
	['different', { expiry: '2030-05-01 00:00:00' }, { expiry: DAY }],
	// A moment that was given is no day
	['different', { expiry: '2030-04-30 00:00' }, { expiry: '2030-04-30 23:59:30' }],
	['different', { expiry: '2030-04-30 23:59:00' }, { expiry: '2030-04-30 23:59:30' }],
	['hidden', READ, HIDDEN],
	['hidden', { id: 7, shorturl: LISTED.shorturl }, UNREAD],
	['hidden', { longurl: '' }, UNREAD],
])('%s: %j and %j', (how, link, body) => {
	const shown = Object.fromEntries(
		Object.keys(body).map((name) => [name, link[SHOWN_AS[name] ?? '']]),
	);
	expect(compareLink(link, body)).toEqual({
		shown: how === 'alike' || how === 'different' ? shown : {},
		different: how === 'different' ? shown : {},
		hidden: how === 'hidden' ? body : {},
	});
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
	const added = (link: object, body = {}, timeZone = 'UTC') =>
		addOtherFields(body, { id: 5, ...link }, timeZone);

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

	test.each([
		['2030-01-31 09:59:59', 'UTC', false],
		['2030-01-31 10:00:00', 'UTC', true],
		['2030-01-31 05:00:00', 'America/New_York', true],
		['2030-01-31T04:59:59.000', 'America/New_York', false],
		['2030-01-31 10:30:00', 'Europe/Berlin', false],
		['2030-01-31 11:00:00', 'Europe/Berlin', true],
		['2030-01-31', 'Europe/Berlin', true],
	])('the expiry %s with the time zone %s: %p', (expiry, timeZone, isSent) => {
		const { body, left } = added({ expiry }, {}, timeZone);
		expect(body).toEqual(isSent ? { expiry } : {});
		expect(left).toEqual(isSent ? undefined : { expiry });
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
	['not when the expiry is another one', { expiry: '2031-01-02 23:59:59' }, false],
	['as far as can be told: targeting is not compared', { geotarget: [] }, undefined],
])('a link shows the new values %s', (_, body: IDataObject, result) => {
	expect(hasNewValues(LINK, body)).toBe(result);
	const unclear = { ...LINK, expiry: '01.02.2031 12:30' };
	const isCompared = Object.keys(body).join() !== 'expiry';
	const dated = { ...body, expiry: '2031-02-01 12:30:00' };
	expect(hasNewValues(unclear, dated)).toBe(isCompared ? result : undefined);
});
