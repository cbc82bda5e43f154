import type { ListEndpoint } from '../../api/lists';
import { deleteRecord } from '../../transport/recovery/deletion';
import { type Behavior, requestOptionsOf } from '../operation';
import { pathParameter } from '../pathParameter';

/**
 * Deletes a record. After a lost answer, its list tells whether it is gone.
 *
 * @param idParameter the placeholder of the path that holds the record's ID, e.g. `campaignId`
 */
export const deletes = (list: ListEndpoint, idParameter: string): Behavior => ({
	kind: 'deletes',
	carryOut: async (call) => [
		await deleteRecord(
			call.service,
			call.request,
			{ list, id: pathParameter(call, idParameter) },
			{ ...requestOptionsOf(call), mayBeEmpty: true },
		),
	],
});
