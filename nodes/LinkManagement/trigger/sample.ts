import { type IDataObject, type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import type { Service } from '../client/service';
import { LARGE_PAGE, USUAL_PAGE } from '../lists/pageSizes';
import { highestBy } from '../text/sentences';
import { changeOf, countOf } from './counts';
import { PollReader } from './pollReader';
import { oldestFirst } from './records';
import { events, isChosen, MOST_CLICKED, type Watch, type WatchedList } from './watch';

/** Of the first page that has some; undefined when the list is too long to be read to its end. */
async function firstWatched(
	reader: PollReader,
	{ event, links }: Watch,
): Promise<IDataObject[] | undefined> {
	const chosen = new Set(links);
	const isNew = events[event].kind === 'new';
	reader.pageSize = isNew || reader.watched.highestFirst ? USUAL_PAGE : LARGE_PAGE;
	for await (const { records, isEnd } of isNew ? reader.newestPages(1) : reader.pages(1)) {
		const watched = records.filter((record) => reader.matches(record) && isChosen(chosen, record));
		if (watched.length > 0 || isEnd) return watched;
	}
	return undefined;
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

function reasonOfNone({ keyword, links }: Watch, { record }: WatchedList, isTooLong: boolean) {
	const notFound = `No ${record} that matches the filters was found`;
	if (isTooLong)
		return {
			message: `${notFound} in the part of the list that a test event reads`,
			description: 'Change the filters, or publish the workflow: its polls read the whole list.',
		};
	const isFiltered = keyword !== '' || links.length > 0;
	return {
		message: isFiltered ? notFound : `There is no ${record} to show yet`,
		description: `Create a ${record} at the service or change the filters, and then fetch a test event again.`,
	};
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
	const reader = new PollReader(service, list, watch.keyword);
	const watched = await firstWatched(reader, watch);
	const records = watched ?? [];
	const record = isNew
		? oldestFirst(records).at(-1)
		: highestBy(records, (one) => countOf(one, list.count));
	if (record) return isNew ? record : withChange(record, watch, list);
	const { message, description } = reader.busy
		? { message: reader.busy.message, description: 'Fetch a test event again after that.' }
		: reasonOfNone(watch, list, watched === undefined);
	throw new NodeOperationError(context.getNode(), message, { description });
}
