import type { IDataObject } from 'n8n-workflow';

import type { ListEndpoint } from '../api/lists';
import type { Service } from '../client/service';
import { PageReader } from '../lists/pageReader';
import { USUAL_PAGE } from '../lists/pageSizes';
import { highestBy } from '../values/highest';
import { numberFrom } from '../values/numbers';
import { createdRecordsOf } from './createdRecords';
import { readRecentRecords } from './recentRecords';
import { createdAt, createdSince } from './recordAge';
import { recordNames } from './recordNames';

/** How a record is found again when the answer to its creation was lost. Each operation declares it. */
export interface CreationRecovery {
	/** What is created, for the message, e.g. `short link`. */
	what: string;
	/** The list that contains the record. */
	list: ListEndpoint;
	/** The query that makes the list begin with the newest record, where the service has one. */
	newestFirst?: IDataObject;
	/**
	 * The identity of the new record, from the request's body, e.g. its alias. Creations with the same identity can't be
	 * distinguished. Undefined: the record can't be distinguished from any other.
	 */
	identity: (body: IDataObject) => string | undefined;
	/** What the user can do so that the record has an identity, for the message, e.g. `Give it a name.` */
	identityAdvice?: string;
	/** Whether a record of the list may be the one that this body requested. */
	matches: (record: IDataObject, body: IDataObject) => boolean;
	/**
	 * Whether a record that matches has the name that the body requested, always by default. A record with another name, which the
	 * service may have chosen, counts only if it is among as many newest ones as this process can have created.
	 */
	hasName?: (record: IDataObject, body: IDataObject) => boolean;
	/**
	 * How well a record matches this body, 0 by default. Of several records that match, the one with the highest score is
	 * taken. A record that matches several bodies, because services change the spelling, belongs to another one if its score
	 * is higher by 1 or more. What a service may have changed altogether scores less.
	 */
	score?: (record: IDataObject, body: IDataObject) => number;
	/**
	 * Looks for an older record that is also acceptable, if no new record is found.
	 *
	 * @param maxRequests most requests to send, because creations are known to fail; Infinity: as many as it takes
	 */
	orElse?: (maxRequests: number) => Promise<IDataObject | undefined>;
}

/** Which creation is looked up, and how thoroughly. */
export interface LookUpRequest {
	/** The body of the creation: the same object as in {@link CreatedRecords.whileCreating}. */
	body: IDataObject;
	/** When the creation was sent, ms since epoch. */
	since: number;
	/** Most pages of the list to read. */
	maxPages: number;
}

export interface LookUpResult {
	record?: IDataObject;
	/** If none was found: the newest record that matches and of which nothing shows whether it is new. */
	inDoubt?: IDataObject;
	/** Whether it is certain that the record is not in the list when none was found. */
	complete: boolean;
}

/** The ID of the nth record, counted from the highest ID; 0 when there are fewer records. */
const nthHighestId = (records: IDataObject[], n: number): number =>
	records.map(({ id }) => numberFrom(id) ?? 0).sort((a, b) => b - a)[n - 1] ?? 0;

/** The lowest ID of as many newest records as this process can have created. */
const lowestNewIdAmong = (service: Service, list: string, records: IDataObject[]): number =>
	nthHighestId(records, createdRecordsOf(service).maxCreatedHere(list));

/**
 * Determines which records of a list can have been created since a request was sent: by their IDs, which ascend, and by
 * their dates. Without either, those are new that this process can have created at most. Whether the others are is not
 * known, because other processes and people may have created newer ones.
 */
