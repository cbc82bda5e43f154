/** A creation whose answer is lost, when the records of the list have no date, as with channels. */
import { describe, expect, test } from '@jest/globals';

import { setUpTestbed } from '../../support/engine/testbed';

describe('A lost creation in a list without dates', () => {
	const testbed = setUpTestbed();

	const create = { resource: 'channel', operation: 'create', name: '={{ $json.name }}' };
	const namesOf = (prefix: string) =>
		Array.from({ length: 3 }, (_, index) => ({ name: `${prefix}-${index}` }));

	test('gets its own record, not one of another run at the same time', async () => {
		const faults = [
			{ match: { method: 'POST', body: 'one-0"' }, fault: { kind: 'resetAfter' } },
			{ match: { method: 'GET' }, fault: { kind: 'latency', ms: 100 }, times: 0 },
		];
		await testbed.setScene({ seed: { channels: 3 }, faults });
		const credentials = { baseUrl: testbed.url, apiKey: testbed.freshKey() };
		const runs = ['one', 'two'].map(
			async (prefix) =>
				await testbed.engine.run({ parameters: create, items: namesOf(prefix), credentials }),
		);
		const replies = await Promise.all(runs);
		expect(replies.map(({ outputs }) => outputs[0]?.map(({ json }) => json.name))).toEqual(
			['one', 'two'].map((prefix) => namesOf(prefix).map(({ name }) => name)),
		);
		expect(await testbed.counts()).toMatchObject({ channels: 3 + 6 });
	});
});
