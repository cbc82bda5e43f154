import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import { perRun } from '../../client/memory';
import { undefinedIfFailed } from '../../errors';
import { isOldestFirst, type Page } from '../../lists/page';
import { ListReader } from '../../lists/readList';
import { aliasOf, comparableAlias, lettersOf, slugsOf } from '../../values/aliases';
import { hostOf } from '../../values/comparable';
import { numberFrom } from '../../values/numbers';
import { type ItemCall, requestOptionsOf } from '../operation';

/** Requests for a row whose link exists and is not in the index: the creation that is refused, and the search. */
const REQUESTS_PER_EXISTING_ROW = 2;
/** Pages that may be read for each row whose link exists, because a few such rows may be a coincidence. */
const MAX_PAGES_PER_EXISTING_ROW = 8;
/** If fewer requests are saved, reading 1,000 links is not worth it. */
const MIN_SAVED_REQUESTS = 10;
/** Most links to remember. */
const MAX_LINKS = 100_000;
/** How long a link counts as it was read, in ms, because others may delete it. */
const MAX_AGE = 5 * 60_000;

/** The rows that were processed since the list was last read. */
interface Experience {
	rows: number;
	/** Of these, those whose link existed and was not in the index. */
	existing: number;
	/** The lowest ID of these links; undefined without IDs. */
	lowestId: number | undefined;
}

const NO_EXPERIENCE: Experience = { rows: 0, existing: 0, lowestId: undefined };

/**
 * The newest links of the account, for a run of Create or Get in which links of rows exist. The list is read from the newest
 * link on, page by page, as long as that takes fewer requests than a creation and a search for each remaining row.
 */
class LinkIndex {
	/** When the first page was requested, ms since epoch. */
	private readAt = Infinity;
	private readonly links = new Map<string, IDataObject>();
	/** The links by the letters and digits of their aliases. */
	private readonly linksByLetters = new Map<string, IDataObject[]>();
	private experience = NO_EXPERIENCE;
	/** Such rows of the whole run. */
	private existing = 0;
	private reader: ListReader | undefined;
	private pagesRead = 0;
	/** The number of the last page, if the service reports it. */
	private lastPage: number | undefined;
	private isOldestFirst = false;
	private recordsPerPage = 0;
	/** The links with an ID between the newest and the oldest that was read, except those at another end of the list. */
	private readonly range = { links: 0, highestId: -Infinity, lowestId: Infinity };
	/** The whole list was read, or no more of it can be. */
	private isEnded = false;
	private isComplete = false;
	private reading: Promise<void> | undefined;

	get isOld(): boolean {
		return Date.now() - this.readAt > MAX_AGE;
	}

	/**
	 * Reads more pages as long as that saves requests.
	 *
	 * @param rows how many rows are left, this one included
	 * @throws {Canceled} on Stop, {Abandoned} when the run has ended
	 */
	async readIfItPays(call: ItemCall, rows: number): Promise<void> {
		while (this.paysFor(rows)) {
			this.reading ??= this.readPage(call).finally(() => (this.reading = undefined));
			await this.reading;
		}
	}

	/** The link with an alias on a domain, as far as the list was read. */
	find(host: string, alias: unknown): IDataObject | undefined {
		return this.links.get(`${host}/${comparableAlias(alias)}`);
	}

	/** The links whose alias may be a slug of another alias, if the whole list was read. */
	spellingsOf(alias: unknown): IDataObject[] {
		if (!this.isComplete) return [];
		return [...slugsOf(alias)].flatMap((letters) => this.linksByLetters.get(letters) ?? []);
	}

	/** Notes that a row was processed. @param link that existed and is not in this index */
	noteRow(link?: IDataObject): void {
		const { rows, existing, lowestId } = this.experience;
		const id = numberFrom(link?.id);
		// A link that is newer than those that were read does not show how far down the others are
		const isFurtherDown = link !== undefined && !(id !== undefined && id >= this.range.lowestId);
		if (isFurtherDown) this.existing++;
		this.experience = {
			rows: rows + 1,
			existing: existing + (isFurtherDown ? 1 : 0),
			lowestId: isFurtherDown && id !== undefined ? Math.min(id, lowestId ?? id) : lowestId,
		};
	}

