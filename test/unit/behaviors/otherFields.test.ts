/** Which fields of a link an update sends along, and whether a link that is read shows the new values. */
import type { IDataObject } from 'n8n-workflow';

import { hasNewValues } from '../../../nodes/LinkManagement/operations/links/compare';
import { addOtherFields } from '../../../nodes/LinkManagement/operations/links/otherFields';
import { useVirtualClock } from '../../support/virtual/clock';

useVirtualClock('2030-01-31T10:00:00Z');

describe('An update sends along', () => {
	const added = (link: object, body = {}) => addOtherFields(body, { id: 5, ...link });

	test('what the service shows, unless the update gives it', () => {
		const link = {
			longurl: 'https://example.com/?a=1&b=2',
			title: 'R&amp;D',
			description: 'Old',
			expiry: '2031-01-01 00:00:00',
			location: { canada: { all: 'https://example.com/ca' }, Brazil: 'https://example.com/br' },
			device: {},
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
			},
		});
		expect(added(link, { metatitle: 'R' }).body).toMatchObject({ description: 'Old' });
	});

	test('no zero date, which stands for none', () => {
		const expiry = '0000-00-00 00:00:00';
		expect(added({ expiry }, { description: 'New' })).toEqual({ body: { description: 'New' } });
	});

	test.each<[string, object, string, string]>([
		[
			'targeting that rows cannot express',
			{ location: { canada: { all: 'https://example.com/ca', quebec: 'https://example.com/qc' } } },
			'geotarget',
			'Geo Targeting (has rules for regions',
		],
		[
			'an expiry that has passed',
			{ expiry: '2029-12-31 00:00:00' },
			'expiry',
			'Expiry (2029-12-31',
		],
		[
			'a long URL that may be escaped',
			{ longurl: 'https://example.com/?a=1&amp;b=2' },
			'url',
			'Long URL (contains "&amp;"',
		],
	])('not %s, with a warning', (_, link, name, warning) => {
		const { body, warning: said } = added(link);
		expect(body).not.toHaveProperty(name);
		expect(said).toContain(warning);
		expect(added(link, { [name]: 'given' })).toEqual({ body: { [name]: 'given' } });
	});

	test('a long URL with "&" and "&amp;" as it is, because no service escapes half of it', () => {
		const longurl = 'https://example.com/?a=1&b=R&amp;D';
		expect(added({ longurl })).toEqual({ body: { url: longurl } });
	});

	test('an alias only if it is another one', () => {
		const link = { shorturl: 'https://sho.rt/spring' };
		expect(added(link, { custom: 'spring' })).toEqual({ body: {} });
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
	['when they are equal', { description: 'New', metatitle: 'R&D', expiry: LINK.expiry }, true],
	['not when one differs', { description: 'New', metatitle: 'R' }, false],
	['when the alias became a slug', { custom: 'Spring Sale' }, true],
	['not when the alias is another one', { custom: 'summer' }, false],
	['when the service added parameters to the long URL', { url: URL }, true],
	['when it appended the parameters of the update', { url: URL, parameters: UTM }, true],
	['not when the long URL is another one', { url: 'https://example.com/?a=2' }, false],
	['not when one of several differs', { url: URL, custom: 'summer', description: 'New' }, false],
	['not when an expiry that was emptied is there', { expiry: '' }, false],
	['as far as can be told: targeting is not compared', { geotarget: [] }, undefined],
])('a link shows the new values %s', (_, body: IDataObject, result) => {
	expect(hasNewValues(LINK, body)).toBe(result);
});

test('whether a link has an expiry in a form that cannot be compared is not known', () => {
	const link = { ...LINK, expiry: '1 January 2031' };
	expect(hasNewValues(link, { expiry: LINK.expiry })).toBeUndefined();
});
