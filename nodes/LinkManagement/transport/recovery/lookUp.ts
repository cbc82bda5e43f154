import type { IDataObject } from 'n8n-workflow';

import type { ListEndpoint } from '../../api/lists';
import { isOldestFirst, type Page, readPage } from '../lists/page';
import type { Service } from '../service';
import { createdAt, createdSince } from './recordAge';

/** How a record is found again when the answer to its creation was lost. Stated by the operation. */
export interface CreationRecovery {
	/** What is made, for the message, e.g. `short link`. */
	what: string;
	/** The list it stands in. */
	list: ListEndpoint;
	/** The query that makes the list begin with the newest, where the service has one. */
	newestFirst?: IDataObject;
	/**
	 * What the new record can be told by, from the request's body, e.g. its alias; creations with the same one can't
	 * be told apart. Undefined: it can't be told from any other.
	 */
	identity: (body: IDataObject) => string | undefined;
	/** Whether a record of the list may be the one that this body asked for. */
	matches: (record: IDataObject, body: IDataObject) => boolean;
	/** Looked for where no new record is found: an older one that serves as well. */
	orElse?: () => Promise<IDataObject | undefined>;
	/** Of several that match, the one to take; what this compares a service may have changed. */
	prefers?: (record: IDataObject, body: IDataObject) => boolean;
}

/** How much of a list is looked at when page after page holds records of the last moments. */
const PAGE_SIZE = 100;
const MAX_PAGES = 5;

/** The newest records: from the front of the list, or from its end where the service lists the oldest first. */
async function newest(
	read: (page: number) => Promise<Page>,
	isNew: (records: IDataObject[]) => (record: IDataObject) => boolean,
): Promise<IDataObject[]> {
	const first = await read(1);
	const last = first.last ?? 1;
	const oldestFirst = isOldestFirst(first.records);
	const others = Array.from({ length: last - 1 }, (_, n) => (oldestFirst ? last - n : n + 2));
	const records = [...first.records];
	let page = first.records;
	for (const number of others.slice(0, MAX_PAGES - 1)) {
		const newestSeen = oldestFirst && page === first.records ? undefined : page;
		if (newestSeen && !newestSeen.every(isNew(records))) break;
		page = (await read(number)).records;
		records.push(...page);
	}
	return records;
}

/** The ID with so many records above it, itself included; 0 when there are not so many. */
const nthHighest = (records: IDataObject[], n: number) =>
	records.map(({ id }) => Number(id) || 0).sort((a, b) => b - a)[n - 1] ?? 0;

const highestOf = (records: IDataObject[]) =>
	records.reduce((id, record) => Math.max(id, Number(record.id) || 0), 0);

/**
 * Looks for the record that a lost creation made: like what was asked for, not older than the request, and not
 * already the result of another item.
 *
 * @param body of the creation
 * @param since when the request was sent, ms since epoch
 * @returns the record of the list, or undefined when there is none
 * @throws {NodeApiError} when the list can't be read
 */
export async function lookUp(
	service: Service,
	body: IDataObject,
	{ list, newestFirst, matches, prefers }: CreationRecovery,
	item: number | undefined,
	since: number,
): Promise<IDataObject | undefined> {
	const { createdRecords } = service;
	const { arrayName } = list;
	const began = Date.now();
	// Without the list nobody knows whether the record was created, so an outage is waited out
	const read = async (page: number): Promise<Page> =>
		await readPage(
			service,
			list,
			{ ...newestFirst, limit: PAGE_SIZE, page },
			{ item, retryThroughOutage: true },
		);
	const handedOutAt = (record: IDataObject) => createdRecords.addedAt(arrayName, record);
	const isNew = (records: IDataObject[]) => {
		const known = createdRecords.highestId(arrayName, since);
		const isSince = createdSince(records, { since, skew: service.clockSkew, handedOutAt });
		const lowest = nthHighest(records, createdRecords.maxCreatedHere(arrayName));
		return (record: IDataObject): boolean => {
			if (known > 0 && Number(record.id) <= known) return false;
			if (!Number.isNaN(createdAt(record))) return isSince(record);
			// A list without dates that can be read, and no ID to compare with: only as many as were made here can be new
			return known > 0 || Number(record.id) >= lowest;
		};
	};

	const records = await newest(read, isNew);
	// IDs begin anew: what is known of them is about other records
	if (highestOf(records) < createdRecords.highestId(arrayName, began))
		createdRecords.forget(arrayName);
	const candidates = records
		.filter(isNew(records))
		.filter((record) => matches(record, body) && handedOutAt(record) === undefined);
	return candidates.find((record) => prefers?.(record, body)) ?? candidates[0];
}
