import type { IDataObject } from 'n8n-workflow';

import { perRun } from '../../client/memory';
import type { ItemCall, Operation } from '../operation';

/**
 * Records that items of a run made and do not report, by item: something failed or was stopped after the creation. The error
 * that ends the run names them, because it shows only the failure of one item. At most one for each item.
 */
export const madeByFailedOf = perRun(() => new Map<number, IDataObject>());

/** What an earlier try made for an item before it failed. */
export const madeByEarlierTry = ({ run, item }: ItemCall): IDataObject | undefined =>
	run.tries?.map((each) => madeByFailedOf(each).get(item)).find((record) => record !== undefined);

/** Whether a record was made by this run. People remove these after a failed run, so no other may be named. */
export const isMadeHere = (
	{ behavior: { kind } }: Operation,
	{ created, action }: IDataObject,
): boolean =>
	kind === 'creates' ||
	(kind === 'createsOrGets' && created === true) ||
	(kind === 'upserts' && action === 'created');
