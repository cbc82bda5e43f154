import type { NodeApiError } from 'n8n-workflow';
import { perRun } from '../client/account';
import type { LimitWaits } from '../client/log';
import { Canceled, isFailure, type ItemError, reasonInWords } from '../errors';
import type { ItemName } from './itemName';
import type { Run } from './operation';
import type { Result } from './output';
import { FileNames } from '../text/fileNames';
import { Reasons } from './reasons';

/** The items of a run that no further try processes again. */
export interface CompletedItems {
	done: Map<number, Result[]>;
	/** The items whose results come out with the fields of their input item. */
	includesInput: Set<number>;
	/** Failures of items whose record exists or may exist, with their first description. */
	unknown: Map<number, { error: NodeApiError; description: NodeApiError['description'] }>;
	/** Items that Stop ended when a creation was sent, so that their record may exist. */
	inDoubt: Set<number>;
	/** With On Error: Continue, why items failed, as their `error` says it. */
	failed: Map<number, string>;
	/** The same, grouped. */
	reasons: Reasons;
	/** With one item at a time: each item is done before the next one is known. */
	fileNames: FileNames;
	/** Rows without any value, which are not sent. */
	blank: Set<number>;
	/** Of each try. */
	waits: LimitWaits[];
	/** Their items leave notes: see `runNotesOf`. */
	tries: Run[];
}

/**
 * With Retry On Fail, n8n runs the whole node again: after an error, and with On Error: Continue also if the first item
 * failed. Only the same `getExecuteData()` object shows that it is a retry. Items of earlier tries are not sent again,
 * unless they failed and ended the run. At most one entry for each item.
 */
export const completedItemsOf = perRun((): CompletedItems => ({
	done: new Map(),
	includesInput: new Set(),
	unknown: new Map(),
	inDoubt: new Set(),
	failed: new Map(),
	reasons: new Reasons(),
	fileNames: new FileNames(),
	blank: new Set(),
	waits: [],
	tries: [],
}));

export const isCompleted = ({ done, failed, blank }: CompletedItems, item: number): boolean =>
	done.has(item) || failed.has(item) || blank.has(item);

/** Notes that an item comes out with its failure. Each try of a run that can't begin notes all items, but they count once. */
export function noteFailed(
	{ failed, reasons }: CompletedItems,
	name: ItemName,
	error: ItemError,
): void {
	const { item } = name;
	if (failed.has(item)) return;
	failed.set(item, reasonInWords(error, item));
	reasons.add(name, error);
}

/** Of an item that an earlier try completed, returns the results, or throws the failure if the record may exist. */
export async function unlessCompleted(
	{ done, unknown, inDoubt }: CompletedItems,
	item: number,
	work: () => Promise<Result[]>,
): Promise<Result[]> {
	const doubt = unknown.get(item);
	if (doubt) {
		doubt.error.description = doubt.description;
		throw doubt.error;
	}
	const noted = (error: unknown): unknown => {
		if (isFailure(error, 'outcomeUnknown', 'notAsRequested'))
			unknown.set(item, { error, description: error.description });
		if (error instanceof Canceled && error.mayHaveCreated) inDoubt.add(item);
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
