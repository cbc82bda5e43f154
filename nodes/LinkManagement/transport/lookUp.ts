import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Creation } from './creation';
import { isObject, textOf } from './json';
import { pageOf } from './paging';
import type { Service, Treatment } from './service';

/** How much of a list is looked at: a new record is near the end where the newest are. */
const PAGE_SIZE = 100;
const PAGES = 3;
/** Times in a list are exact to a second, in ms. */
const TICK = 1_500;
/** Time zones differ by a multiple of this, in ms. */
const ZONE_STEP = 15 * 60_000;

/**
 * Whether a record can have been made since a moment, by its `date`. The time zone of the service is not shown in
 * api.md, so only the place within a quarter of an hour counts.
 */
function mayBeNew(date: string, since: number): boolean {
	const now = Date.now();
	const made = Date.parse(`${date.replace(' ', 'T')}Z`);
	const age = (((now - made) % ZONE_STEP) + ZONE_STEP) % ZONE_STEP;
	return Number.isNaN(made) || age <= now - since + TICK || age >= ZONE_STEP - TICK;
}

/** The newest records: from the front of the list, or from its end where the service lists the oldest first. */
async function newest(
	service: Service,
	request: IHttpRequestOptions,
	{ list }: Creation,
	treatment: Treatment,
): Promise<IDataObject[]> {
	const read = async (page: number) => {
		const qs = { ...list.qs, limit: PAGE_SIZE, page };
		const asked = { ...request, method: 'GET' as const, url: list.path, qs, body: undefined };
		const body = await service.send(asked, treatment);
		return pageOf(body, list.key, page) ?? { records: [], current: page, last: page };
	};
	const first = await read(1);
	const last = first.last ?? 1;
	const oldestFirst = Number(first.records[0]?.id) < Number(first.records.at(-1)?.id);
	const pages = Array.from({ length: last - 1 }, (_, n) => (oldestFirst ? last - n : n + 2));
	const records = [...first.records];
	for (const page of pages.slice(0, PAGES - 1)) records.push(...(await read(page)).records);
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
	const records = await newest(service, request, creation, treatment);
	const body = isObject(request.body) ? request.body : {};
	// A list without dates: only the record with the highest ID can be the new one
	const highest = Math.max(...records.map(({ id }) => Number(id) || 0));
	return records.find(
		(record) =>
			creation.matches(record, body) &&
			(textOf(record.date) === '' ? Number(record.id) === highest : mayBeNew(textOf(record.date), since)) &&
			!service.ledger.isHandedOut(creation.list.key, record),
	);
}
