/**
 * Polls beside others: those of n8n's durable scheduler, each with a context of its own and the state that n8n has stored by then;
 * those of one activation, which share a context; and those of other triggers of the key.
 */
import { randomUUID } from 'node:crypto';

import { type IDataObject, sleep } from 'n8n-workflow';

import { poll } from '../../../nodes/LinkManagement/trigger/poll';
import { outcomeOf } from '../../support/stubService';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';
import { BUSY, LinkService, type LinkServiceOptions } from '../../support/virtual/linkService';
import { pollContext } from '../../support/virtual/polls';
import { newHost, virtualCaller, type VirtualScript } from '../../support/virtual/scriptedRun';

useVirtualClock();

/** The IDs of the records that came out, or null. */
const idsIn = (output: Awaited<ReturnType<typeof poll>>) =>
	output?.[0]?.map(({ json }) => json.id) ?? null;

/** A trigger in an account with three links. n8n stores a state only when a test calls `store`. */
function durableTrigger(options: LinkServiceOptions = {}) {
	const service = new LinkService(options);
	service.fill(3);
	const host = newHost();
	const latency = { ms: 0 };
	const delayed: VirtualScript = async (request, count) => {
		await sleep(latency.ms);
		return await service.script(request, count);
	};
	const { caller, requests } = virtualCaller(host, delayed);
	const workflowId = randomUUID();
	let stored: IDataObject = {};
	const pollFrom = async (state: IDataObject, isDurable = true, q = '', as: object = caller) => {
		const next = structuredClone(state);
		const parameters = { event: 'newLink', filters: { q } };
		const activation = isDurable ? 'update' : 'activate';
		const context = pollContext(as, parameters, next, { workflowId, isDurable, activation });
		return { ids: idsIn(await poll(context)), next };
	};
	return {
		...{ service, host, latency, requests, pollFrom },
		publish: async () => (await advanceUntil(pollFrom({}, false))).next,
		poll: async (q = '') => await advanceUntil(pollFrom(stored, true, q)),
		store: (state: IDataObject) => (stored = state),
	};
}

test('the state of publication is not used for another filter, nor after n8n has stored one', async () => {
	const trigger = durableTrigger();
	const state = await trigger.publish();
	trigger.service.fill(2);
	expect((await advanceUntil(trigger.pollFrom({}, true, 'page'))).ids).toBeNull();
	trigger.store(state);
	expect((await trigger.poll()).ids).toEqual([4, 5]);
	trigger.store({});
	jest.advanceTimersByTime(45_000);
	expect((await trigger.poll()).ids).toBeNull();
});

test('a long list in no order is read to its end, where n8n stores nothing of polls without records', async () => {
	const idFor = (number: number) => (number === 2 ? 9_000_000 : number);
	const trigger = durableTrigger({ oldestFirst: true, maxPage: 5, idFor });
	const fill = (count: number) => {
		trigger.service.fill(count);
		for (const link of trigger.service.links) link.date = '';
	};
	fill(70);
	await trigger.publish();
	const emitted: unknown[] = [];
	for (let polls = 1; polls < 24; polls++) {
		if (polls % 8 === 0) fill(1);
		jest.advanceTimersByTime(45_000);
		const { ids, next } = await trigger.poll();
		if (ids) trigger.store(next);
		emitted.push(...(ids ?? []));
	}
	expect(emitted).toEqual([74, 75]);
});

test('two polls at the same moment send one request, and the records come out once', async () => {
	const trigger = durableTrigger();
	const state = await trigger.publish();
	trigger.service.fill(2);
	trigger.requests.length = 0;
	const both = [trigger.pollFrom(state), trigger.pollFrom(state)];
	const polls = await advanceUntil(Promise.all(both));
	expect(polls.map(({ ids }) => ids)).toEqual([[4, 5], null]);
	expect(trigger.requests).toHaveLength(1);
	// n8n stores nothing for a poll that gives nothing and changes nothing
	expect(polls[1]!.next).toEqual(state);
});

test.each([
	['publication', {}],
	['a poll', undefined],
])(
	'a poll from the state after %s from which records have just come out gives nothing',
	async (_, unstored) => {
		const trigger = durableTrigger();
		const state = await trigger.publish();
		trigger.store(unstored ?? state);
		trigger.service.fill(2);
		const { next } = await trigger.poll();
		expect(await trigger.poll()).toEqual({ ids: null, next: unstored ?? state });
		trigger.store(next);
		trigger.service.fill(1);
		expect((await trigger.poll()).ids).toEqual([6]);
	},
);

