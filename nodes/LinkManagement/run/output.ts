import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IPairedItemData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { yieldToEventLoop } from '../client/wait';
import { Canceled, isTool, type ItemError, itemLabel } from '../errors';
import { isObject, textOf, without } from '../text/json';
import { type PlainText, plainText } from '../text/plainText';
import { listed, type Sentence } from '../text/sentences';
import type { PlannedKind } from './notes';

/** An output item before it is paired to its input item. */
export type Result = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Fields that say something about an earlier run of this node. `error` also makes n8n treat an item as failed. */
const MARKS = ['error', 'warning', 'changes'];
/** Fields of a record that the user must find under their names. Other values of the input get a name of their own. */
export const RECORD_FIELDS = ['id', 'shorturl', 'action', 'created', 'qr'];

/** What n8n's Webhook says of a request. Headers and claims identify the caller, who may read the output. */
const WEBHOOK_FIELDS = [
	...['headers', 'params', 'query', 'body', 'webhookUrl', 'executionMode', 'jwtPayload'],
];

const isOfWebhook = (input: IDataObject): boolean =>
	'webhookUrl' in input && isObject(input.headers);

/** The fields of an input item that may come out: those of a Webhook's caller only where the node's parameters say so. */
export function copiedInput(input: IDataObject, { parameters }: INode): IDataObject {
	if (!isOfWebhook(input)) return input;
	const options: unknown = parameters.options;
	const isWanted = isObject(options) && options.includeInputFields === true;
	return isWanted ? input : without(input, ...WEBHOOK_FIELDS);
}

/** An output item with the files of its input item, but for those that a Webhook's caller sent. The node's own files win. */
export function withInputFiles(
	output: INodeExecutionData,
	input: INodeExecutionData | undefined,
): INodeExecutionData {
	if (!input?.binary || isOfWebhook(input.json)) return output;
	return { ...output, binary: { ...input.binary, ...output.binary } };
}

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

/** Values that runs and plans write. Other tables have dates of creation, and actions of other kinds. */
const isActionOfRun = (action: unknown): boolean =>
	/^(?:created?|updated?|unchanged|none)$/.test(textOf(action));
const isCreatedOfRun = (created: unknown): boolean => /^(?:true|false)$/i.test(textOf(created));

/** Whether an item came out of an earlier run of this node, or of a plan. That of a new link in a plan has an empty short URL. */
const isOfEarlierRun = (input: IDataObject): boolean =>
	(textOf(input.shorturl) !== '' || ('shorturl' in input && 'changes' in input)) &&
	(isActionOfRun(input.action) || isCreatedOfRun(input.created));

/** The fields that come out with a record. Where it has another value, that of the input is called `input_…`. */
export function besideRecord(input: IDataObject, record: IDataObject): IDataObject {
	const isOfRun = isOfEarlierRun(input);
	const isReplaced = (name: string, value: unknown) =>
		RECORD_FIELDS.includes(name) &&
		name in record &&
		textOf(value) !== textOf(record[name]) &&
		textOf(value) !== '' &&
		!(`input_${name}` in input) &&
		!(isOfRun && name === 'action' && isActionOfRun(value)) &&
		!(isOfRun && name === 'created' && isCreatedOfRun(value));
	return Object.fromEntries(
		Object.entries(without(input, ...MARKS)).map(([name, value]) => [
			isReplaced(name, value) ? `input_${name}` : name,
			value,
		]),
	);
}

/** The new names of input fields that the record replaced. */
export const replacedIn = (
	[first]: INodeExecutionData[],
	input: IDataObject | undefined,
): string[] =>
	RECORD_FIELDS.map((name) => `input_${name}`).filter(
		(name) => input && first && name in first.json && !(name in input),
	);

export const replacedColumns: Sentence = (names) =>
	`Columns that the record replaced came out under other names: ${listed(names)}.`;

const isPlanned = (json: IDataObject): boolean => 'changes' in json;

/** The fields that come before those of the row, because a wide table is cut off on the right of the screen. */
function firstFields(json: IDataObject): IDataObject {
	const names = isPlanned(json)
		? ['action', 'shorturl', 'changes']
		: ['shorturl', 'action', 'created'];
	return Object.fromEntries(names.filter((name) => name in json).map((name) => [name, json[name]]));
}

const PLAN_ORDER: PlannedKind[] = ['update', 'create', 'again', 'none'];

/** The items of a plan: those that failed, and then by what would be done. A run keeps the order of the table. */
export function inPlanOrder(
	items: INodeExecutionData[],
	plan: Map<number, PlannedKind> | undefined,
): INodeExecutionData[] {
	if (!plan) return items;
	const rankOf = ({ json, pairedItem }: INodeExecutionData) =>
		'error' in json
			? -1
			: PLAN_ORDER.indexOf(plan.get((pairedItem as IPairedItemData).item) ?? 'none');
	const ranked = items.map((item) => ({ item, rank: rankOf(item) }));
	return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}

/** n8n's engine does not pair them. @param input the fields of the input item, if they are included: behind {@link firstFields} */
export const pairedItems = async (
	results: Result[],
	item: number,
	input?: IDataObject,
): Promise<INodeExecutionData[]> => {
	// One object for all, as n8n's constructExecutionMetaData gives them: a list of 100,000 links has one input item
	const pairedItem = { item };
	return await inSlices(results, ({ json, binary }) => ({
		json: input ? { ...firstFields(json), ...besideRecord(input, json), ...json } : json,
		...(binary && { binary }),
		pairedItem,
	}));
};

/** A model that gets an empty result may make one up. */
export const toolResults = (results: Result[], node: INode): Result[] =>
	isTool(node) && results.length === 0
		? [{ json: { found: false, message: 'No record was found' } }]
		: results;

/** Anything that was thrown as an error that is safe to store: a raw HTTP error contains the key. */
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
	const { message, description }: IDataObject = isObject(error)
		? error
		: { message: textOf(error) };
	const reason = `${toText(message) || 'The reason is not known'}${itemLabel(item)}`;
	return new NodeOperationError(node, reason, {
		itemIndex: item,
		description: toText(description) || undefined,
	});
}

/**
 * For the error output, n8n adds the input item itself if `json` contains only `error`. A tool's input item is that of its agent,
 * which the model need not read again. @param recordFields what a record of an earlier run has added to the input
 */
export function failedItem(
	error: string,
	node: INode,
	item: number,
	input: IDataObject | undefined,
	recordFields: string[] = [],
): INodeExecutionData {
	const hasInput = node.onError !== 'continueErrorOutput' && !isTool(node);
	if (!hasInput || !input) return { json: { error }, pairedItem: { item } };
	const copied = copiedInput(input, node);
	const ofRun = isOfEarlierRun(copied) ? recordFields : [];
	return { json: { error, ...without(copied, ...MARKS, ...ofRun) }, pairedItem: { item } };
}
