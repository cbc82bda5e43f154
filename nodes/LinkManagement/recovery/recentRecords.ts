import type { IDataObject } from 'n8n-workflow';

import { CollectedRecords } from '../lists/collectedRecords';
import type { Page } from '../lists/page';
import type { PageReader } from '../lists/pageReader';

interface RecentRecords {
	records: IDataObject[];
	/** Whether all pages were read that can contain a new record. */
	complete: boolean;
}

/**
 * Reads the newest records of a list. A list that goes by age is read from the newest record on, until a page contains an
 * older one. A list without an order is read completely.
 *
 * @param newAmong determines which records are new, given all that were read so far
 * @throws {NodeApiError} when the list can't be read; {Canceled} on Stop
 */
export async function readRecentRecords(
	reader: PageReader,
	newAmong: (records: IDataObject[]) => (record: IDataObject) => boolean,
): Promise<RecentRecords> {
	const collected = new CollectedRecords();
	const { records } = collected;
	for (let place = 1; ;) {
		const page = await reader.newest(place);
		if (!page) return { records, complete: false };
		const hasNews = collected.add(page);
		const isEnd = isLastPage(page, place) || (place > 1 && !hasNews && page.last === undefined);
		if (isEnd || (reader.isOrdered && !hasOnlyNew(page, newAmong(records))))
			return { records, complete: true };
		place = reader.pageAfter(place, page);
	}
}

const isLastPage = ({ records, last = Infinity }: Page, place: number): boolean =>
	records.length === 0 || place >= last;

/** Whether the next page may contain new records, too. Records that all users share have no ID, and may be on every page. */
const hasOnlyNew = ({ records }: Page, isNew: (record: IDataObject) => boolean): boolean =>
	records.filter(({ id }) => id !== null).every(isNew);
