/**
 * What each field of Create Link and Create QR Code becomes in the request body, in every form in which users enter
 * it.
 */
import { describe, expect, test } from '@jest/globals';

import type { Json } from '../support/engine';
import { setUpTestbed } from '../support/engine/testbed';
import { byId } from '../support/operationCases';

const testbed = setUpTestbed();

const ZONE = 'Europe/Berlin';
const LONG = 'https://example.com/landing';

/** The one body that both entry points send for these parameters. */
async function bodyOf(parameters: Json, json: Json = {}): Promise<unknown> {
	const { reply, sent } = await testbed.bothEntryPoints({
		parameters,
		items: [json],
		timezone: ZONE,
	});
	expect(reply.error).toBeUndefined();
	expect(sent).toHaveLength(1);
	return sent[0]?.body;
}

/** What additional fields of a link become in the body. */
async function linkBody(additionalFields: Json, json: Json = {}): Promise<unknown> {
	const body = await bodyOf(
		{ resource: 'link', operation: 'create', url: LONG, additionalFields },
		json,
	);
	const { url, ...rest } = body as Json;
	expect(url).toBe(LONG);
	return rest;
}

type Row = [name: string, fields: Json, body: Json, item?: Json];

const TEXTS: Json = {
	custom: 'spring',
	password: 'open sesame',
	metatitle: 'Title',
	metadescription: 'What it is',
	metaimage: 'https://example.com/a.png',
	description: 'A note',
	status: 'public',
};

const PLAIN: Row[] = [
	['texts', TEXTS, TEXTS],
	['a number as text', { custom: '={{ 2030 }}' }, { custom: '2030' }],
	[
		'a mapped column',
		{ custom: '={{ $json.alias }}' },
		{ custom: 'from-item' },
		{ alias: 'from-item' },
	],
	[
		'domain from the list',
		{ domain: { __rl: true, mode: 'list', value: 'https://go.example.com' } },
		{ domain: 'https://go.example.com' },
	],
	['channel by ID', { channel: byId(3) }, { channel: 3 }],
	['campaign from the list', { campaign: { __rl: true, mode: 'list', value: 2 } }, { campaign: 2 }],
	['campaign by expression', { campaign: byId('={{ $json.id }}') }, { campaign: 3 }, { id: '3' }],
	['pixels as text', { pixels: '1, 2, 3' }, { pixels: [1, 2, 3] }],
	['pixels as an array', { pixels: '={{ [1, 2, 3] }}' }, { pixels: [1, 2, 3] }],
	['one pixel', { pixels: '={{ 9 }}' }, { pixels: [9] }],
];

const TYPES: Row[] = ['direct', 'frame', 'splash'].map((type) => [
	`type ${type}`,
	{ type: { __rl: true, mode: 'list', value: type } },
	{ type },
]);

const TARGETING: Row[] = [
	[
		'places',
		{
			geotarget: {
				rows: [
					{ location: 'Canada', link: 'https://example.com/ca' },
					{ location: 'Japan', link: 'https://example.com/jp' },
				],
			},
		},
		{
			geotarget: [
				{ location: 'Canada', link: 'https://example.com/ca' },
				{ location: 'Japan', link: 'https://example.com/jp' },
			],
		},
	],
	[
		'devices',
		{ devicetarget: { rows: [{ device: 'iPhone', link: 'https://example.com/ios' }] } },
		{ devicetarget: [{ device: 'iPhone', link: 'https://example.com/ios' }] },
	],
	[
		'languages, mapped',
		{ languagetarget: { rows: [{ language: '={{ $json.lang }}', link: '={{ $json.to }}' }] } },
		{ languagetarget: [{ language: 'en', link: 'https://example.com/en' }] },
		{ lang: 'en', to: 'https://example.com/en' },
	],
	[
		'parameters',
		{ parameters: { rows: [{ name: 'utm_source', value: 'mail' }] } },
		{ parameters: [{ name: 'utm_source', value: 'mail' }] },
	],
	[
		'deep links',
		{
			deeplink: {
				links: {
					apple: 'https://apps.apple.com/app/1',
					google: 'https://play.google.com/a',
					auto: false,
				},
			},
		},
		{
			deeplink: {
				apple: 'https://apps.apple.com/app/1',
				google: 'https://play.google.com/a',
				auto: false,
			},
		},
	],
	[
		'automatic deep links',
		{ deeplink: { links: { apple: '', google: '', auto: true } } },
		{ deeplink: { auto: true } },
	],
];

