import type { IDataObject } from 'n8n-workflow';

import { UnexpectedReply } from '../errors';
import { textOf } from '../text/json';
import { DATE, dateOf, isShared, type Page } from './page';

/** New records push others to later pages, so pages may bring nothing new. With more in a row, the service repeats a page forever. */
const MAX_PAGES_WITHOUT_NEWS = 5;

export interface CreatedAfter {
	date: string;
	/** Whether the list is sorted by date, so that reading can stop at the first older record. */
	isSortedByDate: boolean;
}

/** The records of a reading, each once: a list that changes while it is read shows some of them on two pages. */
export class CollectedRecords {
	private readonly ids = new Map<string, Set<number | string>>();
	/** How often a record without an ID was seen on one page at most, by its content. */
	private readonly withoutId = new Map<string, number>();
	private lastPage: string | undefined;
	private pagesWithoutNews = 0;
	private firstLast: number | undefined;
	private lastDate = '';
	private hasFallen = false;
	private hasRisen = false;
	private hasOlder = false;

	constructor(private readonly createdAfter?: CreatedAfter) {}

	/** @returns those that no page before had, without those that are too old */
	add({ records, last }: Page): IDataObject[] {
		this.firstLast ??= last;
		const fresh = this.isRepeatedPage(records) ? [] : this.newRecordsOf(records);
		this.pagesWithoutNews = fresh.length > 0 ? 0 : this.pagesWithoutNews + 1;
		this.noteOrder(fresh);
		const recent = fresh.filter((record) => !this.isOlder(record));
		this.hasOlder ||= recent.length < fresh.length;
		return recent;
	}

	/** Apart from the number of the last page. */
	isEndedBy(page: Page): boolean {
		// An older record ends only a list that is known to go from new to old
		const restIsOlder = this.hasOlder && this.hasFallen && !this.hasRisen;
		// A list that grew while it was read may repeat as many pages as it has grown by
		const grownBy = Math.max(0, (page.last ?? 0) - (this.firstLast ?? 0));
		const repeatsForever = this.pagesWithoutNews > MAX_PAGES_WITHOUT_NEWS + grownBy;
		const isBehindTheEnd = this.pagesWithoutNews > 0 && page.records.every(isShared);
		return isBehindTheEnd || restIsOlder || repeatsForever;
	}

	private noteOrder(records: IDataObject[]): void {
		if (!this.createdAfter?.isSortedByDate) return;
		for (const record of records) {
			const date = dateOf(record);
			if (date === '') continue;
			this.hasFallen ||= date < this.lastDate;
			this.hasRisen ||= this.lastDate !== '' && date > this.lastDate;
			this.lastDate = date;
		}
	}

	/** A date without a time counts as all of its day. */
	private isOlder(record: IDataObject): boolean {
		const date = dateOf(record);
		if (this.createdAfter === undefined || date === '') return false;
		if (!DATE.test(date))
			throw new UnexpectedReply(
				`dates that can be compared, such as 2030-12-31 23:59:00: it has "${date}"`,
			);
		return date < this.createdAfter.date.slice(0, date.length);
	}

	/** A page of records without any ID can only be recognized as a whole. */
	private isRepeatedPage(records: IDataObject[]): boolean {
		if (records.some(({ id }) => id !== undefined)) return false;
		const text = records.map(textOf).join('\n');
		const isRepeated = text === this.lastPage;
		this.lastPage = text;
		return isRepeated;
	}

	private newRecordsOf(records: IDataObject[]): IDataObject[] {
		const onPage = new Map<string, number>();
		return records.filter((record) => {
			const { id, type } = record;
			if (id === undefined) return true;
			// JSON numbers that are too large to be exact can be equal although the IDs are not
			const isInexact = typeof id === 'number' && !Number.isSafeInteger(id);
			if (isInexact || textOf(id) === '') return this.isNewWithoutId(record, onPage);
			// Items of a channel have IDs of their kind (api.md section 2.7); a number on one page may be text on the next
			return this.isNewId(textOf(type), textOf(id));
		});
	}

	private isNewId(type: string, id: string): boolean {
		const ids = this.ids.get(type) ?? new Set();
		this.ids.set(type, ids);
		// Texts take memory of their own, which counts where a list of 100,000 records is at its peak; small numbers take none
		const number = Number(id);
		const key = String(number) === id ? number : id;
		const isNew = !ids.has(key);
		ids.add(key);
		return isNew;
	}

	/** Such as domains that all users share, on every page (services.md section 3). Equal ones on one page are different records. */
	private isNewWithoutId(record: IDataObject, onPage: Map<string, number>): boolean {
		const content = textOf(record);
		const count = (onPage.get(content) ?? 0) + 1;
		onPage.set(content, count);
		const isNew = count > (this.withoutId.get(content) ?? 0);
		if (isNew) this.withoutId.set(content, count);
		return isNew;
	}
}
