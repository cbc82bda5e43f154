/**
 * What each field of Create Link and Create QR Code becomes in the request body, in every form in which users enter
 * it.
 */
import { describe, expect, test } from '@jest/globals';
import { type INode, type INodeParameters, NodeHelpers } from 'n8n-workflow';

import { LinkManagement } from '../../../nodes/LinkManagement/LinkManagement.node';
import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';
import { byId } from '../../support/operationCases';

const testbed = setUpTestbed();

const ZONE = 'Europe/Berlin';
const LONG = 'https://example.com/landing';

/** The one body that both entry points send for these parameters. */
async function bodyOf(parameters: Json, json: Json = {}): Promise<unknown> {
	const { reply, sent } = await testbed.bothEntryPoints({
		parameters,
		items: [json],
		credentials: { timeZone: ZONE },
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
		{ devicetarget: [{ device: 'iphone', link: 'https://example.com/ios' }] },
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
		'parameters and targets whose value is empty are left out',
		{
			parameters: {
				rows: [
					{ name: 'ref', value: '={{ $json.none }}' },
					{ name: 'lang', value: 'en' },
				],
			},
			devicetarget: { rows: [{ device: 'ipad', link: '' }] },
		},
		{ parameters: [{ name: 'lang', value: 'en' }] },
	],
	[
		'UTM fields beside the rows of URL Parameters',
		{
			utm_term: '',
			utm_source: ' newsletter ',
			utm_campaign: '={{ $json.campaign }}',
			parameters: {
				rows: [
					{ name: 'utm_source', value: 'newsletter' },
					{ name: 'ref', value: '1' },
				],
			},
		},
		{
			parameters: [
				{ name: 'utm_source', value: 'newsletter' },
				{ name: 'ref', value: '1' },
				{ name: 'utm_campaign', value: 'spring' },
			],
		},
		{ campaign: 'spring' },
	],
	[
		'UTM fields without rows',
		{ utm_medium: 'email', utm_content: 'top' },
		{
			parameters: [
				{ name: 'utm_content', value: 'top' },
				{ name: 'utm_medium', value: 'email' },
			],
		},
	],
	['UTM fields that are empty', { utm_source: '', utm_medium: '={{ $json.none }}' }, {}],
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
	['expiry as a table has it', { expiry: '30.04.2030' }, { expiry: '2030-04-30 23:59:59' }],
	['expiry as a date number', { expiry: '={{ 47603.75 }}' }, { expiry: '2030-04-30 18:00:00' }],
	['expiry without a time', { expiry: '2030-01-02' }, { expiry: '2030-01-02 23:59:59' }],
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

	test('Date Format decides a date with two meanings', async () => {
		const expiry = async (dateFormat: string) =>
			await bodyOf({
				...{ resource: 'link', operation: 'create', url: LONG },
				additionalFields: { expiry: '5/6/2030' },
				options: { dateFormat },
			});
		expect(await expiry('dayFirst')).toEqual({ url: LONG, expiry: '2030-06-05 23:59:59' });
		expect(await expiry('monthFirst')).toEqual({ url: LONG, expiry: '2030-05-06 23:59:59' });
	});

	test('the long URL is sent as given, without white space around it', async () => {
		const odd = 'https://example.com/päth?a=b&c=%20#frag';
		expect(await bodyOf({ resource: 'link', operation: 'create', url: ` ${odd} ` })).toEqual({
			url: odd,
		});
	});
});

const COLORS = { background: '#ffffff', foreground: 'rgb(0, 64,255)' };

/** Parameters, additional fields, and the body that they become. */
type QrRow = [name: string, parameters: Json, fields: Json, body: Json];

const CONTACT = { fname: 'Ada', lname: 'Lovelace', email: 'ada@example.com' };
const MAIL = { email: 'ada@example.com', subject: 'Hi', body: 'There' };

