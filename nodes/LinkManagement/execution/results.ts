import {
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
	sleep,
} from 'n8n-workflow';

import { Canceled, itemLabel } from '../errors';
import { isObject } from '../values/json';
import { type PlainText, plainTextWithout } from '../values/plainText';

/** What an item brings, before it is paired. */
export type Result = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Entries of a list worked on before the server gets to do something else. */
const SLICE = 10_000;

/** As `flatMap`, for lists that would take the server too long at a stretch. */
export async function inSlices<T, R>(list: T[], each: (entry: T) => R[]): Promise<R[]> {
	const all: R[] = [];
	for (let at = 0; at < list.length; at += SLICE) {
		if (at > 0) await sleep(0);
		for (const entry of list.slice(at, at + SLICE)) all.push(...each(entry));
	}
	return all;
}

/** Results as items, each paired to the input item it came from: n8n's engine does not pair them. */
export const pairedItems = async (results: Result[], item: number): Promise<INodeExecutionData[]> =>
	await inSlices(results, (result) => [{ ...result, pairedItem: { item } }]);

/**
 * Whatever was thrown, as an error that is safe to store and names the item: a raw HTTP error carries the key. The
 * errors of n8n and of this node are safe as they are.
 */
export function toNodeError(
	error: unknown,
	node: INode,
	item: number,
	plainText: PlainText = plainTextWithout(''),
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	// "canceled" in the message is what makes n8n show the run as canceled
	if (error instanceof Canceled)
		return new NodeOperationError(node, error.message, { itemIndex: item });
	const { message, description } = isObject(error)
		? error
		: { message: error, description: undefined };
	return new NodeOperationError(
		node,
		`${plainText(message) || 'Unknown error'}${itemLabel(item)}`,
		{
			itemIndex: item,
			description: plainText(description) || undefined,
		},
	);
}

/**
 * One item's refusal under On Error: Continue, in the form that n8n neither runs again nor loses. Before n8n 1.121 the
 * Error Output shows only what stands in `json`; with Retry On Fail that would run the node again.
 */
export const failedItem = (
	error: NodeApiError | NodeOperationError,
	{ onError, retryOnFail }: INode,
	item: number,
): INodeExecutionData => ({
	json: onError === 'continueErrorOutput' && !retryOnFail ? { error: error.message } : {},
	error,
	pairedItem: { item },
});
