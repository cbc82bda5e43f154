import { type IDataObject, type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import type { Service } from '../client/service';
import { changeOf, countOf } from './counts';
import { events, MOST_CLICKED, type WatchedList } from './events';
import { ListEnd } from './listEnd';
import { FIRST_PAGE_SIZE, LARGE_PAGE, PollReader } from './pollReader';
import { idOf } from './recordIds';
import { isChosen, type Watch } from './watch';

const highestBy = (records: IDataObject[], valueOf: (record: IDataObject) => number) =>
	records.reduce<IDataObject | undefined>(
		(best, record) => (best && valueOf(best) >= valueOf(record) ? best : record),
		undefined,
	);

/** The newest record that the filters match. */
async function newestRecord(reader: PollReader): Promise<IDataObject | undefined> {
	const page = await reader.newest(1);
	return (
		page &&
		highestBy(
			page.records.filter((record) => reader.matches(record)),
			idOf,
		)
	);
}

/** The record with the highest count on the first page that has one of those that are watched. */
async function highestCounted(reader: PollReader, watch: Watch): Promise<IDataObject | undefined> {
	const { highestFirst, count } = reader.source;
	reader.pageSize = highestFirst ? FIRST_PAGE_SIZE : LARGE_PAGE;
	const listEnd = new ListEnd();
	for (let page = 1; ;) {
		const read = await reader.page(page);
		if (!read) return undefined;
		const watched = read.records.filter(
			(record) => reader.matches(record) && isChosen(watch.links, record),
		);
		if (watched.length > 0 || listEnd.isAt(read, page))
			return highestBy(watched, (record) => countOf(record, count) ?? 0);
		page = reader.pageAfter(page, read);
	}
}

/**
 * A record as a real event gives it. The count of before is not known, so it is one with which the event would happen. If
 * the count itself is too low, it is raised and the record is marked as a sample.
 */
function withChange(
	record: IDataObject,
	{ event, amount }: Watch,
	{ count }: WatchedList,
): IDataObject {
	const actual = countOf(record, count) ?? 0;
	const isReached = events[event].kind === 'reached';
	if (actual >= amount)
		return { ...record, ...changeOf(isReached ? amount - 1 : actual - amount, actual) };
	const raised = isReached ? amount : actual + amount;
	return { ...record, [count]: raised, ...changeOf(actual, raised), sample: true };
}

/**
 * A record for Fetch Test Event, in the form of the output: the newest one, or for events about counts the one with the
 * highest count. The stored state does not change.
 *
 * @throws {NodeOperationError} when there is no record to show
 */
export async function sampleOf(
	context: IPollFunctions,
	service: Service,
	watch: Watch,
): Promise<IDataObject> {
	const { kind, source } = events[watch.event];
	const list = kind !== 'new' && source.record === 'link' ? MOST_CLICKED : source;
	const reader = new PollReader(service, list, watch.keyword);
	const busy = reader.busy;
	const record = await (kind === 'new' ? newestRecord(reader) : highestCounted(reader, watch));
	if (record) return kind === 'new' ? record : withChange(record, watch, list);
	if (reader.busy !== busy) {
		throw new NodeOperationError(context.getNode(), reader.busy.message, {
			description: 'Fetch a test event again after that.',
		});
	}
	const isFiltered = watch.keyword !== '' || watch.links.length > 0;
	const message = isFiltered
		? `No ${list.record} that matches the filters was found`
		: `There is no ${list.record} to show yet`;
	throw new NodeOperationError(context.getNode(), message, {
		description: `Create a ${list.record} at the service or change the filters, and then fetch a test event again.`,
	});
}