test('records come out once where n8n has stored an empty poll of before meanwhile', async () => {
	const trigger = durableTrigger();
	trigger.store(await trigger.publish());
	const { next: earlier } = await trigger.poll();
	trigger.service.fill(2);
	expect((await trigger.poll()).ids).toEqual([4, 5]);
	trigger.store({ ...earlier, pollsBefore: 1 });
	expect((await trigger.poll()).ids).toBeNull();
});

test('no poll begins before n8n has stored the state of the first one', async () => {
	const trigger = durableTrigger();
	await trigger.publish();
	const { next } = await trigger.poll();
	trigger.service.fill(2);
	expect((await trigger.poll()).ids).toBeNull();
	trigger.store(next);
	expect((await trigger.poll()).ids).toEqual([4, 5]);
});

test('a state that n8n failed to store is used again after 45 seconds', async () => {
	const trigger = durableTrigger();
	trigger.store(await trigger.publish());
	trigger.service.fill(2);
	for (const [seconds, ids] of [
		[0, [4, 5]],
		[44, null],
		[1, [4, 5]],
	] as const) {
		jest.advanceTimersByTime(seconds * 1_000);
		expect((await trigger.poll()).ids).toEqual(ids);
	}
});

test.each([
	['publishes anew', false, true],
	['polls on its own while it is published', true, false],
])('records come out once where n8n %s before it has stored the state', async (_, ...isDurable) => {
	const trigger = durableTrigger();
	const state = await trigger.publish();
	trigger.service.fill(2);
	const [ids, later] = isDurable.map(async (each) => (await trigger.pollFrom(state, each)).ids);
	expect(await advanceUntil(Promise.all([ids, later]))).toEqual([[4, 5], null]);
	expect((await advanceUntil(trigger.pollFrom(state, isDurable[1]))).ids).toBeNull();
});

describe('A publication that meets a running poll', () => {
	test.each([
		['waits for it, and goes on after it', ''],
		['takes its baseline', 'elsewhere'],
	])('%s', async (_, q) => {
		const { service, latency, publish, poll, pollFrom, store } = durableTrigger();
		const state = await publish();
		service.fill(1);
		latency.ms = 5_000;
		const both = [pollFrom(state), pollFrom(state, false, q)];
		const [running, publication] = await advanceUntil(Promise.all(both));
		expect([running!.ids, publication!.ids]).toEqual([[4], null]);
		// n8n stores what has changed
		store((q === '' ? running : publication)!.next);
		latency.ms = 0;
		service.fill(1);
		expect((await poll(q)).ids).toEqual([5]);
	});

	test('refuses a wrong key', async () => {
		const { host, latency, publish, pollFrom } = durableTrigger();
		const state = await publish();
		latency.ms = 5_000;
		const refused = { status: 401, body: { error: 1, message: 'Invalid API key.' } };
		const { caller } = virtualCaller(host, () => refused, { apiKey: 'wrong' });
		const both = [pollFrom(state), pollFrom(state, false, '', caller)];
		const [, publication] = await advanceUntil(Promise.allSettled(both));
		const failure = { cause: 'credential-invalid' };
		expect(publication).toMatchObject({ reason: { failure } });
	});

	test('fails after ten seconds', async () => {
		const { latency, publish, pollFrom } = durableTrigger();
		const state = await publish();
		latency.ms = 25_000;
		const both = [pollFrom(state), pollFrom(state, false)];
		const [, publication] = await advanceUntil(Promise.allSettled(both));
		expect(publication).toMatchObject({
			reason: {
				message: 'A poll of this trigger still runs: publish again in half a minute',
				description: expect.stringMatching(/^Until it has ended/) as string,
				failure: { cause: 'temporarily-unavailable' },
			},
		});
	});
});

test('a publication reads the list also while n8n stores the first state', async () => {
	const trigger = durableTrigger();
	await trigger.publish();
	await trigger.poll();
	trigger.requests.length = 0;
	await trigger.publish();
	expect(trigger.requests).not.toEqual([]);
});

test.each([
	['init', true],
	['leadershipChange', true],
	['update', false],
	['activate', false],
	['create', false],
])('after an activation of the kind %s, the first poll may fail: %s', async (activation, may) => {
	let fails = false;
	const service = new LinkService({ instead: () => (fails ? BUSY : undefined) });
	const { caller } = virtualCaller(newHost(), service.script);
	const state: IDataObject = {};
	/** The same for all polls of an activation. */
	const activate = () => pollContext(caller, { event: 'newLink' }, state, { activation });
	await advanceUntil(poll(activate()));
	fails = true;
	for (let start = 0; start < 2; start++) {
		const context = activate();
		const messages = [];
		for (let n = 0; n < 2; n++)
			messages.push((await advanceUntil(outcomeOf(poll(context)))).message);
		expect(messages).toEqual([may ? '' : 'Busy.', 'Busy.']);
	}
});
