import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { openService, type Service } from '../client/service';
import { throwIfCanceled, Turns } from '../client/wait';
import { Abandoned, Canceled, invalidInput, isTool, reasonInWords, toNodeError } from '../errors';
import { textOf } from '../text/json';
import { itemName } from '../text/sentences';
import type { Operation } from './item';
import { ItemReader, type ReadItem } from './itemReader';
import { copiedInput, outputOfRun, pairedItems, toolResults } from './output';
import { addHints, addReport, Check, TO_SEE_PLAN } from './report';
import { type Run, runOf } from './run';

/** The parts of a proxy address, as n8n's HTTP helper expects them. */
function proxyOf(node: INode, address: string): IHttpRequestOptions['proxy'] {
	try {
		const { hostname, port, protocol, username, password } = new URL(
			address.includes('://') ? address : `http://${address}`,
		);
		const auth = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
		return {
			host: hostname,
			port: Number(port || (protocol === 'https:' ? 443 : 80)),
			protocol: protocol.replace(':', ''),
			...(username === '' ? {} : { auth }),
		};
	} catch {
		throw invalidInput(
			{ label: 'Proxy', node },
			'the value is not an address',
			'Enter it as http://user:password@host:port, with % in a password as %25.',
		);
	}
}

/** The Request Options (timeout, proxy, SSL) that n8n adds to every declarative node, for the entry point for many items. */
function nodeRequestOptions(context: IExecuteFunctions, node: INode): Partial<IHttpRequestOptions> {
	const options = context.getNodeParameter('requestOptions', 0, {}) as IDataObject;
	return {
		timeout: Number(options.timeout) || undefined,
		...(options.proxy ? { proxy: proxyOf(node, textOf(options.proxy)) } : {}),
		...(options.allowUnauthorizedCerts === true ? { skipSslCertificateValidation: true } : {}),
	};
}

/** A call of the node by n8n: a run, or another try of one. */
interface Try {
	context: IExecuteFunctions;
	node: INode;
	operation: Operation;
	input: INodeExecutionData[];
	run: Run;
	service: Service;
	turns: Turns;
	reader: ItemReader;
	/** The items to send that are not under way yet, by index. One that could not be read is not among them. */
	items: Map<number, ReadItem>;
	/** By input item. */
	output: INodeExecutionData[][];
}

/** Blank rows count as such if there are others: then they are the end of a table. Otherwise, a column is missing. */
function noteBlankRows({ run, items }: Try): void {
	const blank = [...items].filter(([, { isBlank }]) => isBlank);
	const { results } = run;
	if (blank.length === run.items - results.failed.size && results.done.size === 0) return;
	for (const [index] of blank) {
		results.blank.add(index);
		items.delete(index);
	}
}

/** Reads the items, so that they can be compared. With On Error: Stop, all are checked before the first change. */
async function prepareItems(tried: Try): Promise<void> {
	const { context, node, run, service, turns, reader, items } = tried;
	const check = context.continueOnFail() ? undefined : new Check(run, node, service.plainText);
	for (let index = 0; index < run.items; index++) {
		if (run.results.isSettled(index)) continue;
		try {
			items.set(index, reader.read(index));
		} catch (error) {
			// With On Error: Continue, it fails when it is its turn
			check?.note(reader.nameOf(index), error);
		}
		await turns.pass();
	}
	noteBlankRows(tried);
	if (!check) return;
	for (const { item } of items.values()) {
		try {
			await item.check();
		} catch (error) {
			check.note(item.name, error);
		}
		await turns.pass();
	}
	check.throwIfAnyProblem();
}

/** Processes one item and notes its result or failure. Never throws. */
async function processItem(tried: Try, index: number): Promise<void> {
	const { context, node, input, run, service, reader, items, output } = tried;
	const { results, summary } = run;
	let name = reader.nameOf(index);
	let succeeded = false;
	try {
		results.throwIfInDoubt(index);
		let done = results.done.get(index);
		if (!done) {
			const { item } = items.get(index) ?? reader.read(index);
			items.delete(index);
			name = item.name;
			await item.check();
			done = await item.perform();
			results.done.set(index, done);
		}
		const json = results.includesInput.has(index) ? input[index]?.json : undefined;
		const included = json && copiedInput(json, node);
		output[index] = await pairedItems(toolResults(done, node), index, included, summary);
		succeeded = true;
	} catch (error) {
		results.noteDoubt(index, error);
		if (error instanceof Abandoned) return;
		const reason = toNodeError(error, node, index, service.plainText);
		if (context.continueOnFail() && !(error instanceof Canceled)) results.fail(name, reason);
		else results.ending.set(index, reason);
	} finally {
		run.done++;
		run.slowStart.leave(succeeded);
	}
}

