/** The client of `npm run test:live` shares its key with n8n, whose replies it does not see. */
import { expect, test } from '@jest/globals';

import { Client } from '../../sandbox/live/client.ts';
import { client as clientOf, Tested } from './client';

const tested = new Tested();

test('what n8n may send in a step counts as sent, until a reply shows what is left', async () => {
	await tested.tell('/reset', { settings: { limit: 7, window: 1, fractionalSeconds: true } });
	const client = new Client(tested.service, 100_000);
	const n8n = clientOf(tested.service);
	await client.send('getAccount');
	for (let step = 0; step < 3; step++) {
		await client.waitFor(3);
		for (let request = 0; request < 3; request++)
			expect((await n8n('GET', '/account')).status).toBe(200);
	}
});
