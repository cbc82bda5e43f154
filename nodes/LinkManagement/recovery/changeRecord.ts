import type { IDataObject } from 'n8n-workflow';

import { bodyOf, requestOptionsOf } from '../client/http';
import { reasonOf } from '../client/log';
import { silentEvent } from '../client/replies/failureRules';
import type { ServiceCall } from '../client/service';
import { throwIfCanceled } from '../client/wait';
import { type Failure, type FailureKind, type FinalFailure, itemLabel } from '../errors';
import { comparableName, comparableUrl } from '../text/comparable';
import { isObject, textOf } from '../text/json';
import { withoutFullStop } from '../text/plainText';
import { recordNames } from './createdRecords';
import { findRecord, type RecordSource, unlessStopped } from './findRecord';

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
	const record = await findRecord(service, source).catch(
		unlessStopped((reason) => service.errorFor(item, deletionUnknown(failure, reason))),
	);
	if (record) throw service.errorFor(item, stillThere(failure));
	if (isDoneIfNotThere(failure)) return {};
	throw service.errorFor(item, nothingToDelete(failure));
}

export interface UpdateCheck {
	find: () => Promise<IDataObject | undefined>;
	/** Whether the record has the values of the body; undefined when it contains none of these fields. */
	hasNewValues: (record: IDataObject, body: IDataObject) => boolean | undefined;
	/** The service's reply is the record, so a reply without a record does not show whether the update was done. */
	repliesWithRecord: boolean;
}

/** Whether two values are the same apart from changes that a service may make, such as `1` for `true`. */
function isSameValue(shown: unknown, wanted: unknown): boolean {
	const name = comparableName(shown);
	if (name === comparableName(wanted) || comparableUrl(shown) === comparableUrl(wanted))
		return true;
	return typeof wanted === 'boolean' && name === (wanted ? '1' : '0');
}

/** Undefined when the record has none of these fields. Lists and objects are not compared. */
export function showsNewValues(record: IDataObject, body: IDataObject): boolean | undefined {
	const readable = Object.entries(body).filter(
		([name, value]) => name in record && typeof value !== 'object' && !isObject(record[name]),
	);
	if (readable.length === 0) return undefined;
	return readable.every(([name, value]) => isSameValue(record[name], value));
}

const replyWords = ({ message }: FinalFailure): string => message.replace(/ \(HTTP \d+\)$/, '');

const nothingToUpdate = (): FinalFailure => ({
	kind: 'notFound',
	message: 'The service has no record with this ID',
	advice:
		'The reply did not say whether the update was done, and the record does not exist. Check the ID.',
});

const notUpdated = (failure: FinalFailure): FinalFailure => ({
	...failure,
	kind: 'refused',
	message: 'The service did not save all new values',
	advice: `${replyWords(failure)}, and the record still shows other values. Check the values of this item, and the record at the service.`,
});

/** A good reply that says nothing about the record, as a failure, so that the record is read. */
const silentReply = ({ message, msg }: IDataObject): FinalFailure => ({
	kind: 'emptyReply',
	message: silentEvent(textOf(message ?? msg)),
	advice: '',
});

const updateUnknown = (failure: FinalFailure, reason: string): FinalFailure => ({
	...failure,
	message: `${replyWords(failure)}. Whether the record was updated is not known`,
	advice: `Reading the record failed, too (${reason}). Check it at the service, or run this item again.`,
});

/** Sent again after a lost reply. After an empty one, or one without its record, the record is read (services.md section 2). */
export async function updateRecord(call: ServiceCall, check: UpdateCheck): Promise<IDataObject> {
	const { service, request, item } = call;
	const outcome = await service.request(request, { ...requestOptionsOf(call), mayBeEmpty: true });
	const isSilent =
		'body' in outcome && check.repliesWithRecord && recordNames(outcome.body).length === 0;
	if ('body' in outcome && !isSilent) return outcome.body;
	const failure = 'body' in outcome ? silentReply(outcome.body) : outcome.failure;
	// A service may refuse what an earlier attempt has done already, such as a link's own alias as "taken"
	if (failure.kind === 'refused' && failure.mayHaveActed === true) {
		const record = await check.find().catch(() => undefined);
		throwIfCanceled(service.signal);
		if (record && check.hasNewValues(record, bodyOf(request)) === true) return record;
	}
	if (failure.kind === 'emptyReply') return await judgeByReading(call, failure, check);
	throw service.errorFor(item, failure);
}

async function judgeByReading(
	{ service, request, item }: ServiceCall,
	failure: FinalFailure,
	{ find, hasNewValues }: UpdateCheck,
): Promise<IDataObject> {
	service.log.debug(`reads the record to check the update${itemLabel(item)}: ${reasonOf(failure)}`);
	const record = await find().catch(
		unlessStopped((reason) => service.errorFor(item, updateUnknown(failure, reason))),
	);
	if (!record) throw service.errorFor(item, nothingToUpdate());
	// Fields that the service does not return can't be compared, so it is enough that the record exists
	if (hasNewValues(record, bodyOf(request)) === false)
		throw service.errorFor(item, notUpdated(failure));
	return record;
}

/** How a service may refuse a second assignment; api.md does not show it. */
const THERE_ALREADY = /\balready\b/i;

/** An attempt whose reply was lost may have succeeded. If the next one is refused as "already assigned", that counts as success. */
export async function assignRecord(call: ServiceCall): Promise<IDataObject> {
	const { service, request, item } = call;
	const outcome = await service.request(request, { ...requestOptionsOf(call), mayBeEmpty: true });
	if ('body' in outcome) return outcome.body;
	const { failure } = outcome;
	if (failure.mayHaveActed && THERE_ALREADY.test(failure.message))
		return { message: failure.message };
	throw service.errorFor(item, failure);
}
