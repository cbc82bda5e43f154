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

test('every kind of field of a link is sent in the form of the service', async () => {
	const texts = {
		custom: 'spring',
		password: 'open sesame',
		metatitle: 'Title',
		metadescription: 'What it is',
		metaimage: 'https://example.com/a.png',
		status: 'public',
	};
	const deeplink = {
		apple: 'https://apps.apple.com/app/1',
		google: 'https://play.google.com/a',
		auto: false,
	};
	const geotarget = [
		{ location: 'Canada', link: 'https://example.com/ca' },
		{ location: 'Japan', link: 'https://example.com/jp' },
	];
	const rows = [
		{ name: 'utm_source', value: 'newsletter' },
		{ name: 'ref', value: '1' },
	];
	const chosen = (value: string | number) => ({ __rl: true, mode: 'list', value });
	const additionalFields = {
		...texts,
		description: '={{ $json.note }}',
		domain: chosen('https://go.example.com'),
		campaign: chosen(2),
		channel: '',
		type: chosen('frame'),
		pixels: '1, 2, 3',
		expiry: '2030-01-02T03:04:05.000Z',
		geotarget: { rows: geotarget },
		devicetarget: { rows: [] },
		languagetarget: {},
		deeplink: { links: deeplink },
		parameters: { rows },
		utm_term: '',
		utm_source: ' newsletter ',
		utm_campaign: '={{ $json.campaign }}',
	};
	const url = 'https://example.com/päth?a=b&c=%20#frag';
	const parameters = { resource: 'link', operation: 'create', url: ` ${url} `, additionalFields };
	expect(await bodyOf(parameters, { note: 'A note', campaign: 'spring' })).toEqual({
		...{ url, ...texts, description: 'A note', domain: 'https://go.example.com', campaign: 2 },
		...{ type: 'frame', pixels: [1, 2, 3], expiry: '2030-01-02 04:04:05', geotarget, deeplink },
		parameters: [...rows, { name: 'utm_campaign', value: 'spring' }],
	});
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

const COLORS = { background: '#ffffff', foreground: 'rgb(0, 64,255)' };

/** Parameters, additional fields, and the body that they become. */
type QrRow = [name: string, parameters: Json, fields: Json, body: Json];

const CONTACT = { fname: 'Ada', lname: 'Lovelace', email: 'ada@example.com' };
const MAIL = { email: 'ada@example.com', subject: 'Hi', body: 'There' };

const QR: QrRow[] = [
	['text', { type: 'text', data: 'Hello' }, {}, { type: 'text', data: 'Hello' }],
	['phone', { type: 'phone', data: ' +1 555 0100 ' }, {}, { type: 'phone', data: '+1 555 0100' }],
	['vcard', { type: 'vcard', ...CONTACT, phone: '' }, {}, { type: 'vcard', data: CONTACT }],
	['email', { type: 'email', ...MAIL }, {}, { type: 'email', data: MAIL }],
	[
		'wifi',
		{ type: 'wifi', ssid: 'Guests', pass: ' welcome! ', encryption: 'wep' },
		{},
		{ type: 'wifi', data: { ssid: 'Guests', pass: ' welcome! ', encryption: 'wep' } },
	],
	[
		'colors in either form',
		{ type: 'text', data: 'x' },
		COLORS,
		{ type: 'text', data: 'x', background: 'rgb(255,255,255)', foreground: 'rgb(0,64,255)' },
	],
	[
		'content as JSON text, in place of the required field',
		{ type: 'wifi' },
		{ dataJson: '{ "ssid": "Cafe", "pass": "beans" }' },
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
		['email', 'email'],
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
