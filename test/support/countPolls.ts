/** Polls of counts, over lists that a test holds. */
import type { IDataObject } from 'n8n-workflow';

import {
	type CountState,
	increasedBy,
	pollCounts,
	startCounts,
} from '../../nodes/LinkManagement/trigger/counts';
import { type ListPoll, listPoll } from './listPoll';

interface Given extends Pick<
	ListPoll,
	'pageSize' | 'maxSize' | 'budget' | 'tellsLast' | 'matches' | 'ignoresPage' | 'key' | 'single'
> {
	highestFirst?: true;
	/** The only links to watch. */
	links?: string[];
}

/** The ID of a record, and its count. */
export type Count = [id: number, clicks: number];

/** Records with their counts in the order in which the service lists them: pairs, or a text such as `3:10 1:7`. */
export type Counts = string | Count[];

const countsIn = (counts: Counts) =>
	typeof counts === 'string'
		? counts.split(' ').map((pair) => pair.split(':').map(Number) as Count)
		: counts;

/** One poll over these counts. */
export async function poll(
	counts: Counts,
	state: CountState,
	rule = increasedBy(1),
	given: Given = {},
) {
	const { highestFirst, links, ...more } = given;
	const read: number[] = [];
	const sizes: number[] = [];
	const records = countsIn(counts).map(([id, clicks]): IDataObject => ({ id, clicks }));
	const source = { highestFirst };
	const reader = listPoll(
		{ pageSize: 2, ...more, source, records: () => records },
		({ page, size }) => {
			read.push(page);
			sizes.push(size);
		},
	);
	const { records: fired, state: next } = await pollCounts(reader, state, rule, links);
	return {
		// n8n stores the state as JSON
		state: JSON.parse(JSON.stringify(next)) as CountState,
		read,
		sizes,
		fired,
		firedIds: fired.map(({ id }) => id),
	};
}

/** The state after these polls. */
export async function after(polls: Counts[], rule = increasedBy(1), given: Given = {}) {
	let state = startCounts();
	for (const counts of polls) ({ state } = await poll(counts, state, rule, given));
	return state;
}
