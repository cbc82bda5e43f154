import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { Canceled, isTool, type ItemError, toNodeError } from '../errors';
import type { PlainText } from '../text/plainText';
import type { ItemName } from '../text/sentences';
import { Reasons } from './reasons';
import { TO_SEE_PLAN } from './report';
import type { Run } from './run';

const MAX_DESCRIPTION_LENGTH = 3_000;

/** Why items of a run can't be sent. All are checked before the first change, so that a typo in row 395 does not end the run after 394 links. */
export class Check {
	private readonly reasons = new Reasons();
	private first?: { item: number; error: ItemError };

	constructor(
		private readonly run: Run,
		private readonly node: INode,
		private readonly plainText: PlainText,
	) {}

	/** @throws {NodeApiError} and {Canceled}, which end the check. Without the service, the problems that were found before are worth more */
	note(name: ItemName, error: unknown): void {
		if (error instanceof NodeApiError || error instanceof Canceled) {
			if (error instanceof NodeApiError) this.throwIfAnyProblem();
			throw error;
		}
		const { item } = name;
		const reason = toNodeError(error, this.node, item, this.plainText);
		this.reasons.add(name, reason);
		this.first ??= { item, error: reason };
	}

	/** Names the problems of all items, grouped; a single item has its own error. */
	throwIfAnyProblem(): void {
		const { node, run } = this;
		const { items, results, summary, tries } = run;
		if (!this.first) return;
		if (items === 1) throw this.first.error;
		// An earlier try of Retry On Fail may have changed something
		const unchanged = tries > 1 ? '' : ' Nothing was changed.';
		const message = `${this.reasons.count} of ${items} items cannot be sent.${unchanged}`;
		const rows = items - results.blank.size;
		const hasPlan = summary.plan !== undefined && this.reasons.count < rows;
		// n8n's editor shows HTML, where a line feed is a blank
		const description = [
			...this.reasons.lines(MAX_DESCRIPTION_LENGTH, rows),
			...(hasPlan ? [TO_SEE_PLAN] : []),
		].join(isTool(node) ? ' ' : '<br>');
		// n8n's editor adds [item …] to the message, as if only that one were meant
		const itemIndex = this.reasons.count === 1 ? this.first.item : undefined;
		throw new NodeOperationError(node, message, { itemIndex, description });
	}
}
