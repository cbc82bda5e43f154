/**
 * The limit, announced in every form and changed in mid-run: every link is created once. How soon, and how often the
 * service refuses, is tested in virtual time (test/virtual/budgets.test.ts), because many runs share a busy machine here.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { setUpTestbed, setUpTestbeds, type Testbed } from '../../support/engine/testbed';
import { type Case, CASES as ALL, COUNT } from '../../support/faults/limitCases';
import { runSideBySide } from '../../support/sideBySide';

const CREATE = {
	resource: 'link',
	operation: 'create',
	url: '=https://example.com/{{ $json.name }}',
	additionalFields: { custom: '={{ $json.name }}' },
};
const ITEMS = Array.from({ length: COUNT }, (_, index) => ({ name: `one-${index}` }));

/** Requests for each link, however late the replies arrive. A run that does not wait sends far more. */
const MAX_REQUESTS_PER_LINK = 3;

/** One case of each kind; test/virtual/budgets.test.ts has them all. */
const CASES = ALL.filter(({ name }) =>
	[
		...['reset as epoch, in whole seconds', 'no headers, refused with body429'],
		...['refused in words only', 'the limit falls in mid-run'],
	].includes(name),
);

/** Applies the change as soon as enough was sent. */
async function changeInMidRun(testbed: Testbed, { change }: Case): Promise<void> {
	if (!change) return;
	while ((await testbed.requests()).length < change.after) await sleep(20);
	await testbed.control('/settings', { method: 'PATCH', body: change.settings });
}

describe('A run and the limit', () => {
	const testbeds = setUpTestbeds(CASES.length);
	const resultOf = runSideBySide(CASES, async (scene, lane) => {
		const testbed = testbeds[lane] as Testbed;
		await testbed.setScene({ settings: scene.settings, seed: {} });
		const run = testbed.engine.run({
			parameters: CREATE,
			items: ITEMS,
			credentials: { baseUrl: testbed.url, apiKey: testbed.freshKey() },
		});
		const [reply] = await Promise.all([run, changeInMidRun(testbed, scene)]);
		return { reply, requests: (await testbed.requests()).length, testbed };
	});

	test.each(CASES)('every link is created once: $name', async (scene) => {
		const { reply, requests, testbed } = resultOf(scene);
		expect(reply.error).toBeUndefined();
		expect(reply.outputs[0]?.map(({ pairedItem }) => (pairedItem as Json).item)).toEqual(
			ITEMS.map((_, item) => item),
		);
		expect((await testbed.counts()).links).toBe(COUNT);
		expect(requests).toBeLessThanOrEqual(MAX_REQUESTS_PER_LINK * COUNT);
	});
});

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
