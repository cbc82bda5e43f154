/** What n8n's SSRF protection blocks was not sent: one attempt, no doubt, n8n's own words. */
import { describe, expect, test } from '@jest/globals';

import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed } from '../../support/engine/testbed';
import { TRIGGER_TYPE } from '../../support/engine/triggerPolls';
import { byId } from '../../support/operationCases';

const CREATE = { resource: 'link', operation: 'create', url: 'https://example.com' };
const BLOCKED =
	'n8n did not send the request: The request was blocked because it resolves to a restricted IP address';
const SETTINGS = /SSRF.*N8N_SSRF_ALLOWED_HOSTNAMES and N8N_SSRF_ALLOWED_IP_RANGES/;

describe('A private base URL that the protection blocks', () => {
	const testbed = setUpTestbed({ N8N_SSRF_PROTECTION_ENABLED: 'true' });

	test.each(ENTRY_POINTS)(
		'%s: the creation was not sent, and is not looked up',
		async (entryPoint) => {
			const { error, logs } = await testbed.engine.run({ entryPoint, parameters: CREATE });
			expect(error).toMatchObject({
				message: `${BLOCKED} [item 0]`,
				description: expect.stringMatching(SETTINGS),
			});
			expect(logs.filter((line) => /sent again|looks up/.test(line))).toEqual([]);
		},
	);

	test('the trigger declares that the configuration must be changed', async () => {
		const nodeType = TRIGGER_TYPE;
		const { error } = await testbed.engine.poll({ nodeType, parameters: { event: 'newLink' } });
		expect(error).toMatchObject({
			message: BLOCKED,
			context: { failureKind: 'misconfigured' },
		});
	});
});

describe('A private base URL that the protection allows', () => {
	const testbed = setUpTestbed({
		N8N_SSRF_PROTECTION_ENABLED: 'true',
		N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8',
	});

	test('works through both entry points, also for an image', async () => {
		const { reply } = await testbed.bothEntryPoints({
			parameters: {
				...{ resource: 'qrCode', operation: 'get', qrCodeId: byId(1) },
				...{ downloadImage: true, binaryPropertyName: 'image' },
			},
		});
		expect(reply.outputs[0]?.[0]?.binary).toBeDefined();
	});
});
