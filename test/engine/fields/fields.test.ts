/** What the fields of Create Link and of the content of a QR code become in the request body. */
import { describe, expect, test } from '@jest/globals';
import { type INode, NodeHelpers } from 'n8n-workflow';

import { LinkManagement } from '../../../nodes/LinkManagement/LinkManagement.node';
import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';

const testbed = setUpTestbed();

const ZONE = 'Europe/Berlin';

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

const CREATE = { resource: 'qrCode', operation: 'create' };
const { description } = new LinkManagement();

describe('A QR code', () => {
	test('has the type of its item where an expression gives it, and only the content of that type', async () => {
		const { sent } = await testbed.run({
			parameters: {
				...{ ...CREATE, type: '={{ $json.type }}', data: '={{ $json.say }}' },
				...{ email: ['no text'], phone: '+15550100', message: 'Hi', ssid: 'Guests' },
			},
			items: [{ type: 'wifi' }, { type: 'text', say: 'Hello' }, { type: 'sms' }],
		});
		const bodies = sent.map(({ body }) => body as Json);
		expect(bodies.sort((a, b) => String(a.type).localeCompare(String(b.type)))).toEqual([
			{ type: 'sms', data: { phone: '+15550100', message: 'Hi' } },
			{ type: 'text', data: 'Hello' },
			{ type: 'wifi', data: { ssid: 'Guests', encryption: 'nopass' } },
		]);
	});

	test('n8n asks for its content before it runs', () => {
		const issues = (parameters: Json) =>
			NodeHelpers.getNodeParametersIssues(
				description.properties,
				{ name: 'Node', parameters, typeVersion: 1 } as unknown as INode,
				description,
			);
		for (const [type, field] of Object.entries({ link: 'data', email: 'email', wifi: 'ssid' })) {
			const missing = issues({ ...CREATE, type, [field]: '' });
			expect(Object.keys(missing?.parameters ?? {})).toEqual([field]);
			expect(issues({ ...CREATE, type, [field]: 'x' })).toBeNull();
			expect(issues({ ...CREATE, type, additionalFields: { dataJson: '{}' } })).toBeNull();
			expect(issues({ ...CREATE, type: '={{ $json.type }}' })).toBeNull();
		}
	});
});
