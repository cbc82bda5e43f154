import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
	sleep,
} from 'n8n-workflow';

import { Canceled, itemLabel } from '../errors';
import { isObject } from '../values/json';
import { type PlainText, plainTextWithout } from '../values/plainText';
import { withoutError } from './reply';

/** An output item before it is paired to its input item. */
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

/**
 * Results as items, each paired to the input item it came from, because n8n's engine does not pair them.
 *
 * @param input the fields of the input item, where they come first; the record's win where both have a name. A field
 *   `error` is left out, as n8n takes an item that has one for a failed item.
 */
export const pairedItems = async (
	results: Result[],
	item: number,
	input?: IDataObject,
): Promise<INodeExecutionData[]> =>
	await inSlices(results, ({ json, ...rest }) => [
		{ json: input ? { ...withoutError(input), ...json } : json, ...rest, pairedItem: { item } },
	]);

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
 * A failed item under On Error: Continue.
 *
 * On the error output, n8n puts the fields of the input item beside an error that stands in `json` alone, without
 * `error` of the item. In both outputs, such an item as the first one makes n8n run the whole node again where Retry
 * On Fail is on. There the item bears the error itself, and n8n replaces its fields.
 *
 * @param input the fields of the input item, where they are to come out
 */
export function failedItem(
	error: NodeApiError | NodeOperationError,
	{ onError, retryOnFail }: INode,
	item: number,
	input?: IDataObject,
): INodeExecutionData {
	const pairedItem = { item };
	if (retryOnFail) return { json: {}, error, pairedItem };
	if (onError === 'continueErrorOutput') return { json: { error: error.message }, pairedItem };
	return input
		? { json: { ...input, error: error.message }, pairedItem }
		: { json: {}, error, pairedItem };
}
