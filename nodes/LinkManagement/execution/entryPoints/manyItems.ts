import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeProperties,
	sleep,
} from 'n8n-workflow';

import { Abandoned, Canceled } from '../../errors';
import type { ItemContext } from '../../fields/send';
import { openService, type Service } from '../../transport/service';
import { throwIfCanceled } from '../../transport/wait';
import type { Operation } from '../operation';
import { performOperation } from '../performOperation';
import { failedItem, pairedItems, type Result, toNodeError } from '../results';
import { type CompletedItems, completedItemsOf, unlessCompleted } from './completedItems';
import { displayedFields, itemRequest } from './itemRequest';
import { nodeRequestOptions } from './nodeRequestOptions';
import { addRunReport, createsRecords } from './runReport';
import { SlowStart } from './slowStart';

/** Longest stretch of work, in ms, before the server gets to do something else. */
const STRETCH = 15;
/**
 * The same when all places are taken, so that replies are what a run waits for: each request gets its connection
 * before the next is prepared. Otherwise they go out, and their replies come, in bursts.
 */
const STRETCH_WHEN_FULL = 1;

/** What all items of a run have in common. */
interface Run {
	context: IExecuteFunctions;
	/** n8n copies the node, with all parameters, whenever it is asked for. */
	node: INode;
	timezone: string;
	operation: Operation;
	service: Service;
	fields: INodeProperties[];
	/** How many items there are. */
	items: number;
}

async function openRun(context: IExecuteFunctions, operation: Operation): Promise<Run> {
	const service = await openService(context, nodeRequestOptions(context));
	return {
		context,
		node: context.getNode(),
		timezone: context.getTimezone(),
		operation,
		service,
		fields: displayedFields(operation, context),
		items: context.getInputData().length,
	};
}

/** What one item brings. Its parameters are read only now, when its turn has come. */
async function workOn(run: Run, item: number, abandoned: () => boolean): Promise<Result[]> {
	const { context, node, timezone, operation, service, fields } = run;
	const itemContext: ItemContext = {
		getNode: () => node,
		getItemIndex: () => item,
		getTimezone: () => timezone,
	};
	const read = (field: INodeProperties): unknown =>
		context.getNodeParameter(field.name, item, field.default, {
			extractValue: field.type === 'resourceLocator',
		});
	const request = await itemRequest(operation, fields, { context: itemContext, read });
	const parameter = <T>(name: string, fallback: T) =>
		fields.some((field) => field.name === name)
			? (context.getNodeParameter(name, item, fallback) as T)
			: fallback;
	return await performOperation({
		operation,
		request,
		service,
		caller: context,
		node,
		item,
		maxRecords: Infinity,
		run,
		abandoned,
		parameter,
	});
}

/** How far a run has come. */
interface Progress {
	memory: CompletedItems;
	ramp: SlowStart;
	/** The items that came out, by input item. */
	output: INodeExecutionData[][];
	/** Refusals that end the run, by input item. */
	refused: Map<number, ReturnType<typeof toNodeError>>;
}

/** Works on one item and notes what became of it; never throws. */
async function settle(
	run: Run,
	{ memory, ramp, output, refused }: Progress,
	item: number,
): Promise<void> {
	const { context, node } = run;
	const abandoned = () => refused.size > 0;
	let good = false;
	try {
		const results = await unlessCompleted(
			memory,
			item,
			async () => await workOn(run, item, abandoned),
		);
		output[item] = await pairedItems(results, item);
		good = true;
	} catch (error) {
		if (error instanceof Abandoned) return;
		const reason = toNodeError(error, node, item);
		if (context.continueOnFail() && !(error instanceof Canceled))
			output[item] = [failedItem(reason, node, item)];
		else refused.set(item, reason);
	} finally {
		ramp.leave(good);
	}
}

/** What keeps all items from being sent, as a wrong credential does: with On Error: Continue each of them has this reason. */
const refusedOrThrown =
	(context: IExecuteFunctions) =>
	(error: unknown): INodeExecutionData[] => {
		if (!context.continueOnFail()) throw error;
		const node = context.getNode();
		return context
			.getInputData()
			.map((_, item) => failedItem(toNodeError(error, node, item), node, item));
	};

/**
 * The door for many items: item by item, in order, never more at once than the ramp allows; n8n calls it through
 * `customOperations`. After the first refusal nothing more is sent, unless On Error says to continue.
 */
export async function manyItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[][]> {
	const run = await openRun(context, operation).catch(refusedOrThrown(context));
	if (Array.isArray(run)) return [run];
	const { items } = run;
	const memory = completedItemsOf(context.getExecuteData());
	const progress: Progress = { memory, ramp: new SlowStart(), output: [], refused: new Map() };
	const underWay = new Set<Promise<void>>();

	for (let item = 0, since = Date.now(); item < items; item++) {
		await progress.ramp.enter();
		if (progress.refused.size > 0) break;
		throwIfCanceled(context.getExecutionCancelSignal());
		const task = settle(run, progress, item).finally(() => underWay.delete(task));
		underWay.add(task);
		if (Date.now() - since > (progress.ramp.isFull ? STRETCH_WHEN_FULL : STRETCH)) {
			await sleep(0);
			since = Date.now();
		}
	}
	await Promise.all(underWay);

	const [first] = [...progress.refused].sort(([a], [b]) => a - b);
	if (first) {
		const [, reason] = first;
		addRunReport(reason, memory.done, items, createsRecords(operation));
		throw reason;
	}
	return [progress.output.flat()];
}
