import { deleteRecord } from '../recovery/deletion';
import { type Behavior, requestOptionsOf } from './operation';
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
});
