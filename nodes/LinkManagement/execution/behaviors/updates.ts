import type { IDataObject } from 'n8n-workflow';

import { findRecord } from '../../transport/recovery/findRecord';
import { showsNewValues, type UpdateCheck, updateRecord } from '../../transport/recovery/update';
import { type Behavior, type ItemCall, requestOptionsOf } from '../operation';
import { recordSource, type RecordTarget } from '../recordTarget';

export { showsNewValues };

/** What is known of the record that an operation updates. */
export type Update = RecordTarget & {
	/** As in {@link UpdateCheck}. Default: fields of the body are compared with those of the same name. */
	hasNewValues?: UpdateCheck['hasNewValues'];
	/** The reply is the record: where the service answers with nothing, the record that was read takes its place. */
	repliesWithRecord?: boolean;
};

/** Changes a record. An update that is answered with nothing is judged by reading the record. */
export const updates = (update: Update): Behavior => ({
	kind: 'updates',
	carryOut: async (call) => [await carryOut(call, update)],
});

async function carryOut(call: ItemCall, update: Update): Promise<IDataObject> {
	const options = requestOptionsOf(call);
	const source = recordSource(call, update);
	let found: IDataObject | undefined;
	const find = async () => (found = await findRecord(call.service, source));
	const { hasNewValues = showsNewValues, repliesWithRecord = false } = update;
	const body = await updateRecord(call.service, call.request, { find, hasNewValues }, options);
	return body === found && !repliesWithRecord ? {} : body;
}
