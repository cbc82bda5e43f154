import {
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeProperties,
	NodeApiError,
} from 'n8n-workflow';

import { openService, type Service } from '../client/service';
import { throwIfCanceled, Turns } from '../client/wait';
import { Abandoned, Canceled, invalidInput, isTool, reasonInWords, toNodeError } from '../errors';
import { itemRequest, type Read, type VisitedField, visitedFields } from '../fields/itemRequest';
import { Table } from '../fields/table';
import { textOf } from '../text/json';
import { type ItemName, itemName } from '../text/sentences';
import { isBlankRow } from './blankRow';
import { fieldReader, LEFT_TO_N8N, missingFields } from './fieldExpressions';
import { Item, type Operation } from './item';
import { includesInput, outputOfRun, pairedItems } from './output';
import { Reasons } from './reasons';
import { addHints, addPlanAdvice, addReport, checkError, reportEnding } from './report';
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
class Try {
	/** On Error: Continue. */
	private readonly continues: boolean;
	private readonly turns: Turns;
	private readonly fields: VisitedField[];
	private readonly readField: ReturnType<typeof fieldReader>;
	private readonly table: Table;
	/** The items to send that are not under way yet, by index. One that could not be read is not among them. */
	private readonly items = new Map<number, Item>();
	private readonly blank: number[] = [];
	/** By input item. */
	private readonly output: INodeExecutionData[][] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		/** Read once, because n8n copies the node with all parameters at each call. */
		private readonly node: INode,
		private readonly operation: Operation,
		properties: INodeProperties[],
		private readonly input: INodeExecutionData[],
		private readonly run: Run,
		private readonly service: Service,
	) {
		this.continues = context.continueOnFail();
		this.turns = new Turns(service.signal);
		this.fields = visitedFields(properties, node, operation.option.routing.request.url);
		this.readField = fieldReader(this.fields);
		this.table = new Table(input);
	}

	private nameOf(index: number): ItemName {
		return itemName(index, this.input[index]?.json);
	}

	/** Reads and converts the parameters of an item. Each parameter is evaluated once. */
	private read(index: number): Item {
		const { context, node, operation, service, run, fields, table } = this;
		const { request } = operation.option.routing;
		const input = this.input[index]?.json ?? {};
		const parameters: Array<[saved: unknown, evaluated: unknown]> = [];
		const read: Read = ({ path, saved, field }) => {
			const own = this.readField(path, input);
			const value =
				own === LEFT_TO_N8N ? context.getNodeParameter(path, index, field.default) : own;
			const isOfRow = field.type !== 'boolean' && !path.startsWith('options.');
			if (isOfRow) parameters.push([saved, value]);
			return value;
		};
		const place = { node, item: index, input, table, timeZone: service.timeZone };
		const converted = itemRequest(fields, read, request, place);
		const item = new Item(run, operation, context, node, index, input, converted);
		item.service = service;
		if (includesInput(operation, item.unsent, node)) run.results.includesInput.add(index);
		if (!isTool(node) && isBlankRow(operation, item.unsent, parameters)) this.blank.push(index);
		else operation.note?.(item);
		return item;
	}

	/** Reads the items. With On Error: Stop, all are checked before the first change. @throws {NodeApiError} and {NodeOperationError} */
	async prepare(): Promise<void> {
		const { node, input, run, service } = this;
		run.results.waits.push(service.limitWaits);
		if (run.items > 1)
			for (const name of missingFields(node.parameters, input))
				run.summary.missingFields.push(service.plainText(name));
		try {
			await this.readAndCheck();
		} catch (error) {
			const reason = toNodeError(error, node, 0, service.plainText);
			// A first try has changed nothing yet
			if (run.tries > 1) addReport(reason, run, service.plainText);
			if (reason instanceof NodeApiError) addPlanAdvice(reason, run, service);
			throw reason;
		}
	}

	/** All are read first, so that they can be compared. */
	private async readAndCheck(): Promise<void> {
		const { node, run, service, turns, items } = this;
		const reasons = new Reasons();
		const note = (name: ItemName, error: unknown) => {
			if (error instanceof Canceled) throw error;
			// Without the service, the problems that were found before are worth more
			if (error instanceof NodeApiError) throw checkError(run, reasons, node) ?? error;
			reasons.add(name, toNodeError(error, node, name.item, service.plainText));
		};
		const { done, failed, blank } = run.results;
		for (let index = 0; index < run.items; index++) {
			if (done.has(index) || failed.has(index) || blank.has(index)) continue;
			try {
				items.set(index, this.read(index));
			} catch (error) {
				// With On Error: Continue, it fails when it is its turn
				if (!this.continues) note(this.nameOf(index), error);
			}
			await turns.pass();
		}
		this.noteBlankRows();
		if (this.continues) return;
		for (const item of items.values()) {
			try {
				await item.check();
			} catch (error) {
				note(item.name, error);
			}
			await turns.pass();
		}
		const error = checkError(run, reasons, node);
		if (error) throw error;
	}

	/** Blank rows count as such if there are others: then they are the end of a table. Otherwise, a column is missing. */
	private noteBlankRows(): void {
		const { items, run, blank } = this;
		const { results } = run;
		if (blank.length === run.items - results.failed.size && results.done.size === 0) return;
		for (const index of blank) {
			results.blank.add(index);
			items.delete(index);
		}
	}

	/**
	 * Starts the items in order, never more at once than slow start allows, until one fails or all are done.
	 * @throws {NodeApiError} and {NodeOperationError} of the first item that ended the try, with what was done
	 */
	async send(): Promise<INodeExecutionData[][]> {
		const { node, run, service, turns } = this;
		const { results, slowStart } = run;
		const underWay = new Set<Promise<void>>();
		let index = 0;
		try {
			for (; index < run.items; index++) {
				if (results.failed.has(index) || results.blank.has(index)) continue;
				await slowStart.enter();
				if (run.hasEnded) break;
				throwIfCanceled(service.signal);
				const task = this.sendItem(index).finally(() => underWay.delete(task));
				underWay.add(task);
				await (slowStart.isFull ? turns.awaitReplies() : turns.pass());
			}
		} catch (error) {
			// Stop between two items ends the run like a failed item, so that the error says what was done
			results.ending.set(index, toNodeError(error, node, index));
		}
		await Promise.all(underWay);
		const reason = reportEnding(run, service.plainText);
		if (!reason) return this.output;
		addPlanAdvice(reason, run, service);
		throw reason;
	}

	/** Notes the result of an item, or why it failed. Never throws. */
	private async sendItem(index: number): Promise<void> {
		const { node, run, items } = this;
		const { results, slowStart, summary } = run;
		let name = this.nameOf(index);
		let succeeded = false;
		try {
			results.throwIfInDoubt(index);
			let done = results.done.get(index);
			if (!done) {
				const item = items.get(index) ?? this.read(index);
				items.delete(index);
				name = item.name;
				if (this.continues) await item.check();
				done = await item.perform();
				results.done.set(index, done);
			}
			const included = results.includesInput.has(index) ? this.input[index]?.json : undefined;
			this.output[index] = await pairedItems(done, index, included, node, summary);
			succeeded = true;
		} catch (error) {
			if (error instanceof Abandoned) return;
			const reason = toNodeError(error, node, index, this.service.plainText);
			results.noteFailure(name, error, reason, this.continues);
		} finally {
			run.done++;
			slowStart.leave(succeeded);
		}
	}
}

