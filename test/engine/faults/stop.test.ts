/**
 * Stop: wherever a run is when somebody presses it, it ends as canceled soon, and nothing is sent any more. How soon to
 * the millisecond: longRun.test.ts, in virtual time.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import type { Json, NodeSettings } from '../../support/engine';
import { type Scene, type Sent, setUpTestbed } from '../../support/engine/testbed';
import { kindsNamed, namedItems } from '../../support/faults/operationKinds';

const parametersOf = (name: string): Json => kindsNamed(name)[0]!.parameters;
const LINK = parametersOf('link with alias');
const CREATE = { method: 'POST', path: '/url/add' };
const LIST = { method: 'GET', path: '/urls' };

interface Moment {
	name: string;
	parameters: Json;
	items: number;
	scene: Scene;
	/** Whether the moment has come, by what was sent. */
	come: (sent: Sent[]) => boolean;
}

const slow = (match: Json): Json => ({ match, fault: { kind: 'latency', ms: 300 }, times: 0 });
const silent = (match: Json): Json => ({ match, fault: { kind: 'hang' }, times: 0 });
const asking =
	(path: string) =>
	({ path: sentPath }: Sent): boolean =>
		sentPath === path;

const MOMENTS: Moment[] = [
	{
		name: 'waiting for a window',
		parameters: LINK,
		items: 30,
		scene: { settings: { limit: 5, window: 60 } },
		come: (sent) => sent.length >= 5,
	},
	{
		name: 'told to stay away for a minute',
		parameters: LINK,
		items: 30,
		scene: { settings: { limit: 5, window: 60, resetFormat: 'none' } },
		come: (sent) => sent.some(({ status }) => status === 429),
	},
	{
		name: 'with requests in flight',
		parameters: LINK,
		items: 60,
		scene: { faults: [slow(CREATE)] },
		come: (sent) => sent.length >= 8,
	},
	{
		name: 'waiting for an answer that never comes',
		parameters: LINK,
		items: 5,
		scene: { faults: [silent({ ...CREATE, nth: 2 })] },
		come: (sent) => sent.length >= 2,
	},
	{
		name: 'looking a lost record up',
		parameters: LINK,
		items: 5,
		scene: { faults: [{ match: CREATE, fault: { kind: 'resetAfter' } }, silent(LIST)] },
		come: (sent) => sent.some(asking('/api/urls')),
	},
	{
		name: 'before another try',
		parameters: parametersOf('update'),
		items: 3,
		scene: {
			faults: [{ match: { method: 'PUT' }, fault: { kind: 'status', status: 503 }, times: 0 }],
		},
		come: (sent) => sent.length >= 2,
	},
	{
		name: 'between pages',
		parameters: { ...parametersOf('list'), options: { pageSize: 5 } },
		items: 1,
		scene: { seed: { links: 300 }, faults: [slow(LIST)] },
		come: (sent) => sent.length >= 4,
	},
];

const SETTINGS: NodeSettings[] = [
	{ onError: 'stopWorkflow' },
	{ onError: 'continueRegularOutput' },
];
const CASES = MOMENTS.flatMap((moment) =>
	SETTINGS.map((settings) => ({
		...moment,
		settings,
		title: `${moment.name}, ${settings.onError}`,
	})),
);

/** Longest time to the end of a run, in ms, on a machine that is busy with other things; all that a run waits for here takes longer. */
const SOON = 5_000;
/** In ms: for what had left before the end to arrive; and longer than most pauses between two tries or two pages. */
const [ARRIVAL, QUIET] = [300, 1_000];

describe('Stop', () => {
	const testbed = setUpTestbed();

	test.each(CASES)('$title', async ({ parameters, items, scene, come, settings }) => {
		await testbed.setScene(scene);
		const credentials = { baseUrl: testbed.url, apiKey: testbed.freshKey() };
		const run = testbed.engine.start({
			parameters,
			items: namedItems(items),
			settings,
			credentials,
		});
		while (!come(await testbed.requests())) await sleep(20);
		expect(await run.cancel()).toBe(true);
		const reply = await run.reply;
		expect(reply.measures.afterStopMs).toBeLessThan(SOON);
		expect(reply.status).toBe('canceled');
		expect(reply.leaks).toEqual([]);
		await sleep(ARRIVAL);
		const sent = (await testbed.requests()).length;
		await sleep(QUIET);
		expect(await testbed.requests()).toHaveLength(sent);
	});
});
