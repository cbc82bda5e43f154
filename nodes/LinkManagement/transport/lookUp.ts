import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isObject, textOf } from './json';
import { pageOf } from './paging';
import type { Service, Treatment } from './service';

/** How a record is found again when the answer to its creation was lost. Stated by the operation. */
export interface Creation {
	/** What is made, for the message, e.g. `short link`. */
	what: string;
	/** The list it stands in: its path, the name of its array, and what brings the newest first. */
	list: { path: `/api/${string}`; key: string; qs?: IDataObject };
	/**
	 * What the new record can be told by, from the request's body, e.g. its alias; creations with the same one can't
	 * be told apart. Undefined: it can't be told from any other.
	 */
	identity: (body: IDataObject) => string | undefined;
	/** Whether a record of the list may be the one that this body asked for. */
	matches: (record: IDataObject, body: IDataObject) => boolean;
}

/** How much of a list is looked at when page after page holds records of the last moments. */
const PAGE_SIZE = 100;
const MOST_PAGES = 5;
/** Times in a list are exact to a second, in ms. */
const TICK = 1_500;
/** Time zones differ by a multiple of this, in ms. */
const ZONE_STEP = 15 * 60_000;

/**
 * Whether a record can have been made since a moment, by its `date`. The time zone of the service is not shown in
 * api.md, so only the place within a quarter of an hour counts.
 */
function mayBeNew({ date }: IDataObject, since: number): boolean {
	const now = Date.now();
	const made = Date.parse(`${textOf(date).replace(' ', 'T')}Z`);
	const age = (((now - made) % ZONE_STEP) + ZONE_STEP) % ZONE_STEP;
	return age <= now - since + TICK || age >= ZONE_STEP - TICK;
}

/** The newest records: from the front of the list, or from its end where the service lists the oldest first. */
async function newest(
	service: Service,
	request: IHttpRequestOptions,
	{ list }: Creation,
	treatment: Treatment,
	since: number,
): Promise<IDataObject[]> {
	const read = async (page: number) => {
		const qs = { ...list.qs, limit: PAGE_SIZE, page };
		const asked = { ...request, method: 'GET' as const, url: list.path, qs, body: undefined };
		const body = await service.send(asked, { item: treatment.item });
		return pageOf(body, list.key) ?? { records: [], last: 0 };
	};
	const first = await read(1);
	const last = first.last ?? 1;
	const oldestFirst = Number(first.records[0]?.id) < Number(first.records.at(-1)?.id);
	const others = Array.from({ length: last - 1 }, (_, n) => (oldestFirst ? last - n : n + 2));
	const records = [...first.records];
	let page = first.records;
	for (const number of others.slice(0, MOST_PAGES - 1)) {
		const newestSeen = oldestFirst && page === first.records ? undefined : page;
		if (newestSeen && !newestSeen.every((record) => mayBeNew(record, since))) break;
		page = (await read(number)).records;
		records.push(...page);
	}
	return records;
}

/**
 * Looks for the record that a lost creation made: like what was asked for, not older than the request, and not
 * already the result of another item.
 *
 * @param since when the request was sent, ms since epoch
 * @returns the record of the list, or undefined when there is none
 * @throws {NodeApiError} when the list can't be read
 */
export async function lookUp(
	service: Service,
	request: IHttpRequestOptions,
	creation: Creation,
	treatment: Treatment,
	since: number,
): Promise<IDataObject | undefined> {
	const { ledger } = service;
	const { key } = creation.list;
	const records = await newest(service, request, creation, treatment, since);
	const body = isObject(request.body) ? request.body : {};
	const known = ledger.highestId(key, since);
	const highest = records.reduce((id, record) => Math.max(id, Number(record.id) || 0), 0);
	const isNew = (record: IDataObject) => {
		if (known > 0 && Number(record.id) <= known) return false;
		if (textOf(record.date) !== '') return mayBeNew(record, since);
		// A list without dates, and no ID to compare with: only the highest can be the new one
		return known > 0 || Number(record.id) === highest;
	};
	return records.find(
		(record) => creation.matches(record, body) && isNew(record) && !ledger.isHandedOut(key, record),
	);
}
