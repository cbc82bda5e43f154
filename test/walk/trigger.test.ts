/**
 * Random walks of the trigger: lists in any order, IDs without order, deletions, failed polls, restarts and renamings. Each record
 * that was made since the publication comes out once, and none that was there before.
 */
import { expect } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import { listing, workflowIn } from '../support/virtual/polls';
import { virtualCaller } from '../support/virtual/scriptedRun';
import { choicesOf, testWalks } from '../support/walk/seeds';

const STEPS = 25;
/** Above all other IDs, as that of a record with a wrong one. */
const FAR = 2_000_000_000;

useVirtualClock();

/** How a service orders its list. */
const ORDERS: Record<string, (records: IDataObject[]) => IDataObject[]> = {
	newest: (records) => [...records].reverse(),
	oldest: (records) => records,
	alias: (records) => [...records].sort((a, b) => (String(a.alias) < String(b.alias) ? -1 : 1)),
};

async function walk(seed: number): Promise<void> {
	const { draw, pick } = choicesOf(seed * 15_485_863);
	const [order, ids] = [pick(Object.values(ORDERS)), pick(['ascending', 'random', 'one far'])];
	const hasDates = ids === 'random' || draw(2) === 0;
	const far = ids === 'one far' ? draw(40) : -1;

	let records: IDataObject[] = [];
	let made = 0;
	const make = (count: number): number[] =>
		Array.from({ length: count }, () => {
			const number = ++made;
			const own = ids === 'random' ? 1 + draw(1_000_000_000) : number;
			const id = number === far ? FAR : own;
			const alias = `a${draw(1_000_000)}`;
			const date = new Date(Date.now()).toISOString().slice(0, 19).replace('T', ' ');
			records.push({ id, alias, clicks: 0, ...(hasDates && { date }) });
			return id;
		});
	let fails = false;
	const list = listing(() => order(records), 40);
	const { caller } = virtualCaller(`trigger-${seed}`, (request, count) =>
		fails && draw(2) === 0 ? 'lost' : list(request, count),
	);

	const workflow = workflowIn('scheduler', caller, { event: 'newLink', filters: {} });
	const emitted: unknown[] = [];
	const note = async (ids: Promise<unknown[]>): Promise<void> => {
		try {
			emitted.push(...(await ids));
		} catch (error) {
			if (!fails) throw error;
		}
	};

	const before = new Set<unknown>(make(draw(60)));
	jest.advanceTimersByTime(60_000);
	await note(workflow.publish());
	await note(workflow.poll());
	let due: number[] = [];
	for (let step = 0; step < STEPS; step++) {
		const kind = draw(10);
		if (kind < 4) due.push(...make(1 + draw(pick([3, 3, 60]))));
		else if (kind === 4 && records.length > 0) {
			const { id } = pick(records);
			records = records.filter((record) => record.id !== id);
			due = due.filter((one) => one !== id);
		} else if (kind === 5) {
			// The process ends. What n8n stored is kept
			workflow.changeProcess();
			await note(workflow.publish(undefined, 'init'));
		} else if (kind === 6) {
			await note(workflow.publish(pick(['Trigger', 'Renamed', 'Third'])));
		} else {
			fails = draw(4) === 0;
			await note(workflow.poll());
			fails = false;
		}
	}
	for (let polls = 0; polls < 4; polls++) await note(workflow.poll());
	expect(emitted).toEqual([...new Set(emitted)]);
	// Without dates, a record with a wrong ID is new where the publication did not read its page
	expect(emitted.filter((id) => before.has(id) && id !== FAR)).toEqual([]);
	expect(due.filter((id) => !emitted.includes(id))).toEqual([]);
}

testWalks('each new record comes out once', walk);