/** @returns undefined if all items fail for the same reason, such as an invalid credential */
async function openServiceOfItems(
	context: IExecuteFunctions,
	node: INode,
	input: INodeExecutionData[],
	run: Run,
): Promise<Service | undefined> {
	try {
		return await openService(context, nodeRequestOptions(context, node), run);
	} catch (error) {
		if (!context.continueOnFail()) throw toNodeError(error, node, 0);
		for (const [index, { json }] of input.entries())
			run.results.fail(itemName(index, json), toNodeError(error, node, index));
		return undefined;
	}
}

/** n8n calls it through `customOperations`. With On Error: Stop, all items are checked before the first change. */
export async function manyItems(
	context: IExecuteFunctions,
	operation: Operation,
	properties: INodeProperties[],
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	// An item that another node or pinned data gives may hold files only
	const input = context.getInputData().map((item) => Object.assign({ json: {} }, item));
	const run = runOf(context.getExecuteData());
	run.beginTry(input.length);
	try {
		const service = await openServiceOfItems(context, node, input, run);
		const tried = service && new Try(context, node, operation, properties, input, run, service);
		await tried?.prepare();
		const output = (await tried?.send()) ?? [];
		addHints(context, run);
		return [outputOfRun(run, operation, output, input, node)];
	} catch (error) {
		const reason = toNodeError(error, node, 0);
		// n8n's Agent node (from version 3 on) gives the model nothing but the message
		if (isTool(node)) reason.message = reasonInWords(reason, 0);
		throw reason;
	}
}
