/** What fields become in the request body, where the frozen fixtures (package/fixtures) do not show it. */
import { describe, expect, test } from '@jest/globals';
import { type INode, NodeHelpers } from 'n8n-workflow';

import { LinkManagement } from '../../../nodes/LinkManagement/LinkManagement.node';
import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';

const testbed = setUpTestbed();

test('a date counts in the time zone of the credential, and what is empty is not sent', async () => {
	const url = 'https://example.com/päth?a=b&c=%20#frag';
	const empty = { channel: '', devicetarget: { rows: [] }, languagetarget: {} };
	const { sent } = await testbed.bothEntryPoints({
		parameters: {
			...{ resource: 'link', operation: 'create', url: ` ${url} ` },
			additionalFields: { ...empty, expiry: '2030-01-02T03:04:05.000Z' },
		},
		credentials: { timeZone: 'Europe/Berlin' },
	});
	expect(sent.map(({ body }) => body)).toEqual([{ url, expiry: '2030-01-02 04:04:05' }]);
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
