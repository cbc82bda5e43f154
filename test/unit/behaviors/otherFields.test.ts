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

describe('A link shows the new values', () => {
	const LINK = {
		shorturl: 'https://sho.rt/spring-sale',
		longurl: 'https://example.com/?utm_source=x&a=1',
		title: 'R&amp;D',
		description: 'New',
		expiry: '2031-01-01 00:00:00',
		location: { canada: 'https://example.com/ca' },
	};

	test.each<[string, IDataObject, boolean | undefined]>([
		['when they are equal', { description: 'New', metatitle: 'R&D' }, true],
		['not when one differs', { description: 'New', metatitle: 'R' }, false],
		['when the alias became a slug', { custom: 'Spring Sale' }, true],
		['not when the alias is another one', { custom: 'summer' }, false],
		[
			'when the service added parameters to the long URL',
			{ url: 'https://example.com/?a=1' },
			true,
		],
		['when it stripped the fragment', { url: 'https://example.com/?a=1#top' }, true],
		[
			'when it appended the parameters of the update',
			{ url: 'https://example.com/?a=1', parameters: [{ name: 'utm_source', value: 'x' }] },
			true,
		],
		['not when the long URL is another one', { url: 'https://example.com/?a=2' }, false],
		['when the expiry is equal', { expiry: '2031-01-01 00:00:00' }, true],
		['not when the expiry is another one', { expiry: '2031-01-02 00:00:00' }, false],
		['not when an expiry that was emptied is there', { expiry: '' }, false],
		['as far as can be told: targeting is not compared', { geotarget: [] }, undefined],
	])('%s', (_, body: IDataObject, result) => {
		expect(hasNewValues(LINK, body)).toBe(result);
	});

	test.each<[string, boolean | undefined]>([
		['2031-01-01T00:00:00Z', true],
		['2031-01-01', true],
		['1924992000', true],
		['1 January 2031', undefined],
	])('also when the expiry has the form %s', (expiry, result) => {
		expect(hasNewValues({ ...LINK, expiry }, { expiry: '2031-01-01 00:00:00' })).toBe(result);
	});

	test('also when the service shows its long URL with HTML escapes', () => {
		const longurl = 'https://example.com/?a=1&amp;b=2';
		expect(hasNewValues({ longurl }, { url: 'https://example.com/?a=1&b=2' })).toBe(true);
	});

	test('also when the expiry was emptied', () => {
		expect(hasNewValues({ ...LINK, expiry: null }, { expiry: '' })).toBe(true);
	});
});
