import type { IDataObject } from 'n8n-workflow';

import { requestOptionsOf } from '../client/http';
import { reasonOf } from '../client/runLog';
import type { ServiceCall } from '../client/service';
import { type Failure, type FailureKind, itemLabel } from '../errors';
import { withoutFullStop } from '../values/plainText';
import { findOrElse, findRecord, type RecordSource } from './findRecord';

/** The kinds of failures after which a missing record means that it was deleted: the reply was lost, or is empty. */
const LOST_REPLIES: FailureKind[] = ['emptyReply', 'invalidJson', 'lostReply'];

/** Not if the service answered every attempt: some answer with HTTP 500 when there is no such record. */
const isDoneIfNotThere = ({ kind, late, mayHaveActed, retry }: Failure): boolean =>
	LOST_REPLIES.includes(kind) || late === true || (retry === 'never' && mayHaveActed === true);

const stillThere = (failure: Failure): Failure =>
	failure.kind !== 'emptyReply'
		? failure
		: {
				...failure,
				message: 'The service did not delete the record',
				advice: `${withoutFullStop(failure.message)}, and the record still exists.`,
			};

const nothingToDelete = (failure: Failure): Failure => ({
	...failure,
	kind: 'notFound',
	message: 'The service has no record with this ID',
	advice: `It never existed, or an earlier attempt that failed (${failure.message}) may have deleted it. Check the ID.`,
});

const deletionUnknown = (failure: Failure, reason: string): Failure => ({
	...failure,
	message: `${withoutFullStop(failure.message)}. Whether the record was deleted is not known`,
	advice: `Looking for it failed, too (${reason}). ${failure.advice}`,
});

/** After a lost or empty reply, the record is read: an attempt may have succeeded, and the next one is refused then. */
export async function deleteRecord(call: ServiceCall, source: RecordSource): Promise<IDataObject> {
	const { service, request, item } = call;
	const outcome = await service.request(request, { ...requestOptionsOf(call), mayBeEmpty: true });
	if ('body' in outcome) return outcome.body;
	const { failure } = outcome;
	const mayBeDone = failure.retry === 'ifRepeatable' || isDoneIfNotThere(failure);
	if (!mayBeDone) throw service.errorFor(item, failure);

	service.log.debug(
		`reads the record to check the deletion${itemLabel(item)}: ${reasonOf(failure)}`,
	);
	const record = await findOrElse(
		async () => await findRecord(service, source),
		(reason) => service.errorFor(item, deletionUnknown(failure, reason)),
	);
	if (record) throw service.errorFor(item, stillThere(failure));
	if (isDoneIfNotThere(failure)) return {};
	throw service.errorFor(item, nothingToDelete(failure));
}
