import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { positiveInteger } from '../fields/convert';
import { isObject, textOf } from '../values/json';
import { type EventName, events } from './events';

/** What the user watches, from the parameters of the trigger. Plain JSON, as n8n stores it. */
export interface Watch {
	event: EventName;
	/** Minimum Increase or Threshold; 0 for events without one. */
	amount: number;
	/** The keyword of the filter, or ''. */
	keyword: string;
}

const AMOUNT_FIELDS = {
	increased: ['increase', 'Minimum Increase'],
	reached: ['threshold', 'Threshold'],
} as const;

/** @throws {NodeOperationError} for an amount that is not a whole number of at least 1 */
export function watchOf(context: IPollFunctions): Watch {
	const event = textOf(context.getNodeParameter('event')) as EventName;
	const { q } = context.getNodeParameter('filters', {}) as IDataObject;
	const keyword = textOf(q).trim();
	const { kind } = events[event];
	if (kind === 'new') return { event, amount: 0, keyword };
	const [field, label] = AMOUNT_FIELDS[kind];
	const place = { label, node: context.getNode() };
	return { event, amount: positiveInteger(context.getNodeParameter(field), place), keyword };
}

/** Whether a stored state belongs to this watch. The order of its keys is ignored, because a database may change it. */
export const isSameWatch = (kept: unknown, { event, amount, keyword }: Watch): boolean =>
	isObject(kept) && kept.event === event && kept.amount === amount && kept.keyword === keyword;
