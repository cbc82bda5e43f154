import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';

import type { Service } from '../client/service';
import { isTool } from '../errors';
import { withoutFormula } from '../fields/cells';
import { isEmpty } from '../fields/convert';
import type { Given } from '../fields/field';
import { itemRequest, type Read, type VisitedField, visitedFields } from '../fields/itemRequest';
import { Table } from '../fields/table';
import { isObject } from '../text/json';
import { type ItemName, itemName } from '../text/sentences';
import { FieldExpressions, fieldsReadBy, LEFT_TO_N8N } from './fieldExpressions';
import { Item, type Operation } from './item';
import { includesInput } from './output';
import type { Run } from './run';

/** An expression that reads an item: this one, or that of another node. */
const READS_ITEM = /^=.*\$(?:json|binary|input|items?|node|\()/s;

function* valuesFromItem(saved: unknown, value: unknown): Generator<unknown> {
	if (typeof saved === 'string' && READS_ITEM.test(saved)) yield value;
	if (typeof saved !== 'object' || saved === null) return;
	const values = (typeof value === 'object' && value !== null ? value : {}) as INodeParameters;
	for (const [name, part] of Object.entries(saved)) yield* valuesFromItem(part, values[name]);
}

/**
 * Whether a row has no value, as tables often end with such rows: no cell of Create or Update has one, or no expression that reads
 * the item. Other values are the same in all rows. @param parameters as they are saved, and with their expressions evaluated,
 * without switches and options, which are no values of a row
 */
function isBlankRow(
	operation: Operation,
	{ columns }: Given,
	parameters: Array<[saved: unknown, evaluated: unknown]>,
): boolean {
	if (columns && [...columns.values.values()].every(isEmpty)) return true;
	// With Map Automatically, the mapper may hold expressions of before
	if (operation.includesInput !== true || (columns && columns.headings.size > 0)) return false;
	let readsItem = false;
	for (const [saved, value] of parameters)
		for (const cell of valuesFromItem(saved, value)) {
			if (!isEmpty(withoutFormula(cell))) return false;
			readsItem = true;
		}
	return readsItem;
}

export interface ReadItem {
	item: Item;
	/** It is not sent if the run has other rows. */
	isBlank: boolean;
}

/** Reads and converts the parameters of the input items. */
export class ItemReader {
	private readonly fields: VisitedField[];
	private readonly expressions: FieldExpressions;
	private readonly input: INodeExecutionData[];
	private readonly table: Table;

	constructor(
		private readonly context: IExecuteFunctions,
		/** Read once, because n8n copies the node with all parameters at each call. */
		private readonly node: INode,
		private readonly operation: Operation,
		properties: INodeProperties[],
		private readonly service: Service,
		private readonly run: Run,
	) {
		this.fields = visitedFields(properties, node, operation.option.routing.request.url);
		this.expressions = new FieldExpressions(this.fields);
		this.input = context.getInputData();
		this.table = new Table(this.input);
	}

	/** What messages call an item whose values could not be read. */
	nameOf(index: number): ItemName {
		return itemName(index, this.input[index]?.json);
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

	/** Each parameter is evaluated once. */
	read(index: number): ReadItem {
		const { context, node, operation, service, run, fields } = this;
		const input = this.input[index]?.json ?? {};
		const parameters: Array<[unknown, unknown]> = [];
		const read: Read = ({ path, saved, field }) => {
			const own = this.expressions.read(path, input);
			const value =
				own === LEFT_TO_N8N ? context.getNodeParameter(path, index, field.default) : own;
			const isOfRow = field.type !== 'boolean' && !path.startsWith('options.');
			if (isOfRow) parameters.push([saved, value]);
			return value;
		};
		const { timeZone } = service;
		const converted = itemRequest(fields, read, operation.option.routing.request, {
			node,
			item: index,
			input,
			table: this.table,
			timeZone,
		});
		const item = new Item(
			{ run, operation, index, input, caller: context, node, maxRecords: Infinity },
			converted,
		);
		item.service = service;
		if (includesInput(operation, item.given, node)) run.results.includesInput.add(index);
		const isBlank = !isTool(node) && isBlankRow(operation, item.given, parameters);
		if (!isBlank) operation.note?.(item);
		return { item, isBlank };
	}
}
