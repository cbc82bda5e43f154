/**
 * Create or Update is stopped in the middle and run again: each row has one link in the end, and both runs report what
 * they did as far as n8n shows it.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import type { Json, RunRequest } from '../../support/engine';
import { type Sent, setUpTestbeds, type Testbed } from '../../support/engine/testbed';
import { ON_ERROR } from '../../support/faults/runOutcome';
import { runSideBySide } from '../../support/sideBySide';
import { actions, mapped, row, upsert } from '../../support/upsert';

const parameters = upsert(mapped('custom', 'url', 'metatitle', 'campaign'));
const OTHERS = 5;

/** Six links of the table exist, and all of them differ. Twelve are new. */
const EXISTING = Array.from({ length: 6 }, (_, n) => row(`old-${n}`, { metatitle: 'Old' }));
const TABLE: Json[] = [
	...EXISTING.map((item) => ({ ...item, metatitle: 'New' })),
	...Array.from({ length: 12 }, (_, n) => row(`new-${n}`, { metatitle: 'New' })),
];

const isSent = (method: string, path: RegExp) => (sent: Sent) =>
	sent.method === method && path.test(sent.path);
const creation = isSent('POST', /add$/);
const update = isSent('PUT', /update$/);
const countOf = (sent: Sent[], what: (one: Sent) => boolean) => sent.filter(what).length;

/** The service does what it is asked, and the answer never comes. */
const NO_ANSWER = { kind: 'hang', after: true };

interface StopCase {
	name: string;
	settings?: Json;
	faults?: Json[];
	isTime: (sent: Sent[]) => boolean;
}
const MOMENTS: StopCase[] = [
	{
		name: 'while it waits for the next window',
		settings: { limit: 10, window: 60 },
		isTime: (sent) => sent.length >= 10,
	},
	{
		name: 'while the links are read',
		faults: [{ match: { path: '^/api/urls' }, fault: { kind: 'hang' } }],
		isTime: (sent) => sent.length >= 1,
	},
	{
		name: 'while links are created whose answers do not come',
		faults: [{ match: { path: '/url/add', every: 2 }, times: 0, fault: NO_ANSWER }],
		isTime: (sent) => countOf(sent, creation) >= 2,
	},
	{
		name: 'while links are updated whose answers do not come',
		faults: [{ match: { path: 'update$', every: 2 }, times: 0, fault: NO_ANSWER }],
		isTime: (sent) => countOf(sent, update) >= 2,
	},
	{
		name: 'while it looks for a link whose reply was lost',
		faults: [
			{ match: { path: '/url/add' }, fault: { kind: 'resetAfter' } },
			{ match: { path: '^/api/urls', nth: 2 }, times: 0, fault: { kind: 'hang' } },
		],
		isTime: (sent) => countOf(sent, isSent('GET', /urls$/)) >= 2 && countOf(sent, creation) >= 1,
	},
];
const CASES = MOMENTS.map((moment, index) => {
	const onError = ON_ERROR[index % ON_ERROR.length];
	return { ...moment, onError, title: `${moment.name}, ${onError}` };
});

const linksOf = async (testbed: Testbed) => (await testbed.state()).links;

/** In ms: the time in which requests that were already sent arrive. */
const ARRIVAL = 300;

