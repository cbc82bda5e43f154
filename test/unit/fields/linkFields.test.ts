/** The fields of a link: what they send, what is worth a look, and what they refuse. */
import { findOperation } from '../../../nodes/LinkManagement/actions';
import {
	linkFields,
	longUrlField,
	utmFields,
} from '../../../nodes/LinkManagement/actions/link/fields';
import {
	deeplink,
	languagetarget,
	parameters,
} from '../../../nodes/LinkManagement/actions/link/targeting';
import { accepted } from '../../support/fields';

describe('Deep links', () => {
	const APP = 'https://apps.apple.com/x';
	const sent = (given: unknown) => accepted([deeplink], { deeplink: given as string }).body;

	test.each<[unknown, object]>([
		[{ links: { apple: APP, google: '' } }, { deeplink: { apple: APP } }],
		[`{ "apple": "${APP}" }`, { deeplink: { apple: APP } }],
		[{ auto: 'yes', apple: '' }, { deeplink: { auto: true } }],
		[{ google: 'x.io', auto: false }, { deeplink: { google: 'https://x.io', auto: false } }],
		[{ links: { auto: false } }, {}],
		['', {}],
	])('%j is sent as %j', (given, body) => {
		expect(sent(given)).toEqual(body);
	});

	test.each([
		[['x', 'y'], 'Deep Links: "["x","y"]" is not a set of fields [item 3]'],
		[{ apple: 'TBD' }, 'Deep Links, App Store: '],
		// What services do not have would be lost
		[{ apple: APP, android: APP }, 'Deep Links: "android" is not one of the deep links [item 3]'],
		[{ apple: APP, iOS: APP }, 'Deep Links: "iOS" is not one of the deep links [item 3]'],
	])('%j is refused', (given, message) => {
		expect(() => sent(given)).toThrow(message);
	});

	test('a URL alone is refused, and the advice shows the form', () => {
		const description = expect.stringContaining('Write it as { "apple": "https://') as string;
		expect(() => sent(APP)).toThrow(expect.objectContaining({ description }) as Error);
	});
});

test('a code that is far more often meant as a country is sent with a warning', () => {
	const meant = ['SE', 'br', 'ch', 'ee', 'kr', 'lb', 'tn'];
	const rows = [...meant, 'sv', 'xx'].map((language) => ({ language, link: 'https://x.com' }));
	const { warnings } = accepted([languagetarget], { languagetarget: rows });
	expect(warnings.map(({ value, warning }) => `${value} ${warning.what}`)).toEqual([
		...meant.map((code) => `"${code}" is the code of a language here, not of a country`),
		'"xx" is a language that the service may not know',
	]);
});

test('only the name of a target may be chosen from a list', () => {
	const chosen = (value: string) => ({ mode: 'list', value });
	const sent = (row: object) => accepted([languagetarget], { languagetarget: [row] as never }).body;
	const target = { language: 'fr', link: 'https://x.com' };
	expect(sent({ ...target, language: chosen('fr') })).toEqual({ languagetarget: [target] });
	expect(() => sent({ ...target, link: chosen('https://x.com') })).toThrow('is not text');
	const rows = [{ name: 'x', value: chosen('y') }];
	expect(() => accepted([parameters], { parameters: rows as never })).toThrow('is not text');
});

test('a URL parameter may be called name, and may be there twice', () => {
	const sent = (given: unknown) =>
		accepted([parameters], { parameters: given as string }).body.parameters;
	expect(sent({ name: 'x' })).toEqual([{ name: 'name', value: 'x' }]);
	const twice = ['a', 'b'].map((value) => ({ name: 'tag', value }));
	expect(sent(twice)).toEqual(twice);
});

describe('A UTM field', () => {
	const source = utmFields.find(({ name }) => name === 'utm_source')!;
	const rows = (value: unknown) => [{ name: ' utm_source ', value } as { name: string }];
	const sent = (value: unknown) =>
		accepted([source, parameters], { parameters: rows(value), utm_source: ' news\n' }).body;

	test('may stand beside a URL parameter with the same value', () => {
		for (const value of ['news', ' news\r\n'])
			expect(sent(value)).toEqual({ parameters: [{ name: 'utm_source', value: 'news' }] });
	});

	test('with another value is refused', () => {
		expect(() => sent('letter')).toThrow(
			'UTM Source: URL Parameters has utm_source with another value, "letter" [item 3]',
		);
	});

	test.each([
		['https://x.com/?utm_source=old&a=%20b#c', 'https://x.com/?a=%20b#c', true],
		['https://x.com/?utm_source=news', 'https://x.com/?utm_source=news', false],
		['https://x.com/#?utm_source=old', 'https://x.com/#?utm_source=old', false],
		['https://x.com/?utm%5Fsource=old&a%5F=1#c', 'https://x.com/?a%5F=1#c', true],
		['https://x.com/?utm_source=old#c', 'https://x.com/#c', true],
	])('wins over another value in the long URL %s', (url, sent, isSaid) => {
		const { body, warnings } = accepted([longUrlField(false), source], { url, utm_source: 'news' });
		expect(body).toEqual({ url: sent, parameters: [{ name: 'utm_source', value: 'news' }] });
		expect(warnings.map(({ value, warning }) => `${value} ${warning.what}`)).toEqual(
			isSaid ? ['"news" replaces another value of this parameter in the long URL'] : [],
		);
	});
});

describe('An expiry', () => {
	const expiry = linkFields.find(({ name }) => name === 'expiry')!;
	const sent = (value: unknown) => accepted([expiry], { expiry: value as string });

	test('that has passed by the clock of the service is sent with a warning', () => {
		const inBerlin = (ms: number) =>
			new Date(ms).toLocaleString('sv', { timeZone: 'Europe/Berlin' });
		const [passed, ahead] = [-3_600_000, 3_600_000].map((ms) => sent(inBerlin(Date.now() + ms)));
		expect(passed!.warnings).toMatchObject([{ warning: { isAboutNewRecords: true } }]);
		expect(ahead!.warnings).toEqual([]);
		const warningsOf = (value: string) =>
			sent(value).warnings.map((one) => one.warning.sentence([one.value]));
		expect(warningsOf('2020-01-01')).toEqual(['1 expiry is in the past: "2020-01-01".']);
		expect(sent(new Date(Date.now() + 60_000)).warnings).toEqual([]);
	});

	test('of zeros, as databases store none, is none', () => {
		expect(sent('0000-00-00 00:00:00').body).toEqual({});
	});
});

test('Match On: Short URL takes one without its scheme, and an alias leads to Match On', () => {
	const { fields } = findOperation('link', 'upsert')!;
	const row = (shorturl: string) =>
		accepted(fields, {
			matchOn: 'shorturl',
			columns: { mappingMode: 'defineBelow', value: { shorturl, metatitle: 'x' } },
		});
	expect(row('sho.rt/x')).toMatchObject({ unsent: { shorturl: 'https://sho.rt/x' }, warnings: [] });
	const description = expect.stringContaining('To match on aliases, change Match On.') as string;
	expect(() => row('x')).toThrow(expect.objectContaining({ description }) as Error);
});
