/** How the requests of a key were used, from the journal of the service. */
import { groupOf } from './bulkRuns';

/** Of the journal. */
export interface Request {
	/** Arrival, in milliseconds since the epoch. */
	at: number;
	/** Milliseconds until it was answered. */
	ms: number;
	status: number;
	body: { url: string };
}

export interface Spending {
	requests: number;
	/** Of these, refused by the rate limit. */
	refused: number;
	/** The windows that were used, and the minimum number. */
	windows: number;
	leastWindows: number;
	/** How many of the first half were let through, by sender. */
	firstHalf: Record<string, number>;
}

/** @param window length of a window in ms @param senderOf who sent the request for a URL */
export function spending(
	journal: Request[],
	limit: number,
	window: number,
	senderOf: (url: string) => string,
): Spending {
	const passed = journal.filter(({ status }) => status !== 429);
	const leastWindows = Math.ceil(passed.length / limit);
	return {
		requests: journal.length,
		refused: journal.length - passed.length,
		windows: windowsOf(passed, window),
		leastWindows,
		firstHalf: count(passed.slice(0, passed.length / 2).map(({ body }) => senderOf(body.url))),
	};
}

/** A window of the service begins with the first request after the last one ended. */
function windowsOf(passed: Request[], length: number): number {
	let count = 0;
	let end = -Infinity;
	for (const { at } of passed) {
		if (at < end) continue;
		count++;
		end = at + length;
	}
	return count;
}

function count(names: string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
	return counts;
}

/** How long each group of rows took, from its first request to its last answer, in ms; the shortest first. */
export function timesByGroup(journal: Request[]): number[] {
	const groups = new Map<string, Request[]>();
	for (const request of journal) {
		const group = groupOf(request.body.url);
		groups.set(group, [...(groups.get(group) ?? []), request]);
	}
	const end = ({ at, ms }: Request) => at + ms;
	return [...groups.values()]
		.map((requests) => Math.max(...requests.map(end)) - requests[0]!.at)
		.sort((a, b) => a - b);
}