describe('Stopped', () => {
	const testbeds = setUpTestbeds(CASES.length + 1);
	const resultOf = runSideBySide(CASES, async ({ settings, faults, isTime, onError }, lane) => {
		const testbed = testbeds[lane] as Testbed;
		await testbed.setScene({ settings, seed: { links: OTHERS }, links: EXISTING });
		if (faults) await testbed.control('/faults', { method: 'POST', body: faults });
		const credentials = { baseUrl: testbed.url, apiKey: testbed.freshKey() };
		const request = { parameters, items: TABLE, settings: { onError }, credentials };
		const stopped = await testbed.stopWhen(request, isTime);
		await sleep(ARRIVAL);
		const before = await linksOf(testbed);
		await testbed.control('/faults', { method: 'DELETE' });
		if (settings) await testbed.control('/settings', { method: 'PATCH', body: { limit: 0 } });
		// With the same key, the node would wait for the end of the window, which is longer than a test may take
		const later = settings
			? { ...request, credentials: { ...credentials, apiKey: testbed.freshKey() } }
			: request;
		const repeated = await testbed.engine.run(later);
		const third = await testbed.engine.run(later);
		return { stopped, before, repeated, third, after: await linksOf(testbed) };
	});

	test.each(CASES)(
		'$title: the error says what was done, and the second run does what is missing',
		(stopCase) => {
			const { stopped, before, repeated, third, after } = resultOf(stopCase);
			expect(repeated.error).toBeUndefined();
			// What the first run did, also where its reply was lost, is not done again
			expect(actions(repeated)).toEqual(
				TABLE.map(({ custom, metatitle }) => {
					const link = before.find(({ alias }) => alias === custom);
					if (!link) return 'created';
					return link.title === metatitle ? 'unchanged' : 'updated';
				}),
			);
			expect(actions(third)).toEqual(TABLE.map(() => 'unchanged'));
			const aliases = after.map(({ alias }) => alias);
			expect(aliases).toHaveLength(OTHERS + TABLE.length);
			expect(aliases).toEqual(expect.arrayContaining(TABLE.map(({ custom }) => custom)));

			expect(stopped.status).toBe('canceled');
			const { message, description, context } = stopped.error!;
			expect(message).toBe('The execution was canceled');
			const [, completed] = /^(\d+) of 18 items completed; nothing further was sent\./.exec(
				description ?? '',
			)!;
			const [, created = '0', updated = '0'] =
				/(\d+) created, (\d+) updated, 0 unchanged\.$/.exec(description ?? '') ?? [];
			expect(Number(created) + Number(updated)).toBe(Number(completed));
			const named = (context.created ?? []) as string[];
			expect(named).toHaveLength(Number(created));
			const isMade = (url: string) => before.some(({ alias }) => url.endsWith(`/${alias}`));
			expect(named.filter((url) => !isMade(url))).toEqual([]);
		},
	);

	test('while rows are compared that need no request: the error says how many were', async () => {
		const testbed = testbeds.at(-1)!;
		await testbed.setScene({ seed: { links: OTHERS } });
		const rows = Array.from({ length: 8_000 }, (_, n) => row(`new-${n}`));
		const request: RunRequest = {
			parameters: upsert(mapped('custom', 'url'), { dryRun: true }),
			items: rows,
			// Otherwise all rows are converted before the first request
			settings: { onError: 'continueRegularOutput' },
		};
		const { status, error } = await testbed.stopWhen(request, (sent) => sent.length > 0);
		expect(status).toBe('canceled');
		const [, completed] = /^(\d+) of 8000 items completed; /.exec(error?.description ?? '')!;
		expect(Number(completed)).toBeLessThan(rows.length);
	});

	test('after an update whose answer did not come: the campaign of before is sent again', async () => {
		const testbed = testbeds.at(-1)!;
		await testbed.setScene();
		const credentials = { baseUrl: testbed.url, apiKey: testbed.key };
		const requestFor = (campaign: number, staticData: Json = {}) => ({
			parameters: upsert(mapped('custom', 'url', 'campaign')),
			items: [row('a', { campaign })],
			staticData,
			credentials,
		});
		const first = await testbed.engine.run(requestFor(1));
		const fault = { match: { path: 'update$' }, times: 0, fault: NO_ANSWER };
		await testbed.control('/faults', { method: 'POST', body: [fault] });
		const changed = requestFor(2, first.staticData);
		const stopped = await testbed.stopWhen(changed, (sent) => countOf(sent, update) > 0);
		await sleep(ARRIVAL);
		await testbed.control('/faults', { method: 'DELETE' });
		const repeated = await testbed.engine.run(requestFor(1, stopped.staticData));
		expect(actions(repeated)).toEqual(['updated']);
		const third = await testbed.engine.run(requestFor(1, repeated.staticData));
		expect(actions(third)).toEqual(['unchanged']);
	});
});