/** Starts the items in order, never more at once than slow start allows, until one fails or all are done. Never throws. */
async function runItems(tried: Try): Promise<void> {
	const { node, run, service, turns } = tried;
	const { results, slowStart } = run;
	const underWay = new Set<Promise<void>>();
	let index = 0;
	try {
		for (; index < run.items; index++) {
			if (results.failed.has(index) || results.blank.has(index)) continue;
			await slowStart.enter();
			if (run.hasEnded) break;
			throwIfCanceled(service.signal);
			const task = processItem(tried, index).finally(() => underWay.delete(task));
			underWay.add(task);
			await (slowStart.isFull ? turns.awaitReplies() : turns.pass());
		}
	} catch (error) {
		// Stop between two items ends the run like a failed item, so that the error says what was done
		results.ending.set(index, toNodeError(error, node, index));
	}
	await Promise.all(underWay);
}

/** The error of the first item that ended the try, with what was done. */
function throwIfEnded({ run, operation, service }: Try): void {
	const { results, summary } = run;
	const [first] = [...results.ending].sort(([a], [b]) => a - b);
	if (!first) return;
	const [, reason] = first;
	addReport(reason, run, operation, service.plainText);
	if (summary.plan && run.items > 1 && service.signal?.aborted !== true)
		reason.description = `${reason.description} ${TO_SEE_PLAN}`;
	throw reason;
}

/** @returns undefined when all items fail for the same reason, such as an invalid credential */
async function begin(
	context: IExecuteFunctions,
	operation: Operation,
	properties: INodeProperties[],
): Promise<Try | undefined> {
	const node = context.getNode();
	const run = runOf(context.getExecuteData());
	const input = context.getInputData();
	run.beginTry(input.length);
	let service: Service;
	try {
		service = await openService(context, nodeRequestOptions(context, node), run);
	} catch (error) {
		if (!context.continueOnFail()) throw toNodeError(error, node, 0);
		input.forEach(({ json }, index) =>
			run.results.fail(itemName(index, json), toNodeError(error, node, index)),
		);
		return undefined;
	}
	run.results.waits.push(service.limitWaits);
	const reader = new ItemReader(context, node, operation, properties, service, run);
	if (run.items > 1)
		for (const name of reader.missingFields)
			run.summary.missingFields.push(service.plainText(name));
	const turns = new Turns(service.signal);
	const tried: Try = {
		context,
		node,
		operation,
		input,
		run,
		service,
		turns,
		reader,
		items: new Map(),
		output: [],
	};
	try {
		await prepareItems(tried);
	} catch (error) {
		const reason = toNodeError(error, node, 0, service.plainText);
		// A first try has changed nothing yet
		if (run.tries > 1) addReport(reason, run, operation, service.plainText);
		throw reason;
	}
	return tried;
}

/** n8n calls it through `customOperations`. With On Error: Stop, all items are checked before the first request. */
export async function manyItems(
	context: IExecuteFunctions,
	operation: Operation,
	properties: INodeProperties[],
): Promise<INodeExecutionData[][]> {
	try {
		const tried = await begin(context, operation, properties);
		if (tried) {
			await runItems(tried);
			throwIfEnded(tried);
		}
		const run = runOf(context.getExecuteData());
		addHints(context, run);
		return [
			outputOfRun(run, operation, tried?.output ?? [], context.getInputData(), context.getNode()),
		];
	} catch (error) {
		const node = context.getNode();
		const reason = toNodeError(error, node, 0);
		// n8n's Agent node (from version 3 on) gives the model nothing but the message
		if (isTool(node)) reason.message = reasonInWords(reason, 0);
		throw reason;
	}
}
