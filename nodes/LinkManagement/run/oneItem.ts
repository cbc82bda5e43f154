import type {
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { readCredential } from '../client/credential';
import { openService } from '../client/service';
import { Abandoned, toNodeError } from '../errors';
import type { ItemRequest } from '../fields/field';
import { itemRequest, type Read, readUnlessBuilt, visitedFields } from '../fields/itemRequest';
import { Table } from '../fields/table';
import { withDistinctFileNames } from '../text/fileNames';
import { isObject, without } from '../text/json';
import { Item, type Operation } from './item';
import { failedItem, includesInput, pairedItems, withInputFiles } from './output';
import { reportEnding } from './report';
import { type Run, runOf } from './run';

/** n8n's routing engine spreads an item's results into one call, which breaks at about 124,000. */
const MAX_RECORDS = 100_000;

/** The run of an item. n8n starts all items of a run at once. */
function joinedRun(context: IExecutePaginationFunctions): Run {
	const executeData = context.getExecuteData();
	// An AI Agent before version 3 gives all tools that it calls its own, so each of these calls counts as a run
	const isOwn = executeData.node.name === context.getNode().name;
	const run = runOf(isOwn ? executeData : {});
	if (run.done >= run.items) run.beginTry(0);
	run.items++;
	return run;
}

/** The values that n8n's routing engine has not put into the request are read, and all are converted. */
async function convertedRequest(
	context: IExecutePaginationFunctions,
	properties: INodeProperties[],
	{ method = 'GET', url, qs = {}, body }: IHttpRequestOptions,
): Promise<ItemRequest> {
	const node = context.getNode();
	const input = context.getInputData();
	const { timeZone } = readCredential(await context.getCredentials('linkManagementApi'));
	const fields = visitedFields(properties, node, url);
	const read: Read = ({ path, field }) => context.getNodeParameter(path, field.default);
	const built = { query: qs, body: isObject(body) ? body : {} };
	const item = {
		node,
		item: context.getItemIndex(),
		input: input.json,
		table: new Table([input]),
		timeZone,
	};
	return itemRequest(fields, readUnlessBuilt(built, read), { method, url }, item);
}

/** What comes out of an item that is done, perhaps since an earlier try. */
async function outputOfItem(
	context: IExecutePaginationFunctions,
	item: Item,
	input: INodeExecutionData,
	options: IHttpRequestOptions,
): Promise<INodeExecutionData[]> {
	const { run, index, operation, unsent, node } = item;
	const { results } = run;
	results.throwIfInDoubt(index);
	let done = results.done.get(index);
	if (!done) {
		const connection = without(options, 'method', 'url', 'qs', 'body');
		item.service = await openService(context, connection, run);
		await item.check();
		const performed = await item.perform();
		done = withDistinctFileNames(performed, results.fileNames, ({ json }) => json);
		results.done.set(index, done);
	}
	const included = includesInput(operation, unsent, node) ? input : undefined;
	const output = await pairedItems(done, index, included?.json, node, run.summary);
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
	const index = context.getItemIndex();
	const converted = await convertedRequest(context, properties, options);
	// Here, because it would keep earlier items that wait for their turn from being sent, and n8n would name one of these
	if (!context.continueOnFail()) converted.problems.throwIfAny();
	const run = joinedRun(context);
	const { results, slowStart } = run;
	const input = context.getInputData();
	const item = new Item(run, operation, context, node, index, input.json, converted);
	item.maxRecords = MAX_RECORDS;
	operation.note?.(item);
	let succeeded = false;
	await slowStart.enter();
	try {
		if (run.hasEnded) throw new Abandoned();
		if (!results.failed.has(index)) {
			const output = await outputOfItem(context, item, input, options);
			succeeded = true;
			return output;
		}
	} catch (error) {
		// n8n shows the error of the first item, so items that were not sent throw the error that ended the run
		const [ending] = results.ending.values();
		if (error instanceof Abandoned && ending) throw ending;
		const reason = toNodeError(error, node, index, item.plainText);
		results.noteFailure(item.name, error, reason, context.continueOnFail());
		if (!results.failed.has(index)) throw reason;
	} finally {
		slowStart.leave(succeeded);
		if (++run.done >= run.items) reportEnding(run, item.plainText);
	}
	const included = includesInput(operation, item.unsent, node) ? input : undefined;
	const reason = results.failed.get(index) ?? '';
	return [withInputFiles(failedItem(reason, node, index, operation, input.json), included)];
}
