/** n8n keeps static data by the node's name, so that a renamed trigger gets none, or that of long before. */
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../../support/virtual/clock';
import { BUSY, LinkService } from '../../support/virtual/linkService';
import { type Keeping, workflowIn } from '../../support/virtual/polls';
import { newHost, virtualCaller } from '../../support/virtual/scriptedRun';

useVirtualClock();

const NEW_LINK = { event: 'newLink' };

/** A workflow whose trigger is published, in an account with three links. */
function inAccount(keeping: Keeping, parameters: IDataObject = NEW_LINK) {
	const outage = { isOn: false };
	const service = new LinkService({ instead: () => (outage.isOn ? BUSY : undefined) });
	service.fill(3);
	const { caller } = virtualCaller(newHost(), service.script);
	const workflow = workflowIn(keeping, caller, parameters);
	return {
		...{ service, outage },
		...workflow,
		/** Another process becomes the leader, and publishes the trigger; gives the way back to this one. */
		async takeOver(other?: string, as?: string): Promise<string> {
			const before = workflow.changeProcess(other);
			await workflow.publish(as, 'leadershipChange');
			return before;
		},
		async pollNewLink() {
			service.fill(1);
			return await workflow.poll();
		},
	};
}

describe.each<Keeping>(['memory', 'scheduler', 'cursors'])('Renamed, with %s', (keeping) => {
	test.each([
		['started the workflow', false],
		['found nothing', true],
	])('it goes on after a poll that %s', async (_, findsNothing) => {
		const { publish, poll, pollNewLink, service } = inAccount(keeping);
		await publish();
		expect(await pollNewLink()).toEqual([4]);
		if (findsNothing) expect(await poll()).toEqual([]);
		service.fill(1);
		expect([...(await publish('Renamed')), ...(await poll())]).toEqual([5]);
		expect(await poll()).toEqual([]);
		expect(await pollNewLink()).toEqual([6]);
	});

	test('back to the earlier name, what came out under the other one does not come out again', async () => {
		const { publish, poll, pollNewLink } = inAccount(keeping);
		await publish();
		await pollNewLink();
		await publish('Renamed');
		await poll();
		expect(await pollNewLink()).toEqual([5]);
		expect(await publish('Trigger')).toEqual([]);
		expect(await poll()).toEqual([]);
		expect(await pollNewLink()).toEqual([6]);
	});

	test('clicks of before do not come out again', async () => {
		const parameters = { event: 'linkClicksIncreased', increase: 10 };
		const { publish, poll, service } = inAccount(keeping, parameters);
		const clicked = (clicks: number) => {
			for (const link of service.links) link.clicks = clicks;
		};
		await publish();
		clicked(20);
		expect((await poll()).sort()).toEqual([1, 2, 3]);
		clicked(25);
		expect([...(await publish('Renamed')), ...(await poll())]).toEqual([]);
		clicked(32);
		expect((await poll()).sort()).toEqual([1, 2, 3]);
	});

	test('without a memory of the process, nothing old comes out', async () => {
		const { publish, poll, pollNewLink, changeProcess, service } = inAccount(keeping);
		await publish();
		await pollNewLink();
		service.fill(1);
		changeProcess();
		const ids = [...(await publish('Renamed', 'init')), ...(await poll())];
		// Only durable cursors are kept by the node's ID
		expect(ids).toEqual(keeping === 'cursors' ? [5] : []);
		expect(await pollNewLink()).toEqual([6]);
	});

	test('it goes on after a restart whose poll failed', async () => {
		const { publish, poll, pollNewLink, changeProcess, service, outage } = inAccount(keeping);
		await publish();
		await pollNewLink();
		changeProcess();
		service.fill(1);
		outage.isOn = true;
		expect(await publish(undefined, 'init')).toEqual([]);
		outage.isOn = false;
		expect([...(await publish('Renamed')), ...(await poll())]).toEqual([5]);
		expect(await pollNewLink()).toEqual([6]);
	});

	test('what another process has polled meanwhile does not come out again', async () => {
		const { publish, poll, pollNewLink, takeOver } = inAccount(keeping);
		await publish();
		expect(await pollNewLink()).toEqual([4]);
		const first = await takeOver();
		expect(await pollNewLink()).toEqual([5]);
		const second = await takeOver(first);
		expect(await poll()).toEqual([]);
		await takeOver(second, 'Renamed');
		expect([...(await poll()), ...(await pollNewLink())]).toEqual([6]);
		await takeOver(first);
		expect([...(await poll()), ...(await pollNewLink())]).toEqual([7]);
	});
});

test('with several processes that poll in turn, a renamed trigger starts anew instead of from an old state', async () => {
	const { publish, poll, pollNewLink, changeProcess } = inAccount('scheduler');
	await publish();
	expect(await pollNewLink()).toEqual([4]);
	const first = changeProcess();
	expect(await pollNewLink()).toEqual([5]);
	const second = changeProcess(first);
	expect(await poll()).toEqual([]);
	changeProcess(second);
	expect(await pollNewLink()).toEqual([6]);
	changeProcess(first);
	expect([...(await publish('Renamed')), ...(await poll())]).toEqual([]);
	expect(await pollNewLink()).toEqual([7]);
});

test('a process that takes over while the trigger is renamed does not go on from its memory', async () => {
	const { publish, poll, pollNewLink, changeProcess, takeOver } = inAccount('memory');
	await publish();
	const first = await takeOver();
	expect(await pollNewLink()).toEqual([4]);
	changeProcess(first);
	expect(await publish('Renamed', 'leadershipChange')).toEqual([]);
	expect(await poll()).toEqual([]);
	expect(await pollNewLink()).toEqual([5]);
});

test('renamed and with another filter, it starts anew', async () => {
	const parameters: IDataObject = { ...NEW_LINK };
	const { publish, pollNewLink, service } = inAccount('memory', parameters);
	await publish();
	await pollNewLink();
	service.fill(1);
	parameters.filters = { q: 'elsewhere' };
	expect(await publish('Renamed')).toEqual([]);
	expect(await pollNewLink()).toEqual([6]);
});
