import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import { openService, type Service } from '../client/service';
import { Turns } from '../client/wait';
import { invalidInput, isTool, type Problems } from '../errors';
import { collectAll, type Read, type VisitedField, visitedFields } from '../fields/collect';
import { itemRequest } from '../fields/itemRequest';
import { Table } from '../fields/table';
import { type ItemName, itemName } from './itemName';
import { resolveReferences } from '../lookup/createMissing';
import type { ItemCall, Operation, Run } from './operation';
import { copiedInput } from './output';
import { isObject, textOf } from '../text/json';
import type { CompletedItems } from './completedItems';
import { FieldExpressions, fieldsReadBy, LEFT_TO_N8N } from './fieldExpressions';
import { callOf, includesInput, isBlankRow } from './itemCall';

/** The parts of a proxy address, as n8n's HTTP helper expects them. */
function proxyOf(context: IExecuteFunctions, address: string): IHttpRequestOptions['proxy'] {
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
		const field = { label: 'Proxy', node: context.getNode() };
		throw invalidInput(
			field,
			'the value is not an address',
			'Enter it as http://user:password@host:port, with % in a password as %25.',
		);
	}
}

/** The Request Options (timeout, proxy, SSL) that n8n adds to every declarative node, for the entry point for many items. */
function nodeRequestOptions(context: IExecuteFunctions): Partial<IHttpRequestOptions> {
	const given = context.getNodeParameter('requestOptions', 0, {}) as IDataObject;
	return {
		timeout: Number(given.timeout) || undefined,
		...(given.proxy ? { proxy: proxyOf(context, textOf(given.proxy)) } : {}),
		...(given.allowUnauthorizedCerts === true ? { skipSslCertificateValidation: true } : {}),
	};
}

export interface PreparedItem {
	call: ItemCall;
	problems: Problems;
	/** It is not sent if the run has other rows. */
	isBlank: boolean;
	/** Its values are valid, and its names are resolved. */
	isChecked?: true;
}

/** With its names resolved. @throws {NodeOperationError} that names all invalid values of the item */
export async function validCall({ call, problems, isChecked }: PreparedItem): Promise<ItemCall> {
	if (isChecked) return call;
	await problems.try(() => call.operation.behavior.check?.(call));
	const resolved = await problems.try(() => resolveReferences(call));
	problems.throwIfAny();
	return resolved ?? call;
}

export class ManyItemsRun implements Run {
	/** Read once, because n8n copies the node with all parameters at each call. */
	readonly node: INode;
	readonly items: number;
	readonly tries: object[];
	readonly turns: Turns;
	private readonly fields: VisitedField[];
	private readonly fieldExpressions: FieldExpressions;
	private readonly input: INodeExecutionData[];
	private readonly table: Table;

	constructor(
		readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		properties: INodeProperties[],
		readonly service: Service,
		/** Done are those that are completed or failed. */
		readonly counts: { items: number; done: number },
		private readonly completed: CompletedItems,
	) {
		this.node = context.getNode();
		this.fields = visitedFields(properties, this.node, operation.option.routing.request.url);
		this.fieldExpressions = new FieldExpressions(this.fields);
		this.input = context.getInputData();
		this.table = new Table(this.input);
		this.items = counts.items;
		this.tries = completed.tries;
		this.turns = new Turns(service.signal);
	}

	/** Set when no other row is left. */
	sendsBlankRows = false;

	/** What messages call an item whose values could not be read. */
	nameOf(item: number): ItemName {
		return itemName(item, this.input[item]?.json);
	}

	/** What expressions read, and no item has: columns that were renamed, perhaps. */
	get missingFields(): string[] {
		const { columns, ...others }: IDataObject = this.node.parameters;
		// With Map Automatically, the mapper may hold expressions of before
		const isAutomatic = isObject(columns) && columns.mappingMode === 'autoMapInputData';
		const missing = new Set(fieldsReadBy(isAutomatic ? others : this.node.parameters));
		for (const { json } of this.input) {
			if (missing.size === 0) break;
			for (const name of missing) if (Object.hasOwn(json, name)) missing.delete(name);
		}
		return [...missing];
	}

	includedInputOf(item: number): IDataObject | undefined {
		const { json } = this.input[item] ?? {};
		return json && this.completed.includesInput.has(item)
			? copiedInput(json, this.node)
			: undefined;
	}

	/** Reads and converts the parameters of an item. Each is evaluated once. */
	async prepare(item: number): Promise<PreparedItem> {
		const { context, node, operation, service, fields, completed } = this;
		const input = this.input[item]?.json ?? {};
		const parameters: Array<[unknown, unknown]> = [];
		const read: Read = ({ path, saved, field }) => {
			const own = this.fieldExpressions.read(path, input);
			const value = own === LEFT_TO_N8N ? context.getNodeParameter(path, item, field.default) : own;
			const isOfRow = field.type !== 'boolean' && !path.startsWith('options.');
			if (isOfRow) parameters.push([saved, value]);
			return value;
		};
		const request = itemRequest(
			fields,
			collectAll(fields, read, operation.option.routing.request),
			{ node, item, input, table: this.table, timeZone: service.timeZone },
		);
		const call: ItemCall = {
			...callOf(operation, request, item, input),
			...{ service, caller: context, node, maxRecords: Infinity, run: this },
			abandoned: () => false,
		};
		if (includesInput(operation, request.given, node)) completed.includesInput.add(item);
		const isBlank =
			!this.sendsBlankRows && !isTool(node) && isBlankRow(operation, request.given, parameters);
		if (!isBlank) operation.behavior.collect?.(call);
		return { call, problems: request.problems, isBlank };
	}
}

/** @throws {NodeOperationError} when the credential or the node's Request Options are invalid */
export async function openRun(
	context: IExecuteFunctions,
	operation: Operation,
	properties: INodeProperties[],
	completed: CompletedItems,
): Promise<ManyItemsRun> {
	const counts = { items: context.getInputData().length, done: 0 };
	const service = await openService(context, nodeRequestOptions(context), counts);
	return new ManyItemsRun(context, operation, properties, service, counts, completed);
}
