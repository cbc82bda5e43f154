import type {
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { readCredential } from '../client/credential';
import { openService } from '../client/service';
import { Abandoned, Canceled, toNodeError } from '../errors';
import type { ItemRequest } from '../fields/field';
import { itemRequest, type Read, readUnlessBuilt, visitedFields } from '../fields/itemRequest';
import { Table } from '../fields/table';
import { withDistinctFileNames } from '../text/fileNames';
import { isObject, without } from '../text/json';
import { Item, type Operation } from './item';
import {
	copiedInput,
	failedItem,
	includesInput,
	pairedItems,
	toolResults,
	withInputFiles,
} from './output';
import { addReport } from './report';
import { type Result, type Run, runOf } from './run';

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

/** When the last item is done, the error that n8n shows gets a report. */
function leave({ run, operation, plainText: toText }: Item): void {
	if (++run.done < run.items) return;
	const [first] = [...run.results.ending].sort(([a], [b]) => a - b);
	if (first) addReport(first[1], run, operation, toText);
}

/** @throws {NodeApiError} and {NodeOperationError} where a failure ends the run */
function noteFailure(context: IExecutePaginationFunctions, item: Item, error: unknown): void {
	const { run, index } = item;
	const { results } = run;
	results.noteDoubt(index, error);
	// n8n shows the error of the first item, so items that were not sent throw the error that ended the run
	const [ending] = results.ending.values();
	if (error instanceof Abandoned && ending) throw ending;
	const reason = toNodeError(error, item.node, index, item.plainText);
	if (context.continueOnFail() && !(error instanceof Canceled)) {
		results.fail(item.name, reason);
		return;
	}
	results.ending.set(index, reason);
	throw reason;
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

/** The results of an item, or those of an earlier try. */
async function resultsOf(
	context: IExecutePaginationFunctions,
	item: Item,
	options: IHttpRequestOptions,
): Promise<Result[]> {
	const { run, index } = item;
	const { results } = run;
	results.throwIfInDoubt(index);
	const known = results.done.get(index);
	if (known) return known;
	const connection = without(options, 'method', 'url', 'qs', 'body');
	item.service = await openService(context, connection, run);
	await item.check();
	const done = withDistinctFileNames(
		await item.perform(),
		results.fileNames,
		({ json: record }) => record,
	);
	results.done.set(index, done);
	return done;
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
	const source = { run, operation, index, caller: context, node, maxRecords: MAX_RECORDS };
	const item = new Item({ ...source, input: input.json }, converted);
	operation.note?.(item);
	const included = includesInput(operation, item.given, node) ? input : undefined;
	let succeeded = false;
	await slowStart.enter();
	try {
		if (run.hasEnded) throw new Abandoned();
		if (!results.failed.has(index)) {
			const done = toolResults(await resultsOf(context, item, options), node);
			const fields = included && copiedInput(input.json, node);
			const output = await pairedItems(done, index, fields, run.summary);
			succeeded = true;
			return output.map((one) => withInputFiles(one, included));
		}
	} catch (error) {
		noteFailure(context, item, error);
	} finally {
		slowStart.leave(succeeded);
		leave(item);
	}
	const reason = results.failed.get(index) ?? '';
	return [withInputFiles(failedItem(reason, node, index, input.json), included)];
}
