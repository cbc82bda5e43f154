/** What ends a run that waits for the limit. How it keeps to the limit is tested in virtual time (test/virtual/budgets.test.ts). */
import { expect, test } from '@jest/globals';

import { setUpTestbed } from '../../support/engine/testbed';

const CREATE = {
	resource: 'link',
	operation: 'create',
	url: '=https://example.com/{{ $json.name }}',
	additionalFields: { custom: '={{ $json.name }}' },
};
const ITEMS = Array.from({ length: 40 }, (_, index) => ({ name: `one-${index}` }));

const testbed = setUpTestbed();

test('a refusal ends a run at once, even while items wait for the next window', async () => {
	const match = { method: 'POST', body: 'one-7"' };
	const refusal = { kind: 'status', status: 200, body: { error: 1, message: 'No.' } };
	const faults = [{ kind: 'latency', ms: 2_000 }, refusal].map((fault) => ({ match, fault }));
	// the window is longer than the test may take
	await testbed.setScene({
		settings: { limit: 8, window: 300, resetFormat: 'ms' },
		seed: {},
		faults,
	});
	const credentials = { baseUrl: testbed.url, apiKey: testbed.freshKey() };
	const reply = await testbed.engine.run({ parameters: CREATE, items: ITEMS, credentials });
	expect(reply.error?.message).toBe('No. [item 7]');
	expect((await testbed.requests()).length).toBeLessThanOrEqual(8);
	expect(reply.error?.description).toContain('7 of 40 items completed');
});
