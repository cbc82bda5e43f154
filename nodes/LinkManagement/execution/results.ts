import {
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { itemLabel } from '../transport/refusal';
import { Canceled } from '../transport/wait';

/** What an item brings, before it is paired. */
export type Result = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Results as items, each paired to the input item it came from: n8n's engine does not pair them. */
export const itemsOf = (results: Result[], item: number): INodeExecutionData[] =>
	results.map((result) => ({ ...result, pairedItem: { item } }));

/** Whatever was thrown, as an error that is safe to store and names the item: a raw HTTP error carries the key. */
export function nodeError(error: unknown, node: INode, item: number): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const { message, description } = error as { message?: string; description?: string };
	// "canceled" in the message is what makes n8n show the run as canceled
	const text = error instanceof Canceled ? error.message : `${message ?? String(error)}${itemLabel(item)}`;
	return new NodeOperationError(node, text, { itemIndex: item, description: description ?? undefined });
}

/**
 * One item's refusal under On Error: Continue, in the form that n8n neither runs again nor loses. Before n8n 1.121 the
 * Error Output shows only what stands in `json`; with Retry On Fail that would run the node again.
 */
export const refusedItem = (
	error: NodeApiError | NodeOperationError,
	{ onError, retryOnFail }: INode,
	item: number,
): INodeExecutionData => ({
	json: onError === 'continueErrorOutput' && !retryOnFail ? { error: error.message } : {},
	error,
	pairedItem: { item },
});
