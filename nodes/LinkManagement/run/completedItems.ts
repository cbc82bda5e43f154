import type { NodeApiError } from 'n8n-workflow';

import { perRun } from '../client/memory';
import type { LimitWaits } from '../client/rateLimit/limitWaits';
import { isFailure } from '../errors';
import type { Result } from '../operations/results';

/** The items of a run that are completed, or may be. */
export interface CompletedItems {
	/** The results of the completed items. */
	done: Map<number, Result[]>;
	/** The items whose results come out with the fields of their input item. */
	includesInput: Set<number>;
	/** Failures of items whose record exists or may exist, with their first description. */
	unknown: Map<number, { error: NodeApiError; description: NodeApiError['description'] }>;
	/** The waits for the limit, of each try. */
	waits: LimitWaits[];
}

/**
 * With Retry On Fail, n8n runs the whole node again. Only the same `getExecuteData()` object shows that it is a retry. An
 * item that is completed, or may be, is not sent again.
 */
export const completedItemsOf = perRun((): CompletedItems => ({
	done: new Map(),
	includesInput: new Set(),
	unknown: new Map(),
	waits: [],
}));

/**
 * Processes an item, unless an earlier attempt completed it. Then it returns the earlier results, or throws the earlier
 * failure if the record may exist.
 */
export async function unlessCompleted(
	{ done, unknown }: CompletedItems,
	item: number,
	work: () => Promise<Result[]>,
): Promise<Result[]> {
	const doubt = unknown.get(item);
	if (doubt) {
		doubt.error.description = doubt.description;
		throw doubt.error;
	}
	const noted = (error: unknown): unknown => {
		if (isFailure(error, 'outcomeUnknown', 'otherThanAsked'))
			unknown.set(item, { error, description: error.description });
		return error;
	};
	try {
		const results = done.get(item) ?? (await work());
		done.set(item, results);
		return results;
	} catch (error) {
		throw noted(error);
	}
}
