import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { yieldToEventLoop } from '../../client/wait';
import { Canceled, type ItemError, itemLabel } from '../../errors';
import { isObject } from '../../values/json';
import { type PlainText, plainText } from '../../values/plainText';

/** An output item before it is paired to its input item. */
export type Result = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Fields that say that an item failed, or that something is other than requested. */
const MARKS = ['error', 'warning'];

/** Entries of a list that are processed before other work of the server gets a turn. */
const SLICE = 10_000;

/** Like `map`, for long lists that would block the server. */
export async function inSlices<T, R>(list: T[], each: (entry: T) => R): Promise<R[]> {
	// An array that grows leaves copies of itself behind, which count where memory is at its peak
	const all = new Array<R>(list.length);
	let count = 0;
	for (const entry of list) {
		if (count > 0 && count % SLICE === 0) await yieldToEventLoop();
		all[count++] = each(entry);
	}
	return all;
}

/** The fields of an input item without those that mark an item of this node. */
const withoutMarks = (input: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(input).filter(([name]) => !MARKS.includes(name)));

/**
 * Results as items, each paired to the input item it came from, because n8n's engine does not pair them.
 *
 * @param input the fields of the input item, if they are included. They come first; a field of the record replaces one of the
 *   same name. `error` is left out, because n8n treats an item with this field as failed, and `warning`, because that of an
 *   earlier node would look like one of this node.
 */
export const pairedItems = async (
	results: Result[],
	item: number,
	input?: IDataObject,
): Promise<INodeExecutionData[]> => {
	const fields = input && withoutMarks(input);
	// One object for all, as n8n's constructExecutionMetaData gives them: a list of 100,000 links has one input item
	const pairedItem = { item };
	return await inSlices(results, ({ json, binary }) => ({
		json: fields ? { ...fields, ...json } : json,
		...(binary && { binary }),
		pairedItem,
	}));
};

/** Whether the node is an AI agent's tool. n8n then adds "Tool" to the name of its type. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/**
 * The results of an item as an AI agent's tool returns them. An empty result is replaced by a message, because a model
 * that gets an empty result may make one up.
 */
export const toolResults = (results: Result[], node: INode): Result[] =>
	isTool(node) && results.length === 0
		? [{ json: { found: false, message: 'No record was found' } }]
		: results;

/**
 * Turns anything that was thrown into an error that is safe to store and names the item. A raw HTTP error contains the key;
 * the errors of n8n and of this node do not.
 */
export function toNodeError(
	error: unknown,
	node: INode,
	item: number,
	toText: PlainText = plainText,
): ItemError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	// "canceled" in the message is what makes n8n show the run as canceled
	if (error instanceof Canceled)
		return new NodeOperationError(node, error.message, { itemIndex: item });
	const { message, description } = isObject(error)
		? error
		: { message: error, description: undefined };
	return new NodeOperationError(
		node,
		`${toText(message) || 'The reason is not known'}${itemLabel(item)}`,
		{
			itemIndex: item,
			description: toText(description) || undefined,
		},
	);
}

/**
 * A failed item with On Error: Continue: the fields of its input item, and the reason under `error`. For the error output,
 * n8n itself adds the input item if `json` contains only `error` and the item itself has no `error`. A tool's input item is
 * that of its agent, which the model need not read again.
 *
 * @param error from {@link reasonInWords}
 */
export function failedItem(
	error: string,
	node: INode,
	item: number,
	input: IDataObject | undefined,
): INodeExecutionData {
	const hasInput = node.onError !== 'continueErrorOutput' && !isTool(node);
	const fields = hasInput && input ? withoutMarks(input) : {};
	return { json: { ...fields, error }, pairedItem: { item } };
}