const QR: QrRow[] = [
	['text', { type: 'text', data: 'Hello' }, {}, { type: 'text', data: 'Hello' }],
	['link', { type: 'link', data: LONG }, {}, { type: 'link', data: LONG }],
	['phone', { type: 'phone', data: ' +1 555 0100 ' }, {}, { type: 'phone', data: '+1 555 0100' }],
	['vcard', { type: 'vcard', ...CONTACT, phone: '' }, {}, { type: 'vcard', data: CONTACT }],
	['email', { type: 'email', ...MAIL }, {}, { type: 'email', data: MAIL }],
	[
		'email without a subject',
		{ type: 'email', email: 'ada@example.com' },
		{},
		{ type: 'email', data: { email: 'ada@example.com' } },
	],
	[
		'sms',
		{ type: 'sms', phone: '+15550100', message: 'Hi' },
		{},
		{ type: 'sms', data: { phone: '+15550100', message: 'Hi' } },
	],
	[
		'wifi',
		{ type: 'wifi', ssid: 'Guests', pass: ' welcome! ', encryption: 'wep' },
		{},
		{ type: 'wifi', data: { ssid: 'Guests', pass: ' welcome! ', encryption: 'wep' } },
	],
	[
		'wifi without a password',
		{ type: 'wifi', ssid: 'Guests' },
		{},
		{ type: 'wifi', data: { ssid: 'Guests', encryption: 'nopass' } },
	],
	[
		'colors in either form',
		{ type: 'text', data: 'x' },
		COLORS,
		{ type: 'text', data: 'x', background: 'rgb(255,255,255)', foreground: 'rgb(0,64,255)' },
	],
	[
		'logo and name',
		{ type: 'text', data: 'x' },
		{ logo: 'https://example.com/logo.png', name: 'Poster' },
		{ type: 'text', data: 'x', logo: 'https://example.com/logo.png', name: 'Poster' },
	],
	[
		'content as JSON text, in place of the required field',
		{ type: 'wifi' },
		{ dataJson: '{ "ssid": "Cafe", "pass": "beans" }' },
		{ type: 'wifi', data: { ssid: 'Cafe', pass: 'beans' } },
	],
	[
		'content as a JSON object',
		{ type: 'wifi' },
		{ dataJson: '={{ { ssid: "Cafe", pass: "beans" } }}' },
		{ type: 'wifi', data: { ssid: 'Cafe', pass: 'beans' } },
	],
	[
		'a JSON field that was added and left alone',
		{ type: 'text', data: 'Hello' },
		{ dataJson: '' },
		{ type: 'text', data: 'Hello' },
	],
];

const CREATE = { resource: 'qrCode', operation: 'create' };
const UPDATE = { resource: 'qrCode', operation: 'update', qrCodeId: byId(1) };

/** The parameters of a creation, at which the name stands beside the collection. */
const creating = (parameters: Json, { name, ...additionalFields }: Json): Json => ({
	...CREATE,
	...parameters,
	...(name !== undefined && { name }),
	additionalFields,
});

const { description } = new LinkManagement();

/** The parameters as the editor saves them: only what is displayed and differs from its default. */
const asSaved = (parameters: Json): Json =>
	NodeHelpers.getNodeParameters(
		description.properties,
		parameters as INodeParameters,
		false,
		false,
		{ typeVersion: 1 },
		description,
	) as Json;

describe('QR code', () => {
	test.each(QR)('created: %s', async (_, parameters, fields, body) => {
		expect(await bodyOf(creating(parameters, fields))).toEqual(body);
	});

	test.each(QR)('created, as the editor saves it: %s', async (_, parameters, fields, body) => {
		const saved = asSaved(creating(parameters, fields));
		expect(await bodyOf(saved)).toEqual(body);
	});

	test.each(QR)('updated, as the editor saves it: %s', async (_, parameters, fields, body) => {
		const saved = asSaved({ ...UPDATE, ...parameters, updateFields: fields });
		expect(await bodyOf(saved)).toEqual(body);
	});

	test.each([
		['link', 'data'],
		['phone', 'data'],
		['text', 'data'],
		['email', 'email'],
		['sms', 'phone'],
		['wifi', 'ssid'],
	])('n8n asks for the content of the type %s before it runs', async (type, field) => {
		const issues = (parameters: Json) =>
			NodeHelpers.getNodeParametersIssues(
				description.properties,
				{ name: 'Node', parameters, typeVersion: 1 } as unknown as INode,
				description,
			);
		const missing = issues({ ...CREATE, type, [field]: '' });
		expect(Object.keys(missing?.parameters ?? {})).toEqual([field]);
		expect(issues({ ...CREATE, type, [field]: 'x' })).toBeNull();
		expect(issues({ ...CREATE, type, additionalFields: { dataJson: '{}' } })).toBeNull();
		expect(issues({ ...CREATE, type: '={{ $json.type }}' })).toBeNull();
	});
});

describe('Pixels of a link', () => {
	test.each([
		['as the editor saves a choice', [3, 1], [3, 1]],
		['as IDs in a text', '={{ "1, 2" }}', [1, 2]],
		['of a choice that was left alone', [], undefined],
	])('%s', async (_, pixels, sent) => {
		const saved = asSaved({
			resource: 'link',
			operation: 'create',
			url: LONG,
			additionalFields: { pixels },
		});
		expect(await bodyOf(saved)).toEqual({ url: LONG, ...(sent && { pixels: sent }) });
	});
});
