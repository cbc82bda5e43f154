import type { IDataObject, INode, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { inSlices } from '../client/wait';
import { isTool } from '../errors';
import type { Unsent } from '../fields/field';
import { FileNames, withDistinctFileNames } from '../text/fileNames';
import { isObject, textOf, without } from '../text/json';
import type { Result, Run } from './run';
import type { PlannedKind, Summary } from './summary';

/** Fields that say something about an earlier run of this node. `error` also makes n8n treat an item as failed. */
const MESSAGES = ['error', 'warning', 'changes'];
/** Fields of a record that the user must find under their names. Other values of the input get a name of their own. */
const RECORD_FIELDS = ['id', 'shorturl', 'action', 'created', 'qr'];
const MAKES_RECORDS = ['create', 'createOrGet', 'upsert'];

/** What n8n's Webhook says of a request. Headers and claims identify the caller, who may read the output. */
const WEBHOOK_FIELDS = 'headers params query body webhookUrl executionMode jwtPayload'.split(' ');

const isOfWebhook = (input: IDataObject): boolean =>
	'webhookUrl' in input && isObject(input.headers);

/** Never in a tool: its input item is that of its agent, such as a long mail, which the model need not read again. */
export const includesInput = (
	{ kind, includesInput: isDefault }: { kind: string; includesInput?: true },
	unsent: Unsent,
	node: INode,
): boolean =>
	(unsent.includeInputFields ?? isDefault) === true && kind !== 'getAll' && !isTool(node);

/** The fields of an input item that may come out: those of a Webhook's caller only where the node's parameters say so. */
function copiedInput(input: IDataObject, { parameters }: INode): IDataObject {
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

/**
 * Which of `action` and `created` an earlier run of this node, or a plan, wrote beside a short URL; none for other items: tables
 * have actions of other kinds, and dates of creation. A new link in a plan has an empty short URL.
 */
function writtenByEarlierRun(input: IDataObject): string[] {
	if (textOf(input.shorturl) === '' && !('shorturl' in input && 'changes' in input)) return [];
	const isOfRun = {
		action: /^(?:created?|updated?|unchanged|none)$/.test(textOf(input.action)),
		created: /^(?:true|false)$/i.test(textOf(input.created)),
	};
	return Object.entries(isOfRun).flatMap(([name, isWritten]) => (isWritten ? [name] : []));
}

/** The fields that come out with a record. Where it has another value, that of the input is called `input_…`. */
function besideRecord(input: IDataObject, record: IDataObject): IDataObject {
	const written = writtenByEarlierRun(input);
	const isReplaced = (name: string, value: unknown) =>
		RECORD_FIELDS.includes(name) &&
		name in record &&
		textOf(value) !== textOf(record[name]) &&
		textOf(value) !== '' &&
		!(`input_${name}` in input) &&
		!written.includes(name);
	return Object.fromEntries(
		Object.entries(without(input, ...MESSAGES)).map(([name, value]) => [
			isReplaced(name, value) ? `input_${name}` : name,
			value,
		]),
	);
}

/** The fields that come before those of the row, because a wide table is cut off on the right of the screen. */
function firstFields(json: IDataObject): IDataObject {
	const isPlanned = 'changes' in json;
	const names = isPlanned ? ['action', 'shorturl', 'changes'] : ['shorturl', 'action', 'created'];
	return Object.fromEntries(names.filter((name) => name in json).map((name) => [name, json[name]]));
}

/** A model that gets an empty result may make one up. */
const nothing = (summary: Summary): Result => ({
	json: { found: false, message: summary.whyNothing() },
});

/** n8n's engine does not pair them. @param included the fields of the input item, if they are included: behind {@link firstFields} */
export async function pairedItems(
	results: Result[],
	index: number,
	included: IDataObject | undefined,
	node: INode,
	summary: Summary,
): Promise<INodeExecutionData[]> {
	const input = included && copiedInput(included, node);
	const shown = isTool(node) && results.length === 0 ? [nothing(summary)] : results;
	// One object for all, as n8n's constructExecutionMetaData gives them: a list of 100,000 links has one input item
	const pairedItem = { item: index };
	const items = await inSlices(shown, ({ json, binary }) => ({
		json: input ? { ...firstFields(json), ...besideRecord(input, json), ...json } : json,
		...(binary && { binary }),
		pairedItem,
	}));
	const [first] = items;
	for (const name of RECORD_FIELDS.map((field) => `input_${field}`))
		if (input && first && name in first.json && !(name in input)) summary.replacedColumns.add(name);
	return items;
}

/**
 * For the error output, n8n adds the input item itself if `json` contains only `error`. A tool's input item is that of its agent,
 * which the model need not read again. Where the operation makes records, those of an earlier run are left out of the input.
 */
export function failedItem(
	error: string,
	node: INode,
	index: number,
	{ kind }: { kind: string },
	input: IDataObject | undefined,
): INodeExecutionData {
	const pairedItem = { item: index };
	const hasInput = node.onError !== 'continueErrorOutput' && !isTool(node);
	if (!hasInput || !input) return { json: { error }, pairedItem };
	const copied = copiedInput(input, node);
	const written = MAKES_RECORDS.includes(kind) ? writtenByEarlierRun(copied) : [];
	if (written.length > 0) {
		written.push('shorturl');
		// A new link in a plan has no ID, and a table may have a column for files of codes
		if (textOf(copied.shorturl) !== '') written.push('id');
		if (isObject(copied.qr)) written.push('qr');
	}
	// The column that names the link of a row stays
	const leftOut = written.filter((name) => name !== node.parameters.matchOn);
	return { json: { error, ...without(copied, ...MESSAGES, ...leftOut) }, pairedItem };
}

const itemOf = ({ pairedItem }: INodeExecutionData): number => (pairedItem as IPairedItemData).item;

const PLAN_ORDER: PlannedKind[] = ['update', 'create', 'again', 'none'];

/** The items of a plan: those that failed, and then by what would be done. A run keeps the order of the table. */
function inPlanOrder(items: INodeExecutionData[], { plan }: Summary): INodeExecutionData[] {
	if (!plan) return items;
	const rankOf = (item: INodeExecutionData) =>
		'error' in item.json ? -1 : PLAN_ORDER.indexOf(plan.get(itemOf(item)) ?? 'none');
	return items.sort((a, b) => rankOf(a) - rankOf(b));
}

/** What comes out of a run: also items that failed, with On Error: Continue, and blank rows. */
export function outputOfRun(
	{ results, summary }: Run,
	operation: { kind: string },
	output: INodeExecutionData[][],
	input: INodeExecutionData[],
	node: INode,
): INodeExecutionData[] {
	for (const [index, reason] of results.failed)
		output[index] = [failedItem(reason, node, index, operation, input[index]?.json)];
	for (const index of results.blank) {
		const json = without(copiedInput(input[index]?.json ?? {}, node), ...MESSAGES);
		output[index] = [withInputFiles({ json, pairedItem: { item: index } }, input[index])];
	}
	const items = inPlanOrder(output.flat(), summary);
	const named = withDistinctFileNames(
		items,
		new FileNames(),
		(item) => results.done.get(itemOf(item))?.[0]?.json,
	);
	return named.map((item) =>
		results.includesInput.has(itemOf(item)) ? withInputFiles(item, input[itemOf(item)]) : item,
	);
}
