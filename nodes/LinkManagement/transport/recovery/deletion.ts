import type { IDataObject } from 'n8n-workflow';

import { type Failure, type FailureKind, itemLabel } from '../../errors';
import { reasonOf } from '../runLog';
import type { RequestOptions, Service, ServiceRequest } from '../service';
import { findOrElse, findRecord, type RecordSource } from './findRecord';

/** The answer was lost on its way, or says nothing: a record that is not there was deleted. */
const LOST_ANSWERS: FailureKind[] = ['emptyReply', 'invalidJson', 'lostReply'];

/**
 * Whether a failed deletion has reached its goal when the record is not there. After an answer of the service on every
 * try, such as HTTP 500, that proves nothing: some services answer so when there is no such record.
 */
const isDoneIfNotThere = ({ kind, late, mayHaveActed, retry }: Failure): boolean =>
	LOST_ANSWERS.includes(kind) || late === true || (retry === 'never' && mayHaveActed === true);

const mayBeDone = (failure: Failure): boolean =>
	failure.retry === 'ifRepeatable' || isDoneIfNotThere(failure);

const stillThere = (failure: Failure): Failure =>
	failure.kind !== 'emptyReply'
		? failure
		: {
				...failure,
				message: 'The service did not delete the record',
				advice: 'It sent an empty reply, and the record still exists.',
			};

const noSuchRecord = (failure: Failure): Failure => ({
	...failure,
	kind: 'notFound',
	message: 'The service has no record with this ID',
	advice: `Either it never existed, or an earlier attempt (${failure.message}) deleted it. Check the ID.`,
});

const outcomeUnknown = (failure: Failure, reason: string): Failure => ({
	...failure,
	message: `${failure.message.replace(/\.+$/, '')}. Whether the record was deleted is not known`,
	advice: `Looking for it failed, too (${reason}). ${failure.advice}`,
});

/**
 * Deletes a record. A try whose answer was lost may have done it; the next one is refused then, as there is nothing left
 * to delete, in words that api.md does not show. So after a lost answer, reading tells whether the record is still there.
 * A deletion that is answered with nothing is sent once, and then judged by reading, too.
 *
 * @param source where the record can be read
 * @throws {NodeApiError} when the record is still there, may never have existed, or when that is not known; {Canceled}
 *   on Stop
 */
export async function deleteRecord(
	service: Service,
	request: ServiceRequest,
	source: RecordSource,
	options: RequestOptions,
): Promise<IDataObject> {
	const outcome = await service.request(request, { ...options, mayBeEmpty: true });
	if ('body' in outcome) return outcome.body;
	const { failure } = outcome;
	if (!mayBeDone(failure)) throw service.errorFor(failure, options.item);

	service.log.debug(
		`reads the record to check the deletion${itemLabel(options.item)}: ${reasonOf(failure)}`,
	);
	const record = await findOrElse(
		async () => await findRecord(service, source),
		(reason) => service.errorFor(outcomeUnknown(failure, reason), options.item),
	);
	if (record) throw service.errorFor(stillThere(failure), options.item);
	if (isDoneIfNotThere(failure)) return {};
	throw service.errorFor(noSuchRecord(failure), options.item);
}
