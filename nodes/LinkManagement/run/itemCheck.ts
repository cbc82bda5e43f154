import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { Canceled, type ItemError } from '../errors';
import type { ItemName } from '../operations/itemName';
import { isTool, toNodeError } from '../operations/output/results';
import { type CompletedItems, isCompleted } from './completedItems';
import { type ManyItemsRun, type PreparedItem, validCall } from './manyItemsRun';
import { Turns } from './pace';
import { Reasons } from './reasons';

/** Longest description, in characters. */
const MAX_DESCRIPTION_LENGTH = 3_000;

/** Checks the items of a run, and collects the problems of all of them. */
class Check {
	private readonly reasons = new Reasons();
	/** The error of the first invalid item. */
	private first?: { item: number; error: ItemError };
	private readonly turns: Turns;

	constructor(private readonly run: ManyItemsRun) {
		this.turns = new Turns(run.context.getExecutionCancelSignal());
	}

	get hasFoundProblems(): boolean {
		return this.first !== undefined;
	}

	/**
	 * Does the work of one item, and notes why the item can't be sent.
	 *
	 * @throws as {@link note}, when the service can't be asked for names, or on Stop
	 */
	async item(name: ItemName, work: () => Promise<void>): Promise<void> {
		await work().catch((error: unknown) => this.note(name, error));
		await this.turns.pass();
	}

	/** @throws {NodeApiError} and {Canceled}, which end the check */
	note(name: ItemName, error: unknown): void {
		if (error instanceof NodeApiError || error instanceof Canceled) throw error;
		const { node, service } = this.run;
		const { item } = name;
		const reason = toNodeError(error, node, item, service.plainText);
		this.reasons.add(name, reason);
		if (this.first === undefined || item < this.first.item) this.first = { item, error: reason };
	}

	/**
	 * @param rows how many items are not blank
	 * @throws {NodeOperationError} that names the problems of all items, grouped; a single item has its own error
	 */
	throwIfAnyProblem(rows: number): void {
		const { node, items, tries } = this.run;
		if (!this.first) return;
		if (items === 1) throw this.first.error;
		// An earlier try of Retry On Fail may have changed something
		const unchanged = tries.length > 1 ? '' : ' Nothing was changed.';
		const message = `${this.reasons.count} of ${items} items cannot be sent.${unchanged}`;
		// n8n's editor shows HTML, where a line feed is a blank
		const description = this.reasons
			.lines(MAX_DESCRIPTION_LENGTH, rows)
			.join(isTool(node) ? ' ' : '<br>');
		// n8n's editor adds [item …] to the message, as if only that one were meant
		const itemIndex = this.reasons.count === 1 ? this.first.item : undefined;
		throw new NodeOperationError(node, message, { itemIndex, description });
	}
}

/**
 * Prepares all items, so that they can be compared with each other. It ends on Stop and never blocks the server for long.
 *
 * @param note gets the reason for an item that can't be prepared. Default: it fails when it is its turn
 */
export async function prepareItems(
	run: ManyItemsRun,
	completed: CompletedItems,
	note: (item: number, error: unknown) => void = () => {},
): Promise<Map<number, PreparedItem>> {
	const turns = new Turns(run.context.getExecutionCancelSignal());
	const prepared = new Map<number, PreparedItem>();
	for (let item = 0; item < run.items; item++) {
		if (isCompleted(completed, item)) continue;
		await run.prepare(item).then(
			(one) => void prepared.set(item, one),
			(error: unknown) => note(item, error),
		);
		await turns.pass();
	}
	return prepared;
}

/**
 * Prepares all items, checks them and resolves their names before the first change, so that a typo in row 395 does not end the
 * run after 394 links were created.
 *
 * @returns the items to send
 * @throws {NodeOperationError} that names all problems of all items; {NodeApiError} when names can't be looked up;
 *   {Canceled} on Stop
 */
export async function checkItems(
	run: ManyItemsRun,
	completed: CompletedItems,
): Promise<Map<number, PreparedItem>> {
	const check = new Check(run);
	const checked = new Map<number, PreparedItem>();
	const checkAll = async () => {
		const prepared = await prepareItems(run, completed, (item, error) =>
			check.note(run.nameOf(item), error),
		);
		const rows = [...prepared].filter(([, { isBlank }]) => !isBlank);
		const hasRows = rows.length > 0 || completed.done.size > 0;
		for (const [item, one] of hasRows ? rows : prepared)
			await check.item(one.call.name, async () => {
				const call = await validCall(one);
				checked.set(item, { ...one, call, isBlank: false, isChecked: true });
			});
		if (hasRows) for (const [item, { isBlank }] of prepared) if (isBlank) completed.blank.add(item);
	};
	await checkAll().catch((error: unknown) => {
		// Without the service, the problems that were found before are worth more
		if (error instanceof Canceled || !check.hasFoundProblems) throw error;
	});
	check.throwIfAnyProblem(run.items - completed.blank.size);
	return checked;
}
