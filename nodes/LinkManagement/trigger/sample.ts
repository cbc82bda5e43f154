import { type IDataObject, type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import type { Service } from '../client/service';
import { LARGE_PAGE, USUAL_PAGE } from '../lists/pageReader';
import { highestBy } from '../text/sentences';
import { changeOf, countOf } from './counts';
import { PollReader } from './pollReader';
import { oldestFirst } from './records';
import { events, isFiltered, MOST_CLICKED, type Watch, type WatchedList } from './watch';

/** Of the first page that has some. */
async function firstWatched(reader: PollReader): Promise<IDataObject[]> {
	for await (const { records } of reader.pages(1)) {
		const watched = records.filter((record) => reader.isWatched(record));
		if (watched.length > 0) return watched;
	}
	return [];
}

/** As a real event gives it, with a count of before that fits. A count that is too low is raised, and the record marked. */
function withChange(
	record: IDataObject,
	{ event, amount }: Watch,
	{ count }: WatchedList,
): IDataObject {
	const actual = countOf(record, count);
	const isReached = events[event].kind === 'reached';
	if (actual >= amount)
		return { ...record, ...changeOf(isReached ? amount - 1 : actual - amount, actual) };
	const raised = isReached ? amount : actual + amount;
	return { ...record, [count]: raised, ...changeOf(actual, raised), sample: true };
}

/** For Fetch Test Event: the newest record, or for events about counts the one with the highest count. */
export async function sampleOf(
	context: IPollFunctions,
	service: Service,
	watch: Watch,
): Promise<IDataObject> {
	const { kind, source } = events[watch.event];
	const isNew = kind === 'new';
	const list = !isNew && source.record === 'link' ? MOST_CLICKED : source;
	const reader = new PollReader(service, list, watch.keyword, watch.links);
	reader.pageSize = isNew || list.highestFirst ? USUAL_PAGE : LARGE_PAGE;
	const records = await firstWatched(reader);
	const record = isNew
		? oldestFirst(records).at(-1)
		: highestBy(records, (one) => countOf(one, list.count));
	if (record) return isNew ? record : withChange(record, watch, list);
	const node = context.getNode();
	if (reader.busy)
		throw new NodeOperationError(node, reader.busy.message, {
			description: 'Fetch a test event again after that.',
		});
	const message = isFiltered(watch)
		? `No ${list.record} that matches the filters was found`
		: `There is no ${list.record} to show yet`;
	throw new NodeOperationError(node, message, {
		description: `Create a ${list.record} at the service or change the filters, and then fetch a test event again.`,
	});
}