	private paysFor(rows: number): boolean {
		const { existing, rows: rowsSeen } = this.experience;
		if (this.isEnded || existing === 0) return false;
		const pages = this.pagesToRead();
		const withoutIndex = (REQUESTS_PER_EXISTING_ROW * rows * existing) / (rowsSeen + 1);
		return (
			withoutIndex - pages >= MIN_SAVED_REQUESTS &&
			this.pagesRead + pages <= MAX_PAGES_PER_EXISTING_ROW * this.existing
		);
	}

	/** About how many pages are between the last one that was read and the oldest link that is known to exist. */
	private pagesToRead(): number {
		if (this.pagesRead === 0) return 1;
		const left = this.lastPage === undefined ? Infinity : this.lastPage - this.pagesRead;
		const { lowestId } = this.experience;
		const { range, recordsPerPage, pagesRead } = this;
		if (lowestId === undefined) return left === Infinity ? 1 : left;
		if (range.links === 0) return Math.min(1, left);
		// Other accounts of the service use some of the IDs in between
		const linksPerId = range.links / (range.highestId - range.lowestId + 1);
		const depth = (range.highestId - lowestId) * linksPerId;
		return Math.min(Math.max(Math.ceil(depth / recordsPerPage) - pagesRead, 1), left);
	}

	private async readPage(call: ItemCall): Promise<void> {
		call.service.log.debug(
			`reads page ${this.pagesRead + 1} of the links, as rows of this run exist already`,
		);
		this.readAt = Math.min(this.readAt, Date.now());
		const page = await undefinedIfFailed(this.nextPage(call));
		if (page) this.add(page);
		else this.isEnded = true;
	}

	/** The next page towards older links. */
	private async nextPage(call: ItemCall): Promise<Page> {
		if (this.reader) return await this.reader.page(this.nextNumber());
		this.reader = new ListReader(
			call.service,
			{ list: LISTS.links, query: { order: 'date' }, limit: Infinity, startPage: 1 },
			requestOptionsOf(call),
		);
		const first = await this.reader.firstPage();
		this.lastPage = first.last;
		this.recordsPerPage = first.records.length;
		this.isOldestFirst = isOldestFirst(first.records) && (first.last ?? 1) > 1;
		return first;
	}

	/** If the service lists the oldest first, the newest are on the last page. */
	private nextNumber(): number {
		return this.isOldestFirst && this.lastPage !== undefined
			? this.lastPage - this.pagesRead + 1
			: this.pagesRead + 1;
	}

	private add({ records }: Page): void {
		const before = this.links.size;
		const isOtherEnd = this.isOldestFirst && this.pagesRead === 0;
		for (const link of records) this.addLink(link, isOtherEnd);
		this.pagesRead++;
		this.isComplete = this.lastPage !== undefined && this.pagesRead >= this.lastPage;
		// A service that does not report the last page may repeat it
		this.isEnded = this.isComplete || this.links.size === before || this.links.size > MAX_LINKS;
		const { lowestId } = this.experience;
		if (lowestId !== undefined && lowestId >= this.range.lowestId) this.experience = NO_EXPERIENCE;
	}

	private addLink(link: IDataObject, isOtherEnd: boolean): void {
		const name = `${hostOf(link.shorturl)}/${aliasOf(link)}`;
		if (!this.links.has(name)) {
			this.links.set(name, link);
			const letters = lettersOf(aliasOf(link));
			const spelledAlike = this.linksByLetters.get(letters) ?? [];
			spelledAlike.push(link);
			this.linksByLetters.set(letters, spelledAlike);
		}
		const id = numberFrom(link.id);
		if (id === undefined || isOtherEnd) return;
		const { range } = this;
		range.links++;
		range.highestId = Math.max(range.highestId, id);
		range.lowestId = Math.min(range.lowestId, id);
	}
}

const currentIndexOf = perRun(() => ({ index: new LinkIndex() }));

/** The index that the items of a run share. It begins again when it is old. */
export function linkIndexOf(run: object): LinkIndex {
	const current = currentIndexOf(run);
	if (current.index.isOld) current.index = new LinkIndex();
	return current.index;
}
