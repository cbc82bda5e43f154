import { type IDataObject, type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import type { Service } from '../client/service';
import { changeOf, countOf } from './counts';
import { events } from './events';
import { PollReader } from './pollReader';
import { idOf } from './recordIds';
import type { Watch } from './watch';

const highestBy = (records: IDataObject[], valueOf: (record: IDataObject) => number) =>
	records.reduce<IDataObject | undefined>(
		(best, record) => (best && valueOf(best) >= valueOf(record) ? best : record),
		undefined,
	);

/**
 * A record for Fetch Test Event, in the form of the output: the newest one, or for a threshold the one with the highest
 * count. The stored state does not change.
 *
 * @throws {NodeOperationError} when there is no record to show
 */
export async function sampleOf(
	context: IPollFunctions,
	service: Service,
	{ event, amount, keyword }: Watch,
): Promise<IDataObject> {
	const { kind, source } = events[event];
	const reader = new PollReader(service, source, keyword);
	const page = await (kind === 'new' ? reader.newest(1) : reader.page(1));
	if (!page) {
		throw new NodeOperationError(context.getNode(), reader.busy.message, {
			description: 'Fetch a test event again after that.',
		});
	}
	const matching = page.records.filter((record) => reader.matches(record));
	const currentOf = (record: IDataObject) => countOf(record, source.count);
	const record = highestBy(matching, kind === 'reached' ? currentOf : idOf);
	if (!record) {
		throw new NodeOperationError(context.getNode(), `There is no ${source.record} to show yet`, {
			description: `Create a ${source.record} at the service or change the filter, and then fetch a test event again.`,
		});
	}
	if (kind === 'new') return record;
	const current = currentOf(record);
	return { ...record, ...changeOf(Math.max(0, current - amount), current) };
}
