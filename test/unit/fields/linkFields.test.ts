/** The fields of a link that hold several values: what they send, and what they refuse. */
import { deeplink } from '../../../nodes/LinkManagement/resources/link/deeplink';
import { languagetarget, parameters } from '../../../nodes/LinkManagement/resources/link/targeting';
import { utmFields } from '../../../nodes/LinkManagement/resources/link/utm';
import { accepted } from '../../support/fields';

describe('Deep links', () => {
	const APP = 'https://apps.apple.com/x';
	const sent = (given: unknown) => accepted([deeplink], { deeplink: given as string }).body;

	test.each([{ apple: APP }, { links: { apple: APP, google: '' } }, `{ "apple": "${APP}" }`])(
		'from %j',
		(given) => {
			expect(sent(given)).toEqual({ deeplink: { apple: APP } });
		},
	);

	test.each([{ ios: APP }, { apple: APP, android: APP }, `{ "iOS": "${APP}" }`])(
		'%j names one that services do not have, which must not be lost',
		(given) => {
			expect(() => sent(given)).toThrow(
				/^Deep Links: "(ios|android|iOS)" is not one of the deep links \[item 3\]$/,
			);
		},
	);

	test('an empty one is left out, whatever its name', () => {
		expect(sent({ apple: APP, ios: '' })).toEqual({ deeplink: { apple: APP } });
	});
});

describe('Targeting and URL parameters', () => {
	test('a code that is far more often meant as a country is sent with a warning', () => {
		const rows = ['SE', 'br', 'sv', 'xx'].map((language) => ({ language, link: 'https://x.com' }));
		const { warnings } = accepted([languagetarget], { languagetarget: rows });
		expect(warnings.map(({ value, warning }) => `${value} ${warning.what}`)).toEqual([
			'"SE" is the code of a language here, not of a country',
			'"br" is the code of a language here, not of a country',
			'"xx" is a language that the service may not know',
		]);
	});

	test('a parameter may be called name, and may be there twice', () => {
		const sent = (given: unknown) =>
			accepted([parameters], { parameters: given as string }).body.parameters;
		expect(sent({ name: 'x' })).toEqual([{ name: 'name', value: 'x' }]);
		const twice = ['a', 'b'].map((value) => ({ name: 'tag', value }));
		expect(sent(twice)).toEqual(twice);
	});
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
});
