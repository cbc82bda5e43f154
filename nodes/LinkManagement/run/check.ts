import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { Canceled, isTool, type ItemError } from '../errors';
import type { ItemName } from './itemName';
import { runNotesOf } from './notes';
import { toNodeError } from './output';
import { type CompletedItems, isCompleted } from './completedItems';
import { type ManyItemsRun, type PreparedItem, validCall } from './prepare';
import { Reasons } from './reasons';
import { TO_SEE_PLAN } from './report';

const MAX_DESCRIPTION_LENGTH = 3_000;

/** Why items of a run can't be sent. */
class Check {
	private readonly reasons = new Reasons();
	first?: { item: number; error: ItemError };

	constructor(private readonly run: ManyItemsRun) {}

	/** @throws {NodeApiError} and {Canceled}, which end the check */
	note(name: ItemName, error: unknown): void {
		if (error instanceof NodeApiError || error instanceof Canceled) throw error;
		const { node, service } = this.run;
		const { item } = name;
		const reason = toNodeError(error, node, item, service.plainText);
		this.reasons.add(name, reason);
		this.first ??= { item, error: reason };
	}

	/** Names the problems of all items, grouped; a single item has its own error. @param rows how many items are not blank */
	throwIfAnyProblem(rows: number): void {
		const { node, items, tries } = this.run;
		if (!this.first) return;
		if (items === 1) throw this.first.error;
		// An earlier try of Retry On Fail may have changed something
		const unchanged = tries.length > 1 ? '' : ' Nothing was changed.';
		const message = `${this.reasons.count} of ${items} items cannot be sent.${unchanged}`;
		// n8n's editor shows HTML, where a line feed is a blank
		const isPlan = runNotesOf(this.run).plan !== undefined;
		const description = [
			...this.reasons.lines(MAX_DESCRIPTION_LENGTH, rows),
			...(isPlan && this.reasons.count < rows ? [TO_SEE_PLAN] : []),
		].join(isTool(node) ? ' ' : '<br>');
		// n8n's editor adds [item …] to the message, as if only that one were meant
		const itemIndex = this.reasons.count === 1 ? this.first.item : undefined;
		throw new NodeOperationError(node, message, { itemIndex, description });
	}
}

/** All, so that they can be compared. @param note gets why an item can't be prepared. Default: it fails when it is its turn */
export async function prepareItems(
	run: ManyItemsRun,
	completed: CompletedItems,
	note: (item: number, error: unknown) => void = () => {},
): Promise<Map<number, PreparedItem>> {
	const prepared = new Map<number, PreparedItem>();
	for (let item = 0; item < run.items; item++) {
		if (isCompleted(completed, item)) continue;
		await run.prepare(item).then(
			(one) => void prepared.set(item, one),
			(error: unknown) => note(item, error),
		);
		await run.turns.pass();
	}
	return prepared;
}

/** The items to send. All are checked before the first change, so that a typo in row 395 does not end the run after 394 links. */
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
		for (const [item, one] of hasRows ? rows : prepared) {
			await validCall(one).then(
				(call) => void checked.set(item, { ...one, call, isBlank: false, isChecked: true }),
				(error: unknown) => check.note(one.call.name, error),
			);
			await run.turns.pass();
		}
		if (hasRows) for (const [item, { isBlank }] of prepared) if (isBlank) completed.blank.add(item);
	};
	await checkAll().catch((error: unknown) => {
		// Without the service, the problems that were found before are worth more
		if (error instanceof Canceled || !check.first) throw error;
	});
	check.throwIfAnyProblem(run.items - completed.blank.size);
	return checked;
}
