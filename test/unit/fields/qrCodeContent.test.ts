/** Content of QR codes as tables hold it: networks and phone numbers that phones can use. */
import type { IDataObject, INode } from 'n8n-workflow';

import { findOperation } from '../../../nodes/LinkManagement/actions';
import {
	completeContent,
	CONTENT,
} from '../../../nodes/LinkManagement/actions/qrCode/contentTypes';
import type { InputWarning } from '../../../nodes/LinkManagement/errors';
import { accepted } from '../../support/fields';

const place = { label: 'Field', node: { name: 'Node', parameters: {} } as INode, item: 3 };
const conversion = (type: string, column: string) =>
	CONTENT[type]!.find(({ name }) => name === column)!.convert!;

test.each([
	['wpa', ['WPA', 'WPA/WPA2', 'WPA2', 'wpa3-personal', 'WPA2-PSK', 'SAE', 'psk']],
	['wep', [' Wep']],
	[
		'nopass',
		[
			...['None', 'nopass', 'Open', 'No password', 'Offen', 'Kein Passwort', 'keine', 'ohne'],
			...['unverschlüsselt', '-', '–', 'unencrypted', 'no pass', 'kein', 'keines', 'ohne Passwort'],
		],
	],
])('the encryption %s has these words: %j', (sent, words) => {
	const encryption = conversion('wifi', 'encryption');
	expect(words.map((word) => encryption(word, place))).toEqual(words.map(() => sent));
});

test.each([
	[{ pass: 'f'.repeat(64) }, 'wpa'],
	[{ pass: 'x', encryption: 'wep' }, 'wep'],
	[{ encryption: 'wpa' }, 'nopass'],
	[{}, 'nopass'],
])('the network %j is sent with the encryption %s', (given, encryption) => {
	const network = { ssid: 'Guests', ...given };
	expect(completeContent('wifi', network, place)).toEqual({ ...network, encryption });
});

test('an encryption without a password gets a warning where an expression gives no password', () => {
	const warningsFor = (encryption: string, pass: string) => {
		const field = { ...place, node: { ...place.node, parameters: { pass } }, warnings: [] };
		completeContent('wifi', { ssid: 'Guests', encryption }, field);
		return field.warnings;
	};
	expect(warningsFor('wpa', '={{ $json.pw }}')).toMatchObject([
		{ label: 'Encryption', value: '"wpa"' },
	]);
	expect([warningsFor('nopass', '={{ $json.pw }}'), warningsFor('wpa', '')]).toEqual([[], []]);
});

const NO_PASSWORD =
	'Password: it has fewer than 8 or more than 63 characters, and no WPA network has such a password [item 3]';
test.each([
	[
		{ pass: 'x', encryption: 'nopass' },
		'Encryption: a network with a password needs an encryption [item 3]',
	],
	[{ pass: 'short' }, NO_PASSWORD],
	[{ pass: `${'f'.repeat(63)}g` }, NO_PASSWORD],
	[{ pass: 'f'.repeat(65) }, NO_PASSWORD],
])('the network %j is refused', (given, problem) => {
	expect(() => completeContent('wifi', { ssid: 'Guests', ...given }, place)).toThrow(problem);
});

test('two lines of a cell are two phone numbers', () => {
	const phone = conversion('phone', 'data');
	const lines = '0711 1234567\n0171 7654321';
	expect(() => phone(lines, place)).toThrow('holds several phone numbers');
});

test('the name of a network has at most 32 bytes', () => {
	const name = conversion('wifi', 'ssid');
	expect(name('ü'.repeat(16), place)).toBe('ü'.repeat(16));
	for (const long of ['ü'.repeat(17), 'x'.repeat(33)])
		expect(() => name(long, place)).toThrow('is longer than the name of a network can be');
});

test.each([
	['email', 'email', 'MAILTO: name@example.com ?subject=Hi\n', 'name@example.com'],
	['email', 'email', 'xmailto:name@example.com', 'xmailto:name@example.com'],
	['vcard', 'email', ' name@example.com ', 'name@example.com'],
	['wifi', 'encryption', ' ', undefined],
	['wifi', 'pass', 'n/a', undefined],
	['wifi', 'pass', ' no password ', ' no password '],
	['vcard', 'site', 'example.com', 'https://example.com'],
	['vcard', 'phone', 'n/a', undefined],
	['vcard', 'email', 'n/a', undefined],
	['vcard', 'site', 'n/a', undefined],
] as const)('%s: the %s %j is sent as %j', (type, column, given, sent) => {
	expect(conversion(type, column)(given, place)).toBe(sent);
});

test.each([
	['link', 'data'],
	['vcard', 'site'],
])('%s: a %s that ends in undefined is sent with a warning', (type, column) => {
	const warnings: InputWarning[] = [];
	const url = 'https://example.com/p/undefined';
	expect(conversion(type, column)(url, { ...place, warnings })).toBe(url);
	expect(warnings[0]!.warning.what).toBe('ends as if a value of the expression were missing');
});

