import { createRecord } from '../recovery/creation';
import { type Behavior, type CreationRecovery, requestOptionsOf } from './operation';

/** Creates a record. After a lost answer, the record is looked up before the request is sent again. */
export const creates = (recovery: CreationRecovery): Behavior => ({
	kind: 'creates',
	perform: async (call) => [
		await createRecord(call.service, call.request, recovery, requestOptionsOf(call)),
	],
});
