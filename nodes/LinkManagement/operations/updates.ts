import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../client/service';
import { findRecord } from '../recovery/findRecord';
import { showsNewValues, type UpdateCheck, updateRecord } from '../recovery/update';
import { notFoundError } from '../references/shortUrl';
import { isObject } from '../values/json';
import { type Behavior, type ItemCall, requestOptionsOf } from './operation';
import { isOn } from './parameters';
import { recordSource, type RecordTarget } from './recordTarget';

export { showsNewValues };

/** The record that an operation updates, and how its update is checked. */
export type Update = RecordTarget & {
	/** As in {@link UpdateCheck}. Default: fields of the body are compared with those of the same name. */
	hasNewValues?: UpdateCheck['hasNewValues'];
	/** The reply is the record. If the reply is empty, the record that was read replaces it. */
	repliesWithRecord?: boolean;
	/**
	 * Adds the other fields of the record to the body, because some services empty what is not sent (services.md section 1).
	 * The record is read first, unless the option Keep Other Fields is off.
	 */
	withOtherFields?: (body: IDataObject, record: IDataObject) => IDataObject;
};

/** Changes a record. After an empty reply, the record is read to see whether the update was done. */
export const updates = (update: Update): Behavior => ({
	kind: 'updates',
	perform: async (call) => [await performUpdate(call, update)],
	check: (call) => void keepsOtherFields(call, update),
});

async function performUpdate(call: ItemCall, update: Update): Promise<IDataObject> {
	const source = recordSource(call, update);
	let found: IDataObject | undefined;
	const find = async () => (found = await findRecord(call.service, source));
	const { hasNewValues = showsNewValues, repliesWithRecord = false } = update;
	const request = await completeRequest(call, update);
	const check = { find, hasNewValues, repliesWithRecord };
	const body = await updateRecord(call.service, request, check, requestOptionsOf(call));
	return body === found && !repliesWithRecord ? {} : body;
}

/** @throws {NodeOperationError} when the option is neither on nor off */
function keepsOtherFields(call: ItemCall, { withOtherFields }: Update): boolean {
	if (!withOtherFields) return false;
	const { keepOtherFields = true } = call.parameter<IDataObject>('options', {});
	return isOn(call, 'Keep Other Fields', keepOtherFields);
}

/**
 * The request with the other fields of the record, which the update is to keep.
 *
 * @throws {NodeApiError} when the record does not exist or can't be read
 */
async function completeRequest(call: ItemCall, update: Update): Promise<ServiceRequest> {
	const { request, service, linkReply } = call;
	if (!update.withOtherFields || !keepsOtherFields(call, update)) return request;
	// A link that was given by its short URL has been read with the search
	const record = isObject(linkReply?.details)
		? linkReply.details
		: await findRecord(service, recordSource(call, update), requestOptionsOf(call));
	if (!record) throw notFoundError(call, 'The service has no record with this ID', 'Check the ID.');
	const body = isObject(request.body) ? request.body : {};
	return { ...request, body: update.withOtherFields(body, record) };
}