test.each([
	['', undefined],
	[' +1 555 0100 ', '+1 555 0100'],
	["'+49 711 123456", '+49 711 123456'],
	['’0711 123456', '0711 123456'],
	['+49 (0)711 123456', '+49 711 123456'],
	['0049(0) 711 123456', '0049711 123456'],
	['+39 (0)6 1234567', '+39 (0)6 1234567'],
	['+378 (0)549 882345', '+378 (0)549 882345'],
	['+39-(0)6-1234567', '+39-(0)6-1234567'],
	['+1 555 0100,,42', '+1 555 0100,,42'],
	['0711/1234567', '0711/1234567'],
	['0711 ’123', '0711 ’123'],
	[491711000000, '491711000000'],
	['tel: +15550100 x42', '+15550100,42'],
	['+1 555 0100 Extension 1234567890', '+1 555 0100,1234567890'],
	['tel:+15550100', '+15550100'],
	['+1 555 0100ext42', '+1 555 0100,42'],
	['+(0)711 123456', '+(0)711 123456'],
	['0039(0)6 1234567', '0039(0)6 1234567'],
	['0711 0039(0)6 1234567', '0711 00396 1234567'],
	['+339 (0)6 1234567', '+339 6 1234567'],
	['+1 555, 123 4567', '+1 555, 123 4567'],
	['1234567,123456', '1234567,123456'],
])('the phone number %j is sent as %j', (given, sent) => {
	for (const [type, column] of [
		['phone', 'data'],
		['sms', 'phone'],
		['vcard', 'phone'],
	] as const)
		expect(conversion(type, column)(given, place)).toBe(sent);
});

test.each([
	...['secret', 'xwpa', 'pskx', 'xwep', 'wepx', 'xnone', 'openx'].map((word) => [
		...['wifi', 'encryption', word, 'is no encryption that phones know'],
	]),
	...['4.91711E+11', '+1 555 0100 x12345678901', '+1 555 x42 0100', '+1 tel:5550100'].map(
		(text) => [...['phone', 'data', text, 'is not a phone number']],
	),
	['phone', 'data', '1-800-FLOWERS', 'is not a phone number'],
	['phone', 'data', '-', 'is not a phone number'],
	['phone', 'data', '1234567;1234568', 'holds several phone numbers'],
	['sms', 'phone', '0711 1234567 / 0171 7654321', 'holds several phone numbers'],
	['vcard', 'phone', '+497111234567,+497111234568', 'holds several phone numbers'],
	['phone', 'data', '0711 1234567 | 0171 7654321', 'holds several phone numbers'],
	...['@example.com', 'a@b@example.com', 'a@example.com b', 'to mailto:a@example.com'].map(
		(text) => [...['email', 'email', text, 'is not an email address']],
	),
	['email', 'email', 'info(at)example.com', 'is not an email address'],
	['vcard', 'email', 'name@', 'is not an email address'],
	['vcard', 'site', 'TBD', 'is not a complete URL'],
])('%s: the %s %j is refused', (type, column, given, problem) => {
	expect(() => conversion(type!, column!)(given, place)).toThrow(
		`Field: "${given}" ${problem} [item 3]`,
	);
});

const SAME_COLOR = 'Foreground Color: it is the color of the background, too [item 3]';

test.each(['create', 'createOrGet', 'update'])('the colors of qrCode.%s differ', (operation) => {
	const { fields, option } = findOperation('qrCode', operation)!;
	const colors = operation === 'update' ? 'updateFields' : 'additionalFields';
	const sent = (given: IDataObject) => {
		const code = { name: 'Door', type: 'text', data: 'Hello', qrCodeId: 7 };
		return accepted(fields, { ...code, [colors]: given }, {}, option.routing.request).body;
	};
	const white = 'rgb(255,255,255)';
	expect(sent({ foreground: '#000', background: white })).toMatchObject({
		foreground: 'rgb(0,0,0)',
	});
	expect(sent({ foreground: '#fff' })).toMatchObject({ foreground: white });
	expect(() => sent({ foreground: '#FFF', background: 'rgb(255, 255, 255)' })).toThrow(SAME_COLOR);
});

test('the colors of a code that is added to a link differ, too', () => {
	const { fields } = findOperation('link', 'create')!;
	const given = { qrCodeFields: { foreground: '#fff', background: '#ffffff' } };
	const saved = { addQrCode: true, url: 'https://example.com' };
	expect(() => accepted(fields, { ...saved, ...given }, saved)).toThrow(SAME_COLOR);
});

describe('The content of a code', () => {
	const { fields, option } = findOperation('qrCode', 'create')!;
	const body = (given: IDataObject, saved: IDataObject = {}) =>
		accepted(fields, given, saved, option.routing.request).body;
	const text = { type: 'text', data: 'Hello' };
	const json = (dataJson: unknown) => ({ ...text, additionalFields: { dataJson } });
	const contact = { phone: '+15550100', email: 'beside@example.com' };

	test.each<[given: IDataObject, content: unknown]>([
		[{ type: 'text', data: ' Hello ' }, ' Hello '],
		[{ type: 'vcard', ...contact }, contact],
		[{ type: 'email', email: 'a@example.com' }, { email: 'a@example.com' }],
		[json('{"a":1}'), { a: 1 }],
		[json('"Text"'), 'Text'],
	])('%j is sent as %j, also where the type is an expression', (given, content) => {
		for (const saved of [{}, { type: '={{ $json.type }}' }])
			expect(body(given, saved).data).toEqual(content);
	});

	test.each<[given: IDataObject, problem: string]>([
		[{ type: 'vcard' }, 'Contact (vCard): a value is required [item 3]'],
		[{ type: 'email', subject: 'x' }, 'To: a value is required [item 3]'],
		[{ type: 'text' }, 'Text: a value is required [item 3]'],
		[json('5'), 'Content as JSON: the value is neither text nor a set of fields [item 3]'],
		[{ type: 'poster', ...contact }, 'Type: '],
	])('%j is refused: %s', (given, problem) => {
		for (const saved of [{}, { type: '={{ $json.type }}' }])
			expect(() => body(given, saved)).toThrow(problem);
	});

	// A chosen type hides its fields beside the JSON, and an expression shows them
	test.each(['{}', 'null'])('the JSON %s is no content', (dataJson) => {
		expect(() => body(json(dataJson))).toThrow('Text: a value is required [item 3]');
		expect(body(json(dataJson), { type: '={{ $json.type }}' }).data).toBe('Hello');
	});
});
