import type {
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeProperties,
	IPairedItemData,
} from 'n8n-workflow';
import { throwIfCanceled } from '../client/wait';
import { Abandoned, Canceled, isTool, type ItemError, reasonInWords } from '../errors';
import { itemName } from './itemName';
import type { Operation } from './operation';
import { runNotesOf } from './notes';
import {
	besideRecord,
	copiedInput,
	failedItem,
	inPlanOrder,
	pairedItems,
	RECORD_FIELDS,
	replacedColumns,
	replacedIn,
	toNodeError,
	toolResults,
	withInputFiles,
} from './output';
import { performOperation } from './perform';
import { FileNames, withDistinctFileNames } from '../text/fileNames';
import { listed, type Sentence } from '../text/sentences';
import {
	type CompletedItems,
	completedItemsOf,
	noteFailed,
	unlessCompleted,
} from './completedItems';
import { checkItems, prepareItems } from './check';
import { type ManyItemsRun, openRun, type PreparedItem, validCall } from './prepare';
import { SlowStart } from './slowStart';
import { addRunHints, addRunReport, TO_SEE_PLAN } from './report';

/** The maps and the output are by input item. */
interface Progress {
	completed: CompletedItems;
	slowStart: SlowStart;
	prepared: Map<number, PreparedItem>;
	output: INodeExecutionData[][];
	/** Those that end the run. */
	failures: Map<number, ItemError>;
}

/** Processes one item and notes its result or failure. Never throws. */
async function processItem(run: ManyItemsRun, progress: Progress, item: number): Promise<void> {
	const { completed, slowStart, prepared, output, failures } = progress;
	const { context, node } = run;
	const abandoned = () => failures.size > 0;
	let succeeded = false;
	let one = prepared.get(item);
	prepared.delete(item);
	try {
		const results = await unlessCompleted(completed, item, async () => {
			one ??= await run.prepare(item);
			if (one.isBlank) completed.blank.add(item);
			if (one.isBlank) return [];
			return await performOperation({ ...(await validCall(one)), abandoned });
		});
		const included = run.includedInputOf(item);
		output[item] = await pairedItems(toolResults(results, node), item, included);
		for (const name of replacedIn(output[item], included))
			runNotesOf(run).add(replacedColumns, name);
		succeeded = true;
	} catch (error) {
		if (error instanceof Abandoned) return;
		const reason = toNodeError(error, node, item, run.service.plainText);
		if (context.continueOnFail() && !(error instanceof Canceled))
			noteFailed(completed, one?.call.name ?? run.nameOf(item), reason);
		else failures.set(item, reason);
	} finally {
		run.counts.done++;
		slowStart.leave(succeeded);
	}
}

/** Starts the items in order, never more at once than slow start allows, until one fails or all are done. Never throws. */
async function runItems(run: ManyItemsRun, progress: Progress): Promise<void> {
	const { completed, slowStart, failures } = progress;
	const { turns } = run;
	const underWay = new Set<Promise<void>>();
	let item = 0;
	try {
		for (; item < run.items; item++) {
			if (completed.failed.has(item) || completed.blank.has(item)) continue;
			await slowStart.enter();
			if (failures.size > 0) break;
			throwIfCanceled(run.service.signal);
			const task = processItem(run, progress, item).finally(() => underWay.delete(task));
			underWay.add(task);
			await (slowStart.isFull ? turns.awaitReplies() : turns.pass());
		}
	} catch (error) {
		// Stop between two items ends the run like a failed item, so that the error says what was done
		failures.set(item, toNodeError(error, run.node, item));
	}
	await Promise.all(underWay);
}

