/** The reader of one poll, over a list that a test holds. */
import type { IDataObject } from 'n8n-workflow';

import type { Account } from '../../nodes/LinkManagement/client/account';
import { LISTS } from '../../nodes/LinkManagement/client/endpoints';
import { RateLimitBusy } from '../../nodes/LinkManagement/errors';
import { pageSizesOf } from '../../nodes/LinkManagement/lists/pageSizes';
import { numberFrom } from '../../nodes/LinkManagement/text/sentences';
import { PollReader } from '../../nodes/LinkManagement/trigger/pollReader';
import type { WatchedList } from '../../nodes/LinkManagement/trigger/watch';
import { failed, listReply, newKey, stubService } from './stubService';

export interface ListPoll {
	/** The records of the list, in the order of the service. Called once for each page. */
	records: (page: number) => IDataObject[];
	/**
	 * Records per page, whatever size is requested. The node knows already that it is not more.
	 * Infinity: as many as are requested.
	 */
	pageSize?: number;
	/** Larger pages are refused. */
	maxSize?: number;
	/** Pages that this poll may read. */
	budget?: number;
	/** Whether the service reports the number of the last page. */
	tellsLast?: boolean;
	/** The reply to the reading of a single record; default: it is refused. */
	single?: (id: number) => IDataObject | undefined;
	/** Whether a record matches the user's filter. */
	matches?: (record: IDataObject) => boolean;
	source?: Partial<WatchedList>;
	/** What the node knows of the service's page sizes belongs to it. */
	key?: Account;
}

const WANTED = 'wanted';

/**
 * @param onRead is told each page that is read, with its requested size (0: the service's own). The page of a single record is
 * its ID, below 0
 */
export function listPoll(
	poll: ListPoll,
	onRead: (read: { page: number; size: number }) => void,
): PollReader {
	const { records, pageSize = 3, budget = Infinity, tellsLast = true } = poll;
	const { maxSize = Infinity, matches, key = newKey(), source, single } = poll;
	if (Number.isFinite(pageSize))
		pageSizesOf({ account: key }, LISTS.links).learned.mostGiven = pageSize;
	const answer = ({ url, qs }: { url: string; qs: IDataObject }, count: number) => {
		if (qs.page === undefined) {
			const id = Number(url.split('/').at(-1));
			onRead({ page: -id, size: 1 });
			const body = single?.(id);
			return body ? { body, sentAt: 0 } : failed('refused');
		}
		if (count > budget) throw new RateLimitBusy(1_000);
		const page = numberFrom(qs.page)!;
		const requested = numberFrom(qs.limit) ?? 0;
		if (requested > maxSize) return failed('refused', { message: 'The limit is too large.' });
		const named = (record: IDataObject) => ({ ...record, name: matches?.(record) ? WANTED : '' });
		const list = matches ? records(page).map(named) : records(page);
		onRead({ page, size: requested });
		const size = Number.isFinite(pageSize) ? pageSize : requested;
		const start = (page - 1) * size;
		const last = { maxpage: Math.ceil(list.length / size) };
		return listReply('urls', list.slice(start, start + size), tellsLast ? last : {});
	};
	const watched: WatchedList = {
		...{ list: LISTS.links, record: 'link', count: 'clicks', search: matches ? undefined : 'q' },
		...source,
	};
	return new PollReader(stubService(answer, { account: key }), watched, WANTED);
}
