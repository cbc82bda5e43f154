import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { ACCOUNT_PATH, type ListEndpoint } from '../client/endpoints';
import type { RequestOptions } from '../client/http';
import { saysUnknownRecord } from '../client/replies/failureRules';
import { reportsSuccess } from '../client/replies/replyText';
import type { Service } from '../client/service';
import { Canceled, type Failure, type FailureKind, messageOf, UnexpectedReply } from '../errors';
import { readList } from '../lists/readList';
import { isObject, textOf } from '../text/json';
import { withoutFullStop } from '../text/plainText';
import { grouped } from '../text/sentences';

/** The record that an operation changes. `idParameter` is the placeholder of its ID in the path, e.g. `campaignId`. */
export type RecordTarget =
	| { account: true }
	| { list: ListEndpoint; idParameter: string }
	| { recordPath: (id: string, path: Record<string, unknown>) => string; idParameter: string };

/** Where a record is read. One of a list has no path of its own at the service; this one only names it. */
export interface RecordSource {
	path: string;
	inList?: { list: ListEndpoint; id: string };
}

export function sourceOf(target: RecordTarget, path: Record<string, unknown>): RecordSource {
	if ('account' in target) return { path: ACCOUNT_PATH };
	const id = textOf(path[target.idParameter]);
	if ('recordPath' in target) return { path: target.recordPath(id, path) };
	const { list } = target;
	return { path: `${list.path}/${id}`, inList: { list, id } };
}

/** A service could return more and more of them. */
const MAX_RECORDS = 10_000;

/** How a service says that there is no record at a path; services.md section 2 has the empty body. */
const NOT_THERE: FailureKind[] = ['emptyReply', 'notFound', 'refused'];

/** Only a refusal that says so, such as "Link not found." or "Not found". Another one is an error in the service's own words. */
const saysNotFound = ({ message }: Failure): boolean =>
	saysUnknownRecord(message) || /^not found\W*$/i.test(message);

async function findInList(
	service: Service,
	{ list, id }: { list: ListEndpoint; id: string },
	options: RequestOptions,
): Promise<IDataObject | undefined> {
	const isLast = (record: IDataObject) => textOf(record.id) === id;
	const records = await readList(service, { list, limit: MAX_RECORDS, isLast }, options);
	const found = records.find(isLast);
	if (found || records.length < MAX_RECORDS) return found;
	throw service.errorFor(options.item, {
		kind: 'listTooLong',
		message: `The list contains more than ${grouped(MAX_RECORDS)} records`,
		advice: 'Check the record at the service.',
	});
}

/** @returns the record without its statistics; undefined when there is none. @param meansMissing which refusals say so */
export async function findRecord(
	service: Service,
	{ path, inList }: RecordSource,
	options: RequestOptions,
	meansMissing: (refusal: Failure) => boolean = saysNotFound,
): Promise<IDataObject | undefined> {
	if (path === ACCOUNT_PATH) {
		const { data } = await service.get(ACCOUNT_PATH, options);
		return isObject(data) ? data : undefined;
	}
	if (inList) return await findInList(service, inList, options);
	const fail = (failure: Failure) => service.errorFor(options.item, failure);
	const request = { method: 'GET' as const, url: path };
	const outcome = await service.request(request, { ...options, mayBeEmpty: true });
	if ('failure' in outcome) {
		const { failure } = outcome;
		if (!NOT_THERE.includes(failure.kind)) throw fail(failure);
		// The refusal of an invalid key can look the same. A reply of success to a request without an ID rules that out
		const account = await service.get(ACCOUNT_PATH, options);
		const isMissing = failure.kind !== 'refused' || meansMissing(failure);
		if (isMissing && reportsSuccess(account)) return undefined;
		throw fail(failure);
	}
	const { details } = outcome.body;
	return isObject(details) && Object.keys(details).length > 0 ? details : undefined;
}

/** For `catch` of a look-up: Stop stays as it is, any other error becomes one that says what is not known. @param reason without a period */
export const unlessStopped =
	(unknown: (reason: string) => Error) =>
	(error: unknown): never => {
		throw error instanceof Canceled ? error : unknown(withoutFullStop(messageOf(error)));
	};

/** Stop and the end of the run still end the work. */
export async function undefinedIfFailed<T>(work: Promise<T>): Promise<T | undefined> {
	return await work.catch((error: unknown) => {
		if (error instanceof NodeApiError || error instanceof UnexpectedReply) return undefined;
		throw error;
	});
}
