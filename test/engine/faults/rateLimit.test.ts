/**
 * The limit, announced in every form and changed in mid-run: every link is created once. How soon, and how often the
 * service refuses, is tested in virtual time (test/virtual/budgets.test.ts), because many runs share a busy machine here.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import type { Json, RunReply } from '../../support/engine';
import { type Sent, setUpTestbed, setUpTestbeds, type Testbed } from '../../support/engine/testbed';
import { type Case, CASES as ALL, COUNT } from '../../support/faults/limitCases';
import { runSideBySide } from '../../support/sideBySide';

const CREATE = {
	resource: 'link',
	operation: 'create',
	url: '=https://example.com/{{ $json.name }}',
	additionalFields: { custom: '={{ $json.name }}' },
};
const named = (prefix: string, count = COUNT): Json[] =>
	Array.from({ length: count }, (_, index) => ({ name: `${prefix}-${index}` }));

const WINDOW = { limit: 12, window: 1.5, fractionalSeconds: true, resetFormat: 'ms' };
/** Requests for each link, however late the replies arrive. A run that does not wait sends far more. */
const MAX_REQUESTS_PER_LINK = 3;

/** One case of each kind; test/virtual/budgets.test.ts has them all. */
const CASES = ALL.filter(({ name }) =>
	[
		...['reset as epoch, in whole seconds', 'reset as date, in whole seconds'],
		...['no headers, refused with 429', 'no headers, refused with body429'],
		...['refused in words only', 'reset is not a number', 'the limit falls in mid-run'],
	].includes(name),
);

const isHanging = ({ faults }: Sent): boolean => faults.some(({ kind }) => kind === 'hang');
const pairs = ({ outputs }: RunReply): number[] =>
	(outputs[0] ?? []).map(({ pairedItem }) => Number((pairedItem as Json).item));

/** Applies the change as soon as enough was sent. */
async function changeInMidRun(testbed: Testbed, { change }: Case): Promise<void> {
	if (!change) return;
	while ((await testbed.requests()).length < change.after) await sleep(20);
	await testbed.control('/settings', { method: 'PATCH', body: change.settings });
}

/** Every item came out once and in order, and the service has each record once. */
async function expectAll(testbed: Testbed, replies: RunReply[], count = COUNT): Promise<void> {
	for (const reply of replies) {
		expect(reply.error).toBeUndefined();
		expect(pairs(reply)).toEqual(Array.from({ length: count }, (_, item) => item));
	}
	expect((await testbed.counts()).links).toBe(count * replies.length);
}

describe('One run and the limit', () => {
	const testbeds = setUpTestbeds(CASES.length);
	const resultOf = runSideBySide(CASES, async (scene, lane) => {
		const testbed = testbeds[lane] as Testbed;
		await testbed.setScene({ settings: scene.settings, seed: {} });
		const run = testbed.engine.run({
			parameters: CREATE,
			items: named('one'),
			credentials: { baseUrl: testbed.url, apiKey: testbed.freshKey() },
		});
		const [reply] = await Promise.all([run, changeInMidRun(testbed, scene)]);
		return { reply, requests: (await testbed.requests()).length, testbed };
	});

	test.each(CASES)('every link is created once: $name', async (scene) => {
		const { reply, requests, testbed } = resultOf(scene);
		await expectAll(testbed, [reply]);
		expect(requests).toBeLessThanOrEqual(MAX_REQUESTS_PER_LINK * COUNT);
	});
});

describe('Several runs and requests', () => {
	const testbed = setUpTestbed();

	test('two runs at the same time share the budget of a key, and both complete', async () => {
		await testbed.setScene({ settings: WINDOW, seed: {} });
		const credentials = { baseUrl: testbed.url, apiKey: testbed.freshKey() };
		const count = COUNT / 2;
		const run = (prefix: string) =>
			testbed.engine.run({ parameters: CREATE, items: named(prefix, count), credentials });
		const replies = await Promise.all([run('one'), run('two')]);
		await expectAll(testbed, replies, count);
		expect((await testbed.requests()).length).toBeLessThanOrEqual(MAX_REQUESTS_PER_LINK * COUNT);
	});

	test('a request that never ends does not keep the others from the next window', async () => {
		const hanging = { match: { method: 'POST', body: 'one-3"' }, fault: { kind: 'hang' } };
		await testbed.setScene({ settings: WINDOW, seed: {}, faults: [hanging] });
		const credentials = { baseUrl: testbed.url, apiKey: testbed.freshKey() };
		const parameters = { ...CREATE, requestOptions: { timeout: 60_000 } };
		const run = testbed.engine.start({ parameters, items: named('one', 20), credentials });
		while (((await testbed.counts()).links ?? 0) < 19) await sleep(100);
		// the run still waits for the last one, which was neither looked up nor sent again
		const sent = await testbed.requests();
		expect(sent.filter(({ method }) => method !== 'POST')).toEqual([]);
		expect(sent.filter(isHanging)).toMatchObject([{ status: null }]);
		await run.cancel();
		await run.reply;
	});

	test('a refusal ends a run at once, even while items wait for the next window', async () => {
		const refusal = {
			match: { method: 'POST', body: 'one-7"' },
			fault: { kind: 'status', status: 200, body: { error: 1, message: 'No.' } },
		};
		const late = {
			match: { method: 'POST', body: 'one-7"' },
			fault: { kind: 'latency', ms: 3_000 },
		};
		// the window is longer than the test may take
		await testbed.setScene({
			settings: { limit: 8, window: 300, resetFormat: 'ms' },
			seed: {},
			faults: [late, refusal],
		});
		const credentials = { baseUrl: testbed.url, apiKey: testbed.freshKey() };
		const reply = await testbed.engine.run({
			parameters: CREATE,
			items: named('one'),
			credentials,
		});
		expect(reply.error?.message).toBe('No. [item 7]');
		expect((await testbed.requests()).length).toBeLessThanOrEqual(8);
		expect(reply.error?.description).toContain('7 of 40 items completed');
	});
});
