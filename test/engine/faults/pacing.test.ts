/**
 * The request budget, told in every way and changed in mid-run: all is made once. How soon, and how often the service
 * has to refuse, is seen in virtual time (../budgets.test.ts): here many runs share a machine that may be busy.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type Engine, type Json, type RunReply, startEngine } from '../../support/engine';
import {
	type Sent,
	startTestbed as startWorld,
	type Testbed as World,
} from '../../support/engine/testbed';
import { type Case, CASES, COUNT } from './budgets';

const CREATE = {
	resource: 'link',
	operation: 'create',
	url: '=https://example.com/{{ $json.name }}',
	additionalFields: { custom: '={{ $json.name }}' },
};
const named = (prefix: string, count = COUNT): Json[] =>
	Array.from({ length: count }, (_, index) => ({ name: `${prefix}-${index}` }));

const WINDOW = { limit: 12, window: 1.5, fractionalSeconds: true, resetFormat: 'ms' };
/** Most requests for each link, however late the replies are seen: a run that does not wait sends far more. */
const MOST = 3;

const isHanging = ({ faults }: Sent): boolean => faults.some(({ kind }) => kind === 'hang');
const pairs = ({ outputs }: RunReply): number[] =>
	(outputs[0] ?? []).map(({ pairedItem }) => Number((pairedItem as Json).item));

/** Applies the change as soon as enough was sent. */
async function changeInMidRun(world: World, { change }: Case): Promise<void> {
	if (!change) return;
	while ((await world.requests()).length < change.after) await sleep(20);
	await world.control('/settings', { method: 'PATCH', body: change.settings });
}

/** Every item came out once and in its place, and the service holds each record once. */
async function expectAll(world: World, replies: RunReply[], count = COUNT): Promise<void> {
	for (const reply of replies) {
		expect(reply.error).toBeUndefined();
		expect(pairs(reply)).toEqual(Array.from({ length: count }, (_, item) => item));
	}
	expect((await world.counts()).links).toBe(count * replies.length);
}

describe('Pacing', () => {
	const results = new Map<string, { world: World; reply: RunReply; sent: Sent[]; links: number }>();
	let engine: Engine;
	let worlds: World[] = [];
	beforeAll(async () => {
		engine = await startEngine();
		worlds = await Promise.all(CASES.map(() => startWorld(engine)));
		// All at once, each on its own service: pacing is waiting
		await Promise.all(
			CASES.map(async (scene, index) => {
				const world = worlds[index] as World;
				await world.setScene({ settings: scene.settings, seed: {} });
				const run = world.engine.run({
					parameters: CREATE,
					items: named('one'),
					credentials: { baseUrl: world.url, apiKey: world.freshKey() },
				});
				const [reply] = await Promise.all([run, changeInMidRun(world, scene)]);
				results.set(scene.name, {
					world,
					reply,
					sent: await world.requests(),
					links: (await world.counts()).links ?? 0,
				});
			}),
		);
	}, 300_000);
	afterAll(async () => {
		await Promise.all([...worlds, engine].map((started) => started?.stop()));
	});

	test.each(CASES)('$name', async (scene) => {
		const result = results.get(scene.name);
		if (!result) throw new Error('It was not run');
		await expectAll(result.world, [result.reply]);
		expect(result.sent.length).toBeLessThanOrEqual(MOST * COUNT);
	});
});

describe('Pacing, with others beside', () => {
	let world: World;
	beforeAll(async () => void (world = await startWorld()));
	afterAll(() => world?.stop());

	test('two runs at the same time with one key share its budget: both end with everything', async () => {
		await world.setScene({ settings: WINDOW, seed: {} });
		const credentials = { baseUrl: world.url, apiKey: world.freshKey() };
		const run = (prefix: string) =>
			world.engine.run({ parameters: CREATE, items: named(prefix), credentials });
		const replies = await Promise.all([run('one'), run('two')]);
		await expectAll(world, replies);
		expect((await world.requests()).length).toBeLessThanOrEqual(MOST * 2 * COUNT);
	});

	test('a request that hangs does not keep the others from a new window', async () => {
		const hanging = { match: { method: 'POST', body: 'one-3"' }, fault: { kind: 'hang' } };
		await world.setScene({ settings: WINDOW, seed: {}, faults: [hanging] });
		const credentials = { baseUrl: world.url, apiKey: world.freshKey() };
		const parameters = { ...CREATE, requestOptions: { timeout: 60_000 } };
		const run = world.engine.start({ parameters, items: named('one', 20), credentials });
		while (((await world.counts()).links ?? 0) < 19) await sleep(100);
		// the last one is still waited for: it was neither looked up nor sent again
		const sent = await world.requests();
		expect(sent.filter(({ method }) => method !== 'POST')).toEqual([]);
		expect(sent.filter(isHanging)).toMatchObject([{ status: null }]);
		await run.cancel();
		await run.reply;
	});

	test('a refusal ends a run at once, also with items that wait for a window', async () => {
		const refusal = {
			match: { method: 'POST', body: 'one-7"' },
			fault: { kind: 'status', status: 200, body: { error: 1, message: 'No.' } },
		};
		const late = { match: { method: 'POST', body: 'one-7"' }, fault: { kind: 'latency', ms: 600 } };
		// longer than the test may last
		await world.setScene({
			settings: { limit: 8, window: 300, resetFormat: 'ms' },
			seed: {},
			faults: [late, refusal],
		});
		const credentials = { baseUrl: world.url, apiKey: world.freshKey() };
		const reply = await world.engine.run({ parameters: CREATE, items: named('one'), credentials });
		expect(reply.error?.message).toBe('No. [item 7]');
		expect((await world.requests()).length).toBeLessThanOrEqual(8);
		expect(reply.error?.description).toContain('7 of 40 items completed');
	});
});
