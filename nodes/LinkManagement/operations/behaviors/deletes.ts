import { invalidInput } from '../../errors';
import { deleteRecord } from '../../recovery/deletion';
import { type Behavior, type ItemCall, requestOptionsOf } from '../operation';
import { recordSource, type RecordTarget } from './recordTarget';

/** Deletes a record. After a lost answer, reading the record or its list tells whether it is gone. */
export const deletes = (target: Exclude<RecordTarget, { account: true }>): Behavior => ({
	kind: 'deletes',
	perform: async (call) => [
		await deleteRecord(
			call.service,
			call.request,
			recordSource(call, target),
			requestOptionsOf(call),
		),
	],
	check: throwIfTooMany,
});

/**
 * A wrong table or filter must not empty an account: with Maximum Deletions, a run with more items deletes nothing.
 *
 * @throws {NodeOperationError} when the run has more items
 */
function throwIfTooMany(call: ItemCall): void {
	const { node, item, run, given } = call;
	const { maximumDeletions: most = Infinity } = given;
	if (run.items <= most) return;
	throw invalidInput(
		{ label: 'Maximum Deletions', node, item },
		`the run would delete ${run.items} records, more than ${most}`,
		'Check where the items come from, or set a higher maximum.',
	);
}
