import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { openService, type Service } from '../client/service';
import { Problems } from '../errors';
import type { ItemContext } from '../fields/send';
import { resolveReferences } from '../operations/names/resolveReferences';
import { canIncludeInput, type ItemCall, type Operation, type Run } from '../operations/operation';
import { isTool } from '../operations/output/results';
import { includesInput } from '../operations/parameters';
import { checkParameters } from '../operations/performOperation';
import { isObject, locatorValue } from '../values/json';
import type { CompletedItems } from './completedItems';
import { FieldExpressions, LEFT_TO_N8N } from './fieldExpressions';
import { displayedFields, itemRequest } from './itemRequest';
import { nodeRequestOptions } from './nodeRequestOptions';

/** One item's call, and what is wrong with its values. */
export interface PreparedItem {
	call: ItemCall;
	problems: Problems;
}

/**
 * The call of a prepared item, with its names resolved.
 *
 * @throws {NodeOperationError} that names all invalid values of the item
 */
export async function validCall({ call, problems }: PreparedItem): Promise<ItemCall> {
	const resolved = await problems.try(() => resolveReferences(call));
	problems.throwIfAny();
	return resolved ?? call;
}

/** One run of the node through the entry point for many items. */
export class ManyItemsRun implements Run {
	/** Read once, because n8n copies the node with all parameters at each call. */
	readonly node: INode;
	/** How many items there are. */
	readonly items: number;
	readonly tries: object[];
	private readonly timezone: string;
	private readonly fields: INodeProperties[];
	private readonly fieldExpressions: FieldExpressions;
	private readonly input: INodeExecutionData[];
	private readonly mayIncludeInput: boolean;

	constructor(
		readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		readonly service: Service,
		/** How many items there are, and how many of them are completed or failed. */
		readonly counts: { items: number; done: number },
		private readonly completed: CompletedItems,
	) {
		this.node = context.getNode();
		this.timezone = context.getTimezone();
		this.fields = displayedFields(operation, context);
		this.fieldExpressions = new FieldExpressions(this.node.parameters);
		this.input = context.getInputData();
		this.items = counts.items;
		this.tries = completed.tries;
		// Most workflows don't use the option. Then it is not evaluated for every item
		const options: unknown = this.node.parameters.options;
		const isSet = isObject(options)
			? options.includeInputFields !== undefined
			: options !== undefined;
		// The option of another operation may be left over in the parameters. The input item of a tool is that of its agent,
		// such as a long mail, which the model need not read again
		this.mayIncludeInput =
			(isSet || operation.includesInput === true) &&
			canIncludeInput(operation) &&
			!isTool(this.node);
	}

	/** The fields of an input item, if they are included in the output. */
	includedInputOf(item: number): IDataObject | undefined {
		return this.completed.includesInput.has(item) ? this.input[item]?.json : undefined;
	}

	/**
	 * Reads, converts and checks the parameters of an item. Each is evaluated once, however often it is used.
	 *
	 * @throws when an expression can't be evaluated
	 */
	async prepare(item: number): Promise<PreparedItem> {
		const { context, node, timezone, operation, service, fields } = this;
		const input = this.input[item] ?? { json: {} };
		const known = new Map<string, unknown>();
		const evaluate = (name: string, fallback: unknown): unknown => {
			const value = this.fieldExpressions.read(name, input.json);
			return value === LEFT_TO_N8N ? context.getNodeParameter(name, item, fallback) : value;
		};
		const parameter = <T>(name: string, fallback: T): T => {
			if (!fields.some((field) => field.name === name)) return fallback;
			if (!known.has(name)) known.set(name, evaluate(name, fallback));
			return known.get(name) as T;
		};
		const itemContext: ItemContext = {
			getNode: () => node,
			getItemIndex: () => item,
			getTimezone: () => timezone,
			getInputData: () => input,
			getNodeParameter: parameter,
		};
		const read = ({ name, default: fallback }: INodeProperties): unknown =>
			locatorValue(parameter<unknown>(name, fallback));
		const problems = new Problems(node, item);
		if (this.mayIncludeInput) {
			const options = parameter<unknown>('options', {});
			await problems.try(() => {
				if (includesInput(operation, options, { node, item }))
					this.completed.includesInput.add(item);
			});
		}
		const parameters = { context: itemContext, read };
		const { warnings = [], ...request } = await itemRequest(
			operation,
			fields,
			parameters,
			problems,
		);
		const call: ItemCall = {
			operation,
			request,
			service,
			caller: context,
			node,
			item,
			maxRecords: Infinity,
			run: this,
			warnings,
			abandoned: () => false,
			parameter,
		};
		await checkParameters(call, problems);
		return { call, problems };
	}
}

/** @throws {NodeOperationError} when the credential or the node's Request Options are invalid */
export async function openRun(
	context: IExecuteFunctions,
	operation: Operation,
	completed: CompletedItems,
): Promise<ManyItemsRun> {
	const counts = { items: context.getInputData().length, done: 0 };
	const service = await openService(context, nodeRequestOptions(context), counts);
	return new ManyItemsRun(context, operation, service, counts, completed);
}
