import type { IDataObject } from 'n8n-workflow';

import { bodyOf } from '../client/http';
import { reasonOf } from '../client/log';
import { silentEvent } from '../client/replies/failureRules';
import type { ServiceCall } from '../client/service';
import { throwIfCanceled } from '../client/wait';
import { type FailureKind, type FinalFailure, itemLabel } from '../errors';
import { comparableName, comparableUrl } from '../text/comparable';
import { isObject, textOf } from '../text/json';
import { withoutFullStop } from '../text/plainText';
import { recordNames } from './createdRecords';
import { findRecord, type RecordSource, unlessStopped } from './findRecord';

/** The kinds of failures after which a missing record means that it was deleted: the reply was lost, or is empty. */
const LOST_REPLIES: FailureKind[] = ['emptyReply', 'invalidJson', 'lostReply'];

const NO_RECORD = 'The service has no record with this ID';

/** The record is read where a reply is empty. */
const optionsOf = ({ item, abandoned }: ServiceCall) => ({ item, abandoned, mayBeEmpty: true });

/** After a lost or empty reply, the record is read: an attempt may have succeeded, and the next one is refused then. */
export async function deleteRecord(call: ServiceCall, source: RecordSource): Promise<IDataObject> {
	const { service, request, item } = call;
	const outcome = await service.request(request, optionsOf(call));
	if ('body' in outcome) return outcome.body;
	const { failure } = outcome;
	const { kind, retry, mayHaveActed, late, message, advice } = failure;
	const error = (changes: Partial<FinalFailure> = {}) =>
		service.errorFor(item, { ...failure, ...changes });
	// Not if the service answered every attempt: some answer with HTTP 500 when there is no such record
	const isDoneIfGone =
		LOST_REPLIES.includes(kind) || late === true || (retry === 'never' && mayHaveActed === true);
	if (retry !== 'ifRepeatable' && !isDoneIfGone) throw error();

	service.log.debug(
		`reads the record to check the deletion${itemLabel(item)}: ${reasonOf(failure)}`,
	);
	const record = await findRecord(service, source, {}, () => true).catch(
		unlessStopped((reason) =>
			error({
				message: `${withoutFullStop(message)}. Whether the record was deleted is not known`,
				advice: `Looking for it failed, too (${reason}). ${advice}`,
			}),
		),
	);
	if (!record && isDoneIfGone) return {};
	if (!record)
		throw error({
			kind: 'notFound',
			message: NO_RECORD,
			advice: `It never existed, or an earlier attempt that failed (${message}) may have deleted it. Check the ID.`,
		});
	if (kind !== 'emptyReply') throw error();
	throw error({
		message: 'The service did not delete the record',
		advice: `${withoutFullStop(message)}, and the record still exists.`,
	});
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

/** Sent again after a lost reply. After an empty one, or one without its record, the record is read (services.md section 2). */
export async function updateRecord(
	call: ServiceCall,
	{ find, hasNewValues, repliesWithRecord }: UpdateCheck,
): Promise<IDataObject> {
	const { service, request, item } = call;
	const sent = bodyOf(request);
	const outcome = await service.request(request, optionsOf(call));
	let failure: FinalFailure;
	if ('body' in outcome) {
		const { body } = outcome;
		if (!repliesWithRecord || recordNames(body).length > 0) return body;
		const message = silentEvent(textOf(body.message ?? body.msg));
		failure = { kind: 'emptyReply', message, advice: '' };
	} else ({ failure } = outcome);
	// A service may refuse what an earlier attempt has done already, such as a link's own alias as "taken"
	if (failure.kind === 'refused' && failure.mayHaveActed === true) {
		const record = await find().catch(() => undefined);
		throwIfCanceled(service.signal);
		if (record && hasNewValues(record, sent) === true) return record;
	}
	if (failure.kind !== 'emptyReply') throw service.errorFor(item, failure);

	const said = failure.message.replace(/ \(HTTP \d+\)$/, '');
	service.log.debug(`reads the record to check the update${itemLabel(item)}: ${reasonOf(failure)}`);
	const record = await find().catch(
		unlessStopped((reason) =>
			service.errorFor(item, {
				...failure,
				message: `${said}. Whether the record was updated is not known`,
				advice: `Reading the record failed, too (${reason}). Check it at the service, or run this item again.`,
			}),
		),
	);
	if (!record)
		throw service.errorFor(item, {
			kind: 'notFound',
			message: NO_RECORD,
			advice:
				'The reply did not say whether the update was done, and the record does not exist. Check the ID.',
		});
	// Fields that the service does not return can't be compared, so it is enough that the record exists
	if (hasNewValues(record, sent) !== false) return record;
	throw service.errorFor(item, {
		...failure,
		kind: 'refused',
		message: 'The service did not save all new values',
		advice: `${said}, and the record still shows other values. Check the values of this item, and the record at the service.`,
	});
}

/** After a lost reply, a refusal as "already assigned" counts as success. api.md does not show the words. */
export async function assignRecord(call: ServiceCall): Promise<IDataObject> {
	const { service, request, item } = call;
	const outcome = await service.request(request, optionsOf(call));
	if ('body' in outcome) return outcome.body;
	const { failure } = outcome;
	if (failure.mayHaveActed && /\balready\b/i.test(failure.message))
		return { message: failure.message };
	throw service.errorFor(item, failure);
}