function withFailedItems(
	output: INodeExecutionData[][],
	completed: CompletedItems,
	input: INodeExecutionData[],
	node: INode,
	operation: Operation,
): INodeExecutionData[] {
	const { failed, blank } = completed;
	const { kind } = operation.behavior;
	const makesRecords = kind === 'creates' || kind === 'createsOrGets' || kind === 'upserts';
	// The column that names the link of a row stays
	const recordFields = RECORD_FIELDS.filter(
		(name) => makesRecords && name !== node.parameters.matchOn,
	);
	for (const [item, reason] of failed)
		output[item] = [failedItem(reason, node, item, input[item]?.json, recordFields)];
	for (const item of blank) {
		const json = besideRecord(copiedInput(input[item]?.json ?? {}, node), {});
		output[item] = [withInputFiles({ json, pairedItem: { item } }, input[item])];
	}
	return inPlanOrder(output.flat(), runNotesOf(completed).plan);
}

/** Blank rows are sent if there are no others: then they are no end of a table, and a column is missing. */
async function runAllItems(run: ManyItemsRun, progress: Progress): Promise<void> {
	const { blank, done } = progress.completed;
	await runItems(run, progress);
	if (blank.size < run.items) return;
	for (const item of blank) done.delete(item);
	blank.clear();
	run.sendsBlankRows = true;
	await runItems(run, progress);
}

const noSuchField: Sentence = (names) =>
	`No item has these fields, which expressions read: ${listed(names)}. Check whether columns were renamed.`;

async function runOperation(
	context: IExecuteFunctions,
	operation: Operation,
	properties: INodeProperties[],
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const completed = completedItemsOf(context.getExecuteData());
	const input = context.getInputData();
	const outcome = { operation, completed, items: input.length };
	const finished = (output: INodeExecutionData[][]) => {
		addRunHints(context, outcome);
		const items = withFailedItems(output, completed, input, node, operation);
		const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as IPairedItemData).item;
		const named = withDistinctFileNames(
			items,
			new FileNames(),
			(one) => completed.done.get(itemOf(one))?.[0]?.json,
		);
		const withFiles = named.map((one) =>
			completed.includesInput.has(itemOf(one)) ? withInputFiles(one, input[itemOf(one)]) : one,
		);
		return [withFiles];
	};
	let run: ManyItemsRun;
	try {
		run = await openRun(context, operation, properties, completed);
	} catch (error) {
		// All items fail for the same reason, such as an invalid credential
		if (!context.continueOnFail()) throw toNodeError(error, node, 0);
		input.forEach(({ json }, item) =>
			noteFailed(completed, itemName(item, json), toNodeError(error, node, item)),
		);
		return finished([]);
	}
	const { limitWaits, plainText } = run.service;
	completed.waits.push(limitWaits);
	completed.tries.push(run);
	if (run.items > 1)
		for (const name of run.missingFields)
			runNotesOf(run).add(noSuchField, run.service.plainText(name), 'needsEye');
	const prepare = context.continueOnFail() ? prepareItems : checkItems;
	const prepared = await prepare(run, completed).catch((error: unknown) => {
		const reason = toNodeError(error, node, 0, plainText);
		// A first try has changed nothing yet
		if (completed.tries.length > 1) addRunReport(reason, outcome, plainText);
		throw reason;
	});
	const [slowStart, failures] = [new SlowStart(), new Map<number, ItemError>()];
	const progress: Progress = { completed, slowStart, prepared, output: [], failures };
	await runAllItems(run, progress);
	const [first] = [...failures].sort(([a], [b]) => a - b);
	if (!first) return finished(progress.output);
	const [, reason] = first;
	addRunReport(reason, outcome, plainText);
	if (runNotesOf(run).plan && run.items > 1 && run.service.signal?.aborted !== true)
		reason.description = `${reason.description} ${TO_SEE_PLAN}`;
	throw reason;
}

/** n8n calls it through `customOperations`. With On Error: Stop, all items are checked before the first request. */
export async function manyItems(
	context: IExecuteFunctions,
	operation: Operation,
	properties: INodeProperties[],
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	try {
		return await runOperation(context, operation, properties);
	} catch (error) {
		const reason = toNodeError(error, node, 0);
		// n8n's Agent node (from version 3 on) gives the model nothing but the message
		if (isTool(node)) reason.message = reasonInWords(reason, 0);
		throw reason;
	}
}
