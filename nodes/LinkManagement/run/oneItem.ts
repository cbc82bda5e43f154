import type {
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import { readCredential } from '../client/credential';
import { perRun } from '../client/account';
import { openService } from '../client/service';
import { Abandoned, Canceled, type ItemError } from '../errors';
import { collectUnsent, type Read, visitedFields } from '../fields/collect';
import type { ItemRequest } from '../fields/field';
import { itemRequest } from '../fields/itemRequest';
import { Table } from '../fields/table';
import type { ItemCall, Operation } from './operation';
import {
	copiedInput,
	failedItem,
	pairedItems,
	type Result,
	toNodeError,
	toolResults,
	withInputFiles,
} from './output';
import { performOperation } from './perform';
import { withDistinctFileNames } from '../text/fileNames';
import { isObject, without } from '../text/json';
import { type PlainText, plainText } from '../text/plainText';
import {
	type CompletedItems,
	completedItemsOf,
	noteFailed,
	unlessCompleted,
} from './completedItems';
import { callOf, includesInput } from './itemCall';
import { SlowStart } from './slowStart';
import { addRunReport } from './report';

/** n8n's routing engine spreads an item's results into one call, which breaks at about 124,000. */
const MAX_RECORDS = 100_000;

/** The items of one attempt of a run. n8n starts them all at once. */
interface Batch {
	slowStart: SlowStart;
	items: number;
	tries: object[];
	/** How many of them are completed or failed. */
	done: number;
	/** Failures that end the run, by item. n8n shows the failure of the first item. */
	failures: Map<number, ItemError>;
	/** Known after one of the items has read the credential. */
	plainText: PlainText;
}

/** The attempt that is under way. At most one batch of items. */
const currentBatchOf = perRun((): { batch?: Batch } => ({}));

function join(run: object, { tries }: CompletedItems): Batch {
	const current = currentBatchOf(run);
	const batch = (current.batch ??= {
		slowStart: new SlowStart(),
		items: 0,
		tries,
		done: 0,
		failures: new Map(),
		plainText,
	});
	if (batch.items === 0) tries.push(batch);
	batch.items++;
	return batch;
}

/** When the last item is done, the error that n8n shows gets a report. */
function leave(run: object, batch: Batch, completed: CompletedItems, operation: Operation): void {
	if (++batch.done < batch.items) return;
	currentBatchOf(run).batch = undefined;
	const [first] = [...batch.failures].sort(([a], [b]) => a - b);
	if (!first) return;
	addRunReport(first[1], { operation, completed, items: batch.items }, batch.plainText);
}

/** An AI Agent before version 3 gives all tools that it calls its own `getExecuteData()`, so each of these calls counts as a run. */
function runOf(context: IExecutePaginationFunctions): object {
	const run = context.getExecuteData();
	return run.node.name === context.getNode().name ? run : {};
}

/** The values that n8n's routing engine has not put into the request are read, and all are converted. */
async function convertedRequest(
	context: IExecutePaginationFunctions,
	properties: INodeProperties[],
	{ method = 'GET', url, qs = {}, body }: IHttpRequestOptions,
): Promise<ItemRequest> {
	const node = context.getNode();
	const input = context.getInputData();
	const credential = readCredential(await context.getCredentials('linkManagementApi'));
	const fields = visitedFields(properties, node, url);
	const read: Read = ({ path, field }) => context.getNodeParameter(path, field.default);
	const built = { method, url, query: qs, body: isObject(body) ? body : {} };
	return itemRequest(fields, collectUnsent(fields, read, built), {
		...{ node, item: context.getItemIndex(), input: input.json, table: new Table([input]) },
		timeZone: credential.timeZone,
	});
}

/** @param included the input item, if its fields and files come out, too */
async function withInput(
	results: Result[],
	item: number,
	node: INode,
	included: INodeExecutionData | undefined,
): Promise<INodeExecutionData[]> {
	const fields = included && copiedInput(included.json, node);
	const output = await pairedItems(results, item, fields);
	return output.map((one) => withInputFiles(one, included));
}

/**
 * The entry point for one item: n8n's routing engine builds the request and passes it on, for tools that n8n's engine does not
 * run itself (the MCP Server Trigger, the AI Agent before version 3). Its return value is final.
 */
export async function oneItem(
	context: IExecutePaginationFunctions,
	operation: Operation,
	properties: INodeProperties[],
	options: IHttpRequestOptions,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const item = context.getItemIndex();
	const request = await convertedRequest(context, properties, options);
	const { problems } = request;
	const connection = without(options, 'method', 'url', 'qs', 'body');
	// Here, because it would keep earlier items that wait for their turn from being sent, and n8n would name one of these
	if (!context.continueOnFail()) problems.throwIfAny();
	const run = runOf(context);
	const completed = completedItemsOf(run);
	const batch = join(run, completed);
	const input = context.getInputData();
	const { json } = input;
	const own = { ...callOf(operation, request, item, json), run: batch };
	operation.behavior.collect?.(own);
	const call = async () => {
		const service = await openService(context, connection, batch);
		batch.plainText = service.plainText;
		const itemCall: ItemCall = {
			...own,
			...{ service, caller: context, node, maxRecords: MAX_RECORDS },
			abandoned: () => batch.failures.size > 0,
		};
		await problems.try(() => operation.behavior.check?.(itemCall));
		problems.throwIfAny();
		const results = await performOperation(itemCall);
		return withDistinctFileNames(results, completed.fileNames, ({ json: record }) => record);
	};
	const included = includesInput(operation, request.given, node) ? input : undefined;
	const failed = () =>
		withInputFiles(failedItem(completed.failed.get(item) ?? '', node, item, json), included);
	let succeeded = false;
	await batch.slowStart.enter();
	try {
		if (completed.failed.has(item)) return [failed()];
		if (batch.failures.size > 0) throw new Abandoned();
		const results = await unlessCompleted(completed, item, call);
		succeeded = true;
		return await withInput(toolResults(results, node), item, node, included);
	} catch (error) {
		// n8n shows the error of the first item, so items that were not sent throw the error that ended the run
		const [ending] = batch.failures.values();
		if (error instanceof Abandoned && ending) throw ending;
		const reason = toNodeError(error, node, item, batch.plainText);
		if (context.continueOnFail() && !(error instanceof Canceled)) {
			noteFailed(completed, own.name, reason);
			return [failed()];
		}
		batch.failures.set(item, reason);
		throw reason;
	} finally {
		batch.slowStart.leave(succeeded);
		leave(run, batch, completed, operation);
	}
}
