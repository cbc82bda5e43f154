import type { Page } from '../lists/page';
import { idOf } from './recordIds';

/** Most pages of a pass, even if a service repeats its pages, or announces a last page that never comes. */
const MAX_PAGES = 10_000;

/** Notices the end of a list while its pages are read. */
export class ListEnd {
	private lastIds = '';

	/** Whether no more pages follow. To be asked once for each page. */
	isAt({ records, last = Infinity }: Page, page: number): boolean {
		const ids = records.map(idOf).join();
		// The same records again: the service ignores the page number
		const isRepeated = page > 1 && ids === this.lastIds;
		this.lastIds = ids;
		return records.length === 0 || isRepeated || page >= Math.min(last, MAX_PAGES);
	}
}
