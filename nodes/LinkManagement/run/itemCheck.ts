import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { Canceled, type ItemError } from '../errors';
import { toNodeError } from '../operations/output/results';
import { type CompletedItems, isCompleted } from './completedItems';
import { type ManyItemsRun, type PreparedItem, validCall } from './manyItemsRun';
import { Turns } from './pace';
import { Reasons, textsWithin } from './reasons';

/** Lengths of the parts of the error, in characters. */
const MAX_MESSAGE_LENGTH = 400;
const MAX_MORE_LENGTH = 1_500;
const MAX_ADVICE_LENGTH = 1_000;

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
	async item(item: number, work: () => Promise<void>): Promise<void> {
		await work().catch((error: unknown) => this.note(item, error));
		await this.turns.pass();
	}

	/** @throws {NodeApiError} and {Canceled}, which end the check */
	note(item: number, error: unknown): void {
		if (error instanceof NodeApiError || error instanceof Canceled) throw error;
		const { node, service } = this.run;
		const reason = toNodeError(error, node, item, service.plainText);
		this.reasons.add(item, reason);
		if (this.first === undefined || item < this.first.item) this.first = { item, error: reason };
	}

	/**
	 * @param rows how many items are not blank
	 * @throws {NodeOperationError} that names the problems of all items, grouped; a single item has its own error
	 */
	throwIfAnyProblem(rows: number): void {
		const { node, items } = this.run;
		if (!this.first) return;
		if (items === 1) throw this.first.error;
		const { count, advice } = this.reasons;
		const inWords = this.reasons.inWords(rows);
		const named = textsWithin(inWords, MAX_MESSAGE_LENGTH);
		const message = `${count} of ${items} items cannot be sent: ${named.join(' · ')}`;
		const others = inWords.slice(named.length);
		const also = textsWithin(others, MAX_MORE_LENGTH);
		const left =
			others.length > also.length ? ` and ${others.length - also.length} more reasons` : '';
		const description = [
			also.length > 0 ? `Also: ${also.join(' · ')}${left}.` : '',
			...textsWithin(advice, MAX_ADVICE_LENGTH),
			// n8n counts items from 0, a spreadsheet counts its rows from 1 and its headings with them
			'The first row is row 0. Nothing was changed.',
		];
		const error = new NodeOperationError(node, message, {
			itemIndex: this.first.item,
			description: description.filter(Boolean).join(' '),
		});
		// The constructor replaces texts that contain words such as ENOENT, and the value may be one of them
		error.message = message;
		throw error;
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
		const prepared = await prepareItems(run, completed, (item, error) => check.note(item, error));
		const rows = [...prepared].filter(([, { isBlank }]) => !isBlank);
		const hasRows = rows.length > 0 || completed.done.size > 0;
		for (const [item, one] of hasRows ? rows : prepared)
			await check.item(item, async () => {
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
