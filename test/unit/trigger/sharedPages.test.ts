/** Triggers of one key that poll at the same time share the first page of a list. */
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../../support/virtual/clock';
import { BUSY, LinkService } from '../../support/virtual/linkService';
import { virtualTrigger } from '../../support/virtual/polls';
import { newHost } from '../../support/virtual/scriptedRun';

useVirtualClock();

/** Published triggers on *New Link* in an account with three links, to which one is added. */
async function published(...filters: IDataObject[]) {
	const fails = { is: false };
	const service = new LinkService({ instead: () => (fails.is ? BUSY : undefined) });
	service.fill(3);
	const host = newHost();
	const polls = filters.map((filter) =>
		virtualTrigger({ event: 'newLink', filters: filter }, service.script, host),
	);
	for (const poll of polls) await poll();
	jest.advanceTimersByTime(60_000);
	service.fill(1);
	/** The polls of these triggers, one after the other. */
	const pollInTurn = async (...triggers: number[]) => {
		const polled = [];
		for (const trigger of triggers) polled.push(await polls[trigger]!());
		const requests = polled.reduce((sum, poll) => sum + poll.requests.length, 0);
		return {
			ids: polled.map(({ ids }) => ids),
			errors: polled.map(({ error }) => error),
			requests,
		};
	};
	return { fails, service, polls, pollInTurn };
}

test('three triggers send one request, one after the other or at once', async () => {
	const { polls, pollInTurn, service } = await published({}, {}, {});
	expect(await pollInTurn(0, 1, 2)).toMatchObject({ ids: [[4], [4], [4]], requests: 1 });
	service.fill(1);
	jest.advanceTimersByTime(60_000);
	const polled = await Promise.all(polls.map(async (poll) => await poll()));
	expect(polled.map(({ ids }) => ids)).toEqual([[5], [5], [5]]);
	expect(polled.map(({ requests }) => requests.length)).toEqual([1, 0, 0]);
});

test('a trigger never gets the page that it has read', async () => {
	const { pollInTurn, service } = await published({}, {});
	await pollInTurn(0, 1);
	service.fill(1);
	jest.advanceTimersByTime(1_000);
	expect(await pollInTurn(1, 0)).toMatchObject({ ids: [[5], [5]], requests: 1 });
});

test.each<[string, number, IDataObject]>([
	['after five seconds', 5_000, {}],
	['with another filter', 0, { q: 'page' }],
])('%s, a page is not shared', async (_, wait, filter) => {
	const { pollInTurn } = await published({}, filter);
	await pollInTurn(0);
	jest.advanceTimersByTime(wait);
	expect((await pollInTurn(1)).requests).toBe(1);
});

test('a failed page is not shared', async () => {
	const { pollInTurn, fails } = await published({}, {});
	fails.is = true;
	expect((await pollInTurn(0)).errors).toMatchObject([{ message: 'Busy.' }]);
	fails.is = false;
	expect((await pollInTurn(1)).ids).toEqual([[4]]);
});
