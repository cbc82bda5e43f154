import { assignRecord } from '../../recovery/update';
import { type Behavior, requestOptionsOf } from '../operation';

/** Assigns a record to another. After a lost answer, a refusal as "already assigned" counts as success. */
export const assigns = (): Behavior => ({
	kind: 'assigns',
	perform: async (call) => [
		await assignRecord(call.service, call.request, {
			...requestOptionsOf(call),
			mayBeEmpty: true,
		}),
	],
});
