/** The request budget, told in every way and changed in mid-run: all is made once, and the service hardly ever has to refuse. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type Json, type RunReply, startEngine, type Engine } from '../../support/engine';
import { startWorld, type Sent, type World } from '../../support/engine/world';

const COUNT = 40;
const CREATE = {
	resource: 'link',
	operation: 'create',
	url: '=https://example.com/{{ $json.name }}',
	additionalFields: { custom: '={{ $json.name }}' },
};
const named = (prefix: string, count = COUNT): Json[] => Array.from({ length: count }, (_, index) => ({ name: `${prefix}-${index}` }));

/** Less than the minute that is waited when nothing is known, in ms: whoever waits that long is stopped. */
const LONGEST = 55_000;

interface Case {
	name: string;
	settings: Json;
	/** Most requests that the service may have to refuse. */
	refusals: number;
	/** Applied when so many requests were sent. */
	change?: { after: number; settings: Json };
}

const WINDOW = { limit: 12, window: 1.5, fractionalSeconds: true };
const SECONDS = { limit: 12, window: 2 };
/** Windows begun by the fortieth request. */
const WINDOWS = Math.ceil(COUNT / 12);
/** The same with a third of them taken by somebody else, of which the headers tell only afterwards. */
const SHARED_WINDOWS = Math.ceil(COUNT / 8);

const CASES: Case[] = [
	...['epoch', 'ms', 'seconds'].map((resetFormat) => ({
		name: `reset as ${resetFormat}, to the millisecond`,
		settings: { ...WINDOW, resetFormat },
		refusals: 1,
	})),
	...['epoch', 'ms', 'seconds', 'date'].map((resetFormat) => ({
		name: `reset as ${resetFormat}, in whole seconds`,
		settings: { ...SECONDS, resetFormat },
		refusals: WINDOWS,
	})),
	...['429', 'body429'].map((overLimit) => ({
		name: `no headers, over the limit told as ${overLimit}`,
		settings: { ...WINDOW, resetFormat: 'none', overLimit },
		refusals: WINDOWS * 16, // as many as are in flight when the first is refused
	})),
	{
		name: 'over the limit told in words only',
		settings: { ...WINDOW, resetFormat: 'ms', overLimit: 'message', stolenPerWindow: 3 },
		refusals: 3 * SHARED_WINDOWS,
	},
	{ name: 'another client takes a third', settings: { ...WINDOW, resetFormat: 'ms', stolenPerWindow: 4 }, refusals: 4 * SHARED_WINDOWS },
	{ name: 'reset long past', settings: { ...WINDOW, resetOverride: '946684800' }, refusals: WINDOWS },
	{ name: 'reset a year ahead', settings: { ...WINDOW, resetOverride: String(Math.round(Date.now() / 1000) + 365 * 86_400) }, refusals: WINDOWS },
	{ name: 'reset is no number', settings: { ...WINDOW, resetOverride: 'soon' }, refusals: WINDOWS },
	{
		name: 'the limit falls in mid-run',
		settings: { ...WINDOW, resetFormat: 'ms' },
		change: { after: 8, settings: { limit: 6 } },
		refusals: 8,
	},
	{
		name: 'the limit rises in mid-run',
		settings: { ...WINDOW, limit: 6, resetFormat: 'ms' },
		change: { after: 8, settings: { limit: 30 } },
		refusals: 1,
	},
	{
		name: 'the headers change their unit in mid-run',
		settings: { ...WINDOW, resetFormat: 'ms' },
		change: { after: 14, settings: { resetFormat: 'seconds' } },
		refusals: 2,
	},
	{
		name: 'limiting ends in mid-run',
		settings: { ...WINDOW, resetFormat: 'ms' },
		change: { after: 14, settings: { limit: 0 } },
		refusals: 0,
	},
];

const isRefusal = ({ status, faults }: Sent): boolean => status === 429 || faults.some(({ kind }) => kind === 'tooMany');
const pairs = ({ outputs }: RunReply): number[] => (outputs[0] ?? []).map(({ pairedItem }) => Number((pairedItem as Json).item));

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Applies the change as soon as enough was sent. */
async function changeInMidRun(world: World, { change }: Case): Promise<void> {
	if (!change) return;
	while ((await world.requests()).length < change.after) await pause(20);
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
				const run = world.engine.run({ parameters: CREATE, items: named('one'), cancelAfter: LONGEST, credentials: { baseUrl: world.url, apiKey: world.freshKey() } });
				const [reply] = await Promise.all([run, changeInMidRun(world, scene)]);
				results.set(scene.name, { world, reply, sent: await world.requests(), links: (await world.counts()).links ?? 0 });
			}),
		);
	}, 120_000);
	afterAll(async () => {
		await Promise.all([...worlds, engine].map((started) => started?.stop()));
	});

	test.each(CASES)('$name', async (scene) => {
		const result = results.get(scene.name);
		if (!result) throw new Error('It was not run');
		await expectAll(result.world, [result.reply]);
		// Replies over the limit under HTTP 200 are told by their number: what was sent beyond the records
		expect(result.sent.length - COUNT).toBeLessThanOrEqual(scene.refusals);
	});

});

describe('Pacing, with others beside', () => {
	let world: World;
	beforeAll(async () => void (world = await startWorld()));
	afterAll(() => world?.stop());

	test('two runs at the same time with one key share its budget: both end with everything', async () => {
		await world.setScene({ settings: { ...WINDOW, resetFormat: 'ms' }, seed: {} });
		const credentials = { baseUrl: world.url, apiKey: world.freshKey() };
		const run = (prefix: string) => world.engine.run({ parameters: CREATE, items: named(prefix), credentials });
		const replies = await Promise.all([run('one'), run('two')]);
		await expectAll(world, replies);
		expect((await world.requests()).filter(isRefusal).length).toBeLessThanOrEqual(2);
	});

	test('a request that hangs does not keep the others from a new window', async () => {
		const hanging = { match: { method: 'POST', body: 'one-3"' }, fault: { kind: 'hang' } };
		await world.setScene({ settings: { ...WINDOW, resetFormat: 'ms' }, seed: {}, faults: [hanging] });
		const credentials = { baseUrl: world.url, apiKey: world.freshKey() };
		const parameters = { ...CREATE, requestOptions: { timeout: 6000 } };
		const reply = world.engine.run({ parameters, items: named('one', 20), credentials });
		const made = async () => (await world.counts()).links ?? 0;
		let before = 0;
		for (const end = Date.now() + 5500; before < 19 && Date.now() < end; before = await made()) await pause(100);
		await expectAll(world, [await reply], 20);
		expect(before).toBe(19); // while the last one was still waited for
	});

	test('a refusal ends a run at once, also with items that wait for a window', async () => {
		const refusal = { match: { method: 'POST', body: 'one-7"' }, fault: { kind: 'status', status: 200, body: { error: 1, message: 'No.' } } };
		const late = { match: { method: 'POST', body: 'one-7"' }, fault: { kind: 'latency', ms: 600 } };
		await world.setScene({ settings: { limit: 8, window: 30, resetFormat: 'ms' }, seed: {}, faults: [late, refusal] });
		const credentials = { baseUrl: world.url, apiKey: world.freshKey() };
		const reply = await world.engine.run({ parameters: CREATE, items: named('one'), credentials });
		expect(reply.error?.message).toBe('No. [item 7]');
		expect((await world.requests()).length).toBeLessThanOrEqual(8);
		expect(reply.error?.description).toContain('7 of 40 items were done');
		expect(reply.measures.durationMs).toBeLessThan(10_000);
	});
});
