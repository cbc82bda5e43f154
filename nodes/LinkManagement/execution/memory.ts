import type { IDataObject } from 'n8n-workflow';

/**
 * What the items of a run have already brought. With Retry On Fail n8n runs the whole node again, and the same
 * `getExecuteData()` object is all that tells: an item that is done is not sent again.
 */
const runs = new WeakMap<object, Map<number, IDataObject[]>>();

/** @param run `getExecuteData()` of the node's run */
export function doneItems(run: object): Map<number, IDataObject[]> {
	const known = runs.get(run);
	if (known) return known;
	const made = new Map<number, IDataObject[]>();
	runs.set(run, made);
	return made;
}
