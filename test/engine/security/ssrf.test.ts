/** What n8n's SSRF protection blocks was not sent: one attempt, no doubt, n8n's own words. */
import { describe, expect, test } from '@jest/globals';

import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed } from '../../support/engine/testbed';
import { TRIGGER_TYPE } from '../../support/engine/triggerPolls';
import { byId } from '../../support/operationCases';

const testbed = setUpTestbed({
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8',
});

const CREATE = { resource: 'link', operation: 'create', url: 'https://example.com' };
const credentials = { baseUrl: 'http://10.0.0.1', apiKey: 'key' };
const BLOCKED =
	'n8n did not send the request: The request was blocked because it resolves to a restricted IP address';
const SETTINGS = /SSRF.*N8N_SSRF_ALLOWED_HOSTNAMES and N8N_SSRF_ALLOWED_IP_RANGES/;

describe('A private base URL that the protection blocks', () => {
	test.each(ENTRY_POINTS)(
		'%s: the creation was not sent, and is not looked up',
		async (entryPoint) => {
			const request = { entryPoint, parameters: CREATE, credentials };
			const { error, logs } = await testbed.engine.run(request);
			expect(error).toMatchObject({
				message: `${BLOCKED} [item 0]`,
				description: expect.stringMatching(SETTINGS),
			});
			expect(logs.filter((line) => /sent again|looks up/.test(line))).toEqual([]);
		},
	);

	test('the trigger declares that the configuration must be changed', async () => {
		const poll = { nodeType: TRIGGER_TYPE, parameters: { event: 'newLink' }, credentials };
		const { error } = await testbed.engine.poll(poll);
		expect(error).toMatchObject({ message: BLOCKED, context: { failureKind: 'misconfigured' } });
	});
});

test('a private base URL that it allows works through both entry points, also for an image', async () => {
	const { reply } = await testbed.bothEntryPoints({
		parameters: {
			...{ resource: 'qrCode', operation: 'get', qrCodeId: byId(1) },
			...{ downloadImage: true, binaryPropertyName: 'image' },
		},
	});
	expect(reply.outputs[0]?.[0]?.binary).toBeDefined();
});
