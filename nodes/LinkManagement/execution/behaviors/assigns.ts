import { assignRecord } from '../../transport/recovery/assignment';
import { type Behavior, requestOptionsOf } from '../operation';

/** Puts a record into another. After a lost answer, a refusal because it is there already means that it is done. */
export const assigns = (): Behavior => ({
	kind: 'assigns',
	carryOut: async ({ service, request, ...call }) => [
		await assignRecord(service, request, {
			...requestOptionsOf({ service, request, ...call }),
			mayBeEmpty: true,
		}),
	],
});
