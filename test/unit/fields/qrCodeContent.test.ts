/** Content of QR codes as tables hold it: networks and phone numbers that phones can use. */
import type { INode } from 'n8n-workflow';

import {
	completeContent,
	CONTENT,
} from '../../../nodes/LinkManagement/resources/qrCode/contentTypes';

const place = { label: 'Field', node: { name: 'Node', parameters: {} } as INode, item: 3 };
const conversion = (type: string, column: string) =>
	CONTENT[type]!.find(({ name }) => name === column)!.convert!;

test.each([
	['wpa', ['WPA/WPA2', 'WPA2', 'wpa3-personal', 'WPA2-PSK', 'SAE', 'psk']],
	['wep', [' Wep']],
	[
		'nopass',
		[
			...['None', 'nopass', 'Open', 'No password', 'Offen', 'Kein Passwort', 'keine', 'ohne'],
			...['unverschlüsselt', '-', '–'],
		],
	],
])('the encryption %s has these words: %j', (sent, words) => {
	const encryption = conversion('wifi', 'encryption');
	expect(words.map((word) => encryption(word, place))).toEqual(words.map(() => sent));
});

test.each([
	[{ pass: 'x' }, { pass: 'x', encryption: 'wpa' }],
	[
		{ pass: 'x', encryption: 'wep' },
		{ pass: 'x', encryption: 'wep' },
	],
	[{ encryption: 'wpa' }, { encryption: 'nopass' }],
	[{}, { encryption: 'nopass' }],
])('the network %j is sent as %j', (given, sent) => {
	expect(completeContent('wifi', { ssid: 'Guests', ...given }, place)).toEqual({
		ssid: 'Guests',
		...sent,
	});
});

test('an encryption without a password gets a warning where an expression gives no password', () => {
	const warningsFor = (encryption: string, pass: string) => {
		const field = { ...place, node: { ...place.node, parameters: { pass } }, warnings: [] };
		completeContent('wifi', { ssid: 'Guests', encryption }, field);
		return field.warnings;
	};
	expect(warningsFor('wpa', '={{ $json.pw }}')).toMatchObject([{ value: '"wpa"' }]);
	expect([warningsFor('nopass', '={{ $json.pw }}'), warningsFor('wpa', '')]).toEqual([[], []]);
});

test('a password without an encryption is refused', () => {
	const open = { ssid: 'Guests', pass: 'x', encryption: 'nopass' };
	expect(() => completeContent('wifi', open, place)).toThrow(
		'Encryption: a network with a password needs an encryption [item 3]',
	);
});

test.each([
	['', undefined],
	[' +1 555 0100 ', '+1 555 0100'],
	[491711000000, '491711000000'],
	['tel:+15550100', '+15550100'],
	['+1 555 0100 ext. 42', '+1 555 0100,42'],
	['(0711) 12-34/5', '(0711) 12-34/5'],
])('the phone number %j is sent as %j', (given, sent) => {
	for (const [type, column] of [
		['phone', 'data'],
		['sms', 'phone'],
		['vcard', 'phone'],
	] as const)
		expect(conversion(type, column)(given, place)).toBe(sent);
});

test.each([
	['wifi', 'encryption', 'secret', 'is no encryption that phones know'],
	['phone', 'data', '4.91711E+11', 'is a number that a spreadsheet has shortened'],
	['phone', 'data', '1-800-FLOWERS', 'is not a phone number'],
])('%s: the %s %j is refused', (type, column, given, problem) => {
	expect(() => conversion(type, column)(given, place)).toThrow(
		`Field: "${given}" ${problem} [item 3]`,
	);
});
