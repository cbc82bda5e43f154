/** Polls of n8n's durable scheduler: each has a context of its own and the state that n8n has stored by then. */
import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { poll } from '../../../nodes/LinkManagement/trigger/poll';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';
import { LinkService } from '../../support/virtual/linkService';
import { pollContext } from '../../support/virtual/polls';
import { newHost, virtualCaller } from '../../support/virtual/scriptedRun';

useVirtualClock();

/** A trigger in an account with three links. n8n stores a state only when a test calls `store`. */
function durableTrigger() {
	const service = new LinkService();
	service.fill(3);
	const { caller, requests } = virtualCaller(newHost(), service.script);
	const workflowId = randomUUID();
	let stored: IDataObject = {};
	const pollFrom = async (state: IDataObject, isDurable = true, q = '') => {
		const next = structuredClone(state);
		const parameters = { event: 'newLink', filters: { q } };
		const activation = isDurable ? 'update' : 'activate';
		const context = pollContext(caller, parameters, next, { workflowId, isDurable, activation });
		const output = await poll(context);
		return { ids: output?.[0]?.map(({ json }) => json.id) ?? null, next };
	};
	return {
		...{ service, requests, pollFrom },
		publish: async () => (await advanceUntil(pollFrom({}, false))).next,
		poll: async () => await advanceUntil(pollFrom(stored)),
		store: (state: IDataObject) => (stored = state),
	};
}

test('what appears between publication, whose state n8n does not store, and the first poll comes out', async () => {
	const trigger = durableTrigger();
	await trigger.publish();
	trigger.service.fill(2);
	const { ids, next } = await trigger.poll();
	expect(ids).toEqual([4, 5]);
	trigger.store(next);
	expect((await trigger.poll()).ids).toBeNull();
});

test('a poll that finds nothing has a state for n8n to store', async () => {
	const trigger = durableTrigger();
	const first = await trigger.publish();
	expect((await trigger.poll()).next).toEqual(first);
});

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
