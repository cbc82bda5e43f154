/** What the polls of one activation share: n8n gives all of them the same context. */
import type { IDataObject } from 'n8n-workflow';

import { poll } from '../../../nodes/LinkManagement/trigger/poll';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';
import { BUSY, LinkService } from '../../support/virtual/linkService';
import { pollContext } from '../../support/virtual/polls';
import { newHost, virtualCaller } from '../../support/virtual/scriptedRun';

useVirtualClock();

/** A trigger whose first look at the list is done, and which has become a new link since. */
async function resumed(activation: string) {
	const broken = { is: false };
	const service = new LinkService({ instead: () => (broken.is ? BUSY : undefined) });
	service.fill(3);
	const { caller, requests } = virtualCaller(newHost(), service.script);
	const state: IDataObject = {};
	const context = () => pollContext(caller, { event: 'newLink' }, state, { activation });
	await advanceUntil(poll(context()));
	service.fill(1);
	requests.length = 0;
	return { broken, requests, context };
}

test('a poll that begins while the last one runs does nothing, so that no record comes out twice', async () => {
	const { context, requests } = await resumed('update');
	const one = context();
	const [first, second] = await advanceUntil(Promise.all([poll(one), poll(one)]));
	expect(first?.[0]?.map(({ json }) => json.id)).toEqual([4]);
	expect(second).toBeNull();
	expect(requests).toHaveLength(1);
	expect(await advanceUntil(poll(one))).toBeNull();
	expect(requests).toHaveLength(2);
});

test.each(['init', 'leadershipChange'])(
	'the first poll after a restart (%s) may fail, the next ones not',
	async (activation) => {
		const { context, broken } = await resumed(activation);
		const one = context();
		broken.is = true;
		expect(await advanceUntil(poll(one))).toBeNull();
		await expect(advanceUntil(poll(one))).rejects.toThrow('Busy.');
		// The next start of n8n
		expect(await advanceUntil(poll(context()))).toBeNull();
	},
);

test.each(['update', 'activate', 'create'])(
	'a poll that fails when a person activates (%s) is an error',
	async (activation) => {
		const { context, broken } = await resumed(activation);
		broken.is = true;
		await expect(advanceUntil(poll(context()))).rejects.toThrow('Busy.');
	},
);