const EXPIRY: Row[] = [
	[
		'expiry as the picker gives it',
		{ expiry: '2030-01-02T03:04:05' },
		{ expiry: '2030-01-02 03:04:05' },
	],
	[
		'expiry in another zone',
		{ expiry: '2030-01-02T03:04:05.000Z' },
		{ expiry: '2030-01-02 04:04:05' },
	],
	[
		'expiry with an offset',
		{ expiry: '2030-07-02T03:04:05-05:00' },
		{ expiry: '2030-07-02 10:04:05' },
	],
	[
		'expiry as the service writes it',
		{ expiry: '2030-01-02 03:04:05' },
		{ expiry: '2030-01-02 03:04:05' },
	],
	[
		'expiry as a DateTime',
		{ expiry: "={{ DateTime.fromISO('2030-01-02T03:04:05Z') }}" },
		{ expiry: '2030-01-02 04:04:05' },
	],
	[
		'expiry as a date',
		{ expiry: "={{ new Date('2030-07-02T03:04:05Z') }}" },
		{ expiry: '2030-07-02 05:04:05' },
	],
	['expiry without a time', { expiry: '2030-01-02' }, { expiry: '2030-01-02 00:00:00' }],
];

const EMPTY: Row[] = [
	[
		'empty texts, rows and dates are left out',
		{
			custom: '',
			password: '  ',
			expiry: '',
			pixels: '',
			geotarget: {},
			devicetarget: { rows: [] },
			parameters: { rows: [] },
			deeplink: {},
		},
		{},
	],
	['an empty locator is left out', { campaign: byId(''), channel: byId('') }, {}],
	[
		'a column without a value is left out',
		{ custom: '={{ $json.none }}', metatitle: '={{ $json.none }}' },
		{},
	],
];

describe('The body of Create short link', () => {
	test.each([...PLAIN, ...TYPES, ...TARGETING, ...EXPIRY, ...EMPTY])(
		'%s',
		async (...[, fields, body, item]: Row) => {
			expect(await linkBody(fields, item)).toEqual(body);
		},
	);

	test.each([
		['splash page', 1],
		['overlay', 2],
	])('type by ID of a %s', async (_, id) => {
		expect(await linkBody({ type: byId(id) })).toEqual({ type: String(id) });
	});

	test('the long URL is sent as given, without white space around it', async () => {
		const odd = 'https://example.com/päth?a=b&c=%20#frag';
		expect(await bodyOf({ resource: 'link', operation: 'create', url: ` ${odd} ` })).toEqual({
			url: odd,
		});
	});
});

const COLOURS = { background: '#ffffff', foreground: 'rgb(0, 64,255)' };

const QR: Row[] = [
	['text', { type: 'text', data: 'Hello' }, { type: 'text', data: 'Hello' }],
	['link', { type: 'link', data: LONG }, { type: 'link', data: LONG }],
	['phone', { type: 'phone', data: '+1 555 0100' }, { type: 'phone', data: '+1 555 0100' }],
	[
		'vcard',
		{
			type: 'vcard',
			vcard: { fname: 'Ada', lname: 'Lovelace', phone: '', email: 'ada@example.com' },
		},
		{ type: 'vcard', data: { fname: 'Ada', lname: 'Lovelace', email: 'ada@example.com' } },
	],
	[
		'email',
		{ type: 'email', email: { email: 'ada@example.com', subject: 'Hi', body: 'There' } },
		{ type: 'email', data: { email: 'ada@example.com', subject: 'Hi', body: 'There' } },
	],
	[
		'sms',
		{ type: 'sms', sms: { phone: '+15550100', message: 'Hi' } },
		{ type: 'sms', data: { phone: '+15550100', message: 'Hi' } },
	],
	[
		'wifi',
		{ type: 'wifi', wifi: { ssid: 'Guests', pass: 'welcome!', encryption: 'wpa' } },
		{ type: 'wifi', data: { ssid: 'Guests', pass: 'welcome!', encryption: 'wpa' } },
	],
	[
		'colours in either form',
		{ type: 'text', data: 'x', additionalFields: COLOURS },
		{ type: 'text', data: 'x', background: 'rgb(255,255,255)', foreground: 'rgb(0,64,255)' },
	],
	[
		'logo and name',
		{
			type: 'text',
			data: 'x',
			additionalFields: { logo: 'https://example.com/logo.png', name: 'Poster' },
		},
		{ type: 'text', data: 'x', logo: 'https://example.com/logo.png', name: 'Poster' },
	],
];

describe('The body of Create QR code', () => {
	test.each(QR)('%s', async (_, parameters, body) => {
		expect(await bodyOf({ resource: 'qrCode', operation: 'create', ...parameters })).toEqual(body);
	});

	test.each([
		['as text', '{ "ssid": "Cafe", "pass": "beans" }'],
		['as an object', '={{ { ssid: "Cafe", pass: "beans" } }}'],
	])('data as JSON %s', async (_, dataJson) => {
		const parameters = { resource: 'qrCode', operation: 'create', type: 'wifi', dataJson };
		expect(await bodyOf(parameters)).toEqual({
			type: 'wifi',
			data: { ssid: 'Cafe', pass: 'beans' },
		});
	});
});