function ageAmong(
	service: Service,
	list: string,
	since: number,
	records: IDataObject[],
): (record: IDataObject) => 'new' | 'old' | 'unknown' {
	const createdRecords = createdRecordsOf(service);
	const handedOutAt = (record: IDataObject) => createdRecords.addedAt(list, record);
	const knownId = createdRecords.highestId(list, since);
	const isSince = createdSince(records, { since, skew: service.clockSkew, handedOutAt });
	const lowestNewId = lowestNewIdAmong(service, list, records);
	return (record) => {
		const id = numberFrom(record.id) ?? NaN;
		if (knownId > 0 && id <= knownId) return 'old';
		if (!Number.isNaN(createdAt(record))) return isSince(record) ? 'new' : 'old';
		if (Number.isNaN(id)) return 'old';
		return knownId > 0 || id >= lowestNewId ? 'new' : 'unknown';
	};
}

/** Whether a record matches another creation under way better. */
function belongsToOther(
	service: Service,
	{ list, matches, score }: CreationRecovery,
	record: IDataObject,
	body: IDataObject,
): boolean {
	if (!score) return false;
	const own = score(record, body);
	return createdRecordsOf(service)
		.otherBodies(list.arrayName, body)
		.some((other) => score(record, other) >= own + 1 && matches(record, other));
}

/** Reads the list of a creation. */
const readerOf = (
	service: Service,
	{ list, newestFirst }: CreationRecovery,
	maxRequests: number,
): PageReader =>
	new PageReader(
		service,
		{ list, query: newestFirst ?? {}, isSortedByDate: newestFirst !== undefined },
		{ pageSize: USUAL_PAGE, maxRequests },
		// Without the list it is not known whether the record was created, so an outage is waited out
		{ retryThroughOutage: true },
	);

/**
 * Looks for the record of a creation whose answer was lost: it matches the request, is not older than the request, and is
 * not the result of another item. A record that is found is noted as the result of this item.
 *
 * @throws {NodeApiError} when the list can't be read; {Canceled} on Stop
 */
export async function lookUp(
	service: Service,
	creation: CreationRecovery,
	{ body, since, maxPages }: LookUpRequest,
): Promise<LookUpResult> {
	const createdRecords = createdRecordsOf(service);
	const { list, matches, hasName = () => true, score = () => 0 } = creation;
	const { arrayName } = list;
	const began = Date.now();
	const { records, complete } = await readRecentRecords(
		readerOf(service, creation, maxPages),
		(read) => {
			const ageOf = ageAmong(service, arrayName, since, read);
			return (record) => ageOf(record) === 'new';
		},
	);
	// The service was reset and its IDs start again, so the known IDs belong to other records
	if (complete && nthHighestId(records, 1) < createdRecords.highestId(arrayName, began))
		createdRecords.forget(arrayName);
	const ageOf = ageAmong(service, arrayName, since, records);
	const lowestNewId = lowestNewIdAmong(service, arrayName, records);
	const matching = records.filter(
		(record) =>
			matches(record, body) &&
			(hasName(record, body) || (numberFrom(record.id) ?? 0) >= lowestNewId) &&
			createdRecords.addedAt(arrayName, record) === undefined &&
			!belongsToOther(service, creation, record, body),
	);
	const candidates = matching.filter((record) => ageOf(record) === 'new');
	const hasTwin = createdRecords
		.otherBodies(arrayName, body)
		.some((other) => creation.identity(other) === creation.identity(body));
	const record = highestBy(hasTwin ? oldestFirst(candidates) : candidates, (candidate) =>
		score(candidate, body),
	);
	// Noted before any other code can run, so that no two items get the same record
	if (record) createdRecords.add(arrayName, recordNames(record));
	const [inDoubt] = oldestFirst(matching.filter((each) => ageOf(each) === 'unknown')).reverse();
	return { record, inDoubt: record ? undefined : inDoubt, complete };
}

/**
 * Of several records that match several creations, the oldest goes to the creation that looks first. A creation that was
 * sent later can take only a newer one, and would otherwise find none and create its record again.
 */
const oldestFirst = (records: IDataObject[]): IDataObject[] =>
	[...records].sort((a, b) => (numberFrom(a.id) ?? 0) - (numberFrom(b.id) ?? 0));
