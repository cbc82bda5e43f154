import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { throwIfCanceled } from '../client/wait';
import type { ItemCall } from '../operations/operation';
import { checkParameters } from '../operations/performOperation';
import { resolveReferences } from '../operations/resolveReferences';
import { toNodeError } from '../operations/results';
import { verbatim } from '../values/plainText';
import type { CompletedItems } from './completedItems';
import type { ManyItemsRun } from './manyItemsRun';
import { Turns } from './turns';

/** Prepared calls that are kept for sending. The calls of further items are prepared once more. */
const MAX_PREPARED = 20_000;
/** Items that the error names, and the longest reason of one. */
const MAX_NAMED = 10;
const MAX_REASON = 200;

type ItemError = ReturnType<typeof toNodeError>;

/**
 * Prepares all items before the first change, so that a typo in row 395 does not end the run after 394 links were
 * created. Names are looked up in their lists. It ends on Stop and never blocks the server for long.
 *
 * @returns the prepared calls, by item
 * @throws {NodeOperationError} that names the invalid items; {NodeApiError} when a list can't be read; {Canceled} on Stop
 */
export async function checkItems(
	run: ManyItemsRun,
	completed: CompletedItems,
): Promise<Map<number, ItemCall>> {
	const prepared = new Map<number, ItemCall>();
	const errors = new Map<number, ItemError>();
	const turns = new Turns(run.context.getExecutionCancelSignal());
	let count = 0;
	for (let item = 0; item < run.items; item++) {
		if (completed.done.has(item)) continue;
		try {
			const given = await run.prepare(item);
			checkParameters(given);
			const call = await resolveReferences(given);
			if (prepared.size < MAX_PREPARED) prepared.set(item, call);
		} catch (error) {
			throwIfCanceled(run.context.getExecutionCancelSignal());
			const reason = toNodeError(error, run.node, item, run.service.plainText);
			// A list that can't be read is no fault of the item
			if (reason instanceof NodeApiError) throw reason;
			count++;
			if (errors.size < MAX_NAMED) errors.set(item, reason);
		}
		await turns.pass();
	}
	if (count > 0) throw checkError(run, errors, count);
	return prepared;
}

/** The error of one invalid item names it. Of several it says how many there are, and names the first. */
function checkError(
	{ node, items }: ManyItemsRun,
	errors: Map<number, ItemError>,
	count: number,
): ItemError {
	const [[item, first] = [0, new NodeOperationError(node, 'Invalid item')]] = errors;
	if (items === 1) return first;
	const message = `${count} of ${items} items cannot be sent: ${verbatim(first.message, MAX_REASON)}`;
	const others = [...errors.values()].slice(1).map((error) => verbatim(error.message, MAX_REASON));
	const more = count > errors.size ? ` and ${count - errors.size} more items` : '';
	const description = [
		others.length > 0 ? `Also: ${others.join('; ')}${more}.` : '',
		adviceOf(first),
		'Nothing was sent.',
	];
	const error = new NodeOperationError(node, message, {
		itemIndex: item,
		description: description.filter(Boolean).join(' '),
	});
	// The constructor replaces texts that contain words such as ENOENT, and the value may be one of them
	error.message = message;
	return error;
}

/** The advice of one item's error, without its last sentence about this item alone. */
const adviceOf = ({ description }: ItemError): string =>
	(description ?? '').replace(/ ?Nothing was sent( for this item)?\.$/, '');
