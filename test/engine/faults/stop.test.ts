/**
 * Stop at any point of a run: it ends as canceled, and nothing more is sent. What these runs wait for comes after an hour or never,
 * so that a wait that goes on does not end. virtual/longRun measures the exact time.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { type Scene, type Sent, setUpTestbeds, type Testbed } from '../../support/engine/testbed';
import { kindsNamed, namedItems } from '../../support/faults/operationKinds';
import { ON_ERROR } from '../../support/faults/runOutcome';
import { runSideBySide } from '../../support/sideBySide';

const parametersOf = (name: string): Json => kindsNamed(name)[0]!.parameters;
const LINK = parametersOf('link with alias');
const LIST = { method: 'GET', path: '/urls' };

interface StopCase {
	name: string;
	parameters: Json;
	items: number;
	scene: Scene;
	/** Whether it is time to stop, judged by the requests so far. */
	isTime: (sent: Sent[]) => boolean;
}

const slow = (match: Json): Json => ({ match, fault: { kind: 'latency', ms: 300 }, times: 0 });
const silent = (match: Json): Json => ({ match, fault: { kind: 'hang' }, times: 0 });

const STOP_CASES: StopCase[] = [
	{
		name: 'waiting after a 429',
		parameters: LINK,
		items: 30,
		scene: { settings: { limit: 5, window: 3_600, resetFormat: 'none' } },
		isTime: (sent) => sent.some(({ status }) => status === 429),
	},
	{
		name: 'waiting before a retry',
		parameters: parametersOf('update'),
		items: 3,
		scene: {
			faults: [{ match: { method: 'PUT' }, fault: { kind: 'status', status: 503 }, times: 0 }],
		},
		isTime: (sent) => sent.length >= 2,
	},
	{
		name: 'between pages',
		parameters: { ...parametersOf('list'), options: { pageSize: 5 } },
		items: 1,
		scene: { seed: { links: 300 }, faults: [silent({ ...LIST, nth: 40 }), slow(LIST)] },
		isTime: (sent) => sent.length >= 4,
	},
];

const CASES = STOP_CASES.map((stopCase, index) => {
	const onError = ON_ERROR[index % ON_ERROR.length];
	return { ...stopCase, settings: { onError }, title: `${stopCase.name}, ${onError}` };
});

/**
 * In ms: the time in which requests that were already sent arrive, and a time longer than most pauses between retries
 * or pages.
 */
const [ARRIVAL, QUIET] = [300, 1_000];

describe('Stop ends the run as canceled, and nothing more is sent', () => {
	const testbeds = setUpTestbeds(CASES.length);
	const resultOf = runSideBySide(
		CASES,
		async ({ parameters, items, scene, isTime, settings }, lane) => {
			const testbed = testbeds[lane] as Testbed;
			await testbed.setScene(scene);
			const request = { parameters, items: namedItems(items), settings };
			const reply = await testbed.stopWhen(request, isTime);
			await sleep(ARRIVAL);
			const sent = (await testbed.requests()).length;
			await sleep(QUIET);
			return { reply, sent, sentInTheEnd: (await testbed.requests()).length };
		},
	);

	test.each(CASES)('$title', (stopCase) => {
		const { reply, sent, sentInTheEnd } = resultOf(stopCase);
		expect(reply.isStopped).toBe(true);
		expect(reply.status).toBe('canceled');
		expect(reply.leaks).toEqual([]);
		expect(sentInTheEnd).toBe(sent);
	});
});
