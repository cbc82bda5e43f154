/** Triggers of one key that poll at the same time share the first page of a list. */
import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { poll } from '../../../nodes/LinkManagement/trigger/poll';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';
import { BUSY, LinkService } from '../../support/virtual/linkService';
import { pollContext } from '../../support/virtual/polls';
import { newHost, virtualCaller } from '../../support/virtual/scriptedRun';

useVirtualClock();

/** Published triggers on *New Link* in an account with three links, to which one is added. */
async function published(...filters: IDataObject[]) {
	const fails = { is: false };
	const service = new LinkService({ instead: () => (fails.is ? BUSY : undefined) });
	service.fill(3);
	const { caller, requests } = virtualCaller(newHost(), service.script);
	const triggers = filters.map((filter) => {
		const workflowId = randomUUID();
		const state: IDataObject = {};
		const parameters = { event: 'newLink', filters: filter };
		return async () =>
			(await poll(pollContext(caller, parameters, state, { workflowId })))?.[0]?.map(
				({ json }) => json.id,
			);
	});
	for (const trigger of triggers) await advanceUntil(trigger());
	jest.advanceTimersByTime(60_000);
	service.fill(1);
	requests.length = 0;
	return { fails, service, requests, triggers };
}

test('three triggers send one request, one after the other or at once', async () => {
	const { triggers, requests, service } = await published({}, {}, {});
	for (const trigger of triggers) expect(await advanceUntil(trigger())).toEqual([4]);
	expect(requests).toHaveLength(1);
	service.fill(1);
	jest.advanceTimersByTime(60_000);
	const ids = await advanceUntil(Promise.all(triggers.map(async (trigger) => await trigger())));
	expect(ids).toEqual([[5], [5], [5]]);
	expect(requests).toHaveLength(2);
});

test('a trigger never gets the page that it has read', async () => {
	const { triggers, requests, service } = await published({}, {});
	const [first, second] = triggers;
	expect(await advanceUntil(first!())).toEqual([4]);
	expect(await advanceUntil(second!())).toEqual([4]);
	service.fill(1);
	jest.advanceTimersByTime(1_000);
	expect(await advanceUntil(second!())).toEqual([5]);
	expect(await advanceUntil(first!())).toEqual([5]);
	expect(requests).toHaveLength(2);
});

test.each<[string, number, IDataObject]>([
	['after five seconds', 5_000, {}],
	['with another filter', 0, { q: 'page' }],
])('%s, a page is not shared', async (_, wait, filter) => {
	const { triggers, requests } = await published({}, filter);
	await advanceUntil(triggers[0]!());
	jest.advanceTimersByTime(wait);
	await advanceUntil(triggers[1]!());
	expect(requests).toHaveLength(2);
});

test('a failed page is not shared', async () => {
	const { triggers, fails } = await published({}, {});
	fails.is = true;
	await expect(advanceUntil(triggers[0]!())).rejects.toThrow('Busy.');
	fails.is = false;
	expect(await advanceUntil(triggers[1]!())).toEqual([4]);
});
