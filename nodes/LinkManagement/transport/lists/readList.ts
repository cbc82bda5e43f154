import type { IDataObject } from 'n8n-workflow';

import type { ListEndpoint } from '../../api/lists';
import { type Failure, UnexpectedReply } from '../../errors';
import { textOf } from '../../values/json';
import type { RequestOptions, Service } from '../service';
import { expectPage, type Page } from './page';

/** How a page that is not there may be refused; every other refusal must not pass for the end of a list. */
const isBehindTheEnd = ({ kind, message }: Failure): boolean =>
	kind === 'notFound' || (kind === 'refused' && /\bpage\b|range|found|exist/i.test(message));
/** Most pages of one list under way at once. */
const MAX_PARALLEL_PAGES = 8;

/** What to read of a list (api.md section 2.1). */
export interface ListRequest {
	list: ListEndpoint;
	/** Query parameters beside `limit` and `page`. */
	query: IDataObject;
	/** Most records wanted. Infinity: all. */
	limit: number;
	/** Records asked for per page; the service may give fewer. */
	pageSize: number;
	startPage: number;
	/** Wanted are records of this date or later, in the form of the service; the newest come first. */
	createdAfter?: string;
}

/** What the dates of api.md section 2 begin with. */
const DATE = /^\d{4}-\d\d-\d\d/;
const EXAMPLE = '2030-12-31 23:59:00';

/** Records in order, each once: a list that moves while it is read shows some of them on two pages. */
class Collected {
	readonly records: IDataObject[] = [];
	private readonly ids = new Set<string>();
	private lastPage = '';
	/** Pages in a row that brought nothing new. */
	private fruitless = 0;
	private reachedOlder = false;

	/** @param since records of an earlier date are left out; in a list from new to old they are its end */
	constructor(private readonly since: string | undefined) {}

	add(page: Page): void {
		const news = this.isRepeated(page.records)
			? []
			: page.records.filter((record) => this.isNew(record));
		const wanted = news.filter((record) => !this.isOlder(record));
		if (wanted.length < news.length) this.reachedOlder = isNewestFirst(page.records);
		this.fruitless = news.length > 0 ? 0 : this.fruitless + 1;
		for (const record of wanted) this.records.push(record);
	}

	/** A page without news is a list that moved by a whole page, or a service that ignores the page number. */
	endsWith(page: Page): boolean {
		return (
			this.reachedOlder ||
			page.records.length === 0 ||
			this.fruitless > (page.last === undefined ? 0 : 1)
		);
	}

	/** A date without a time counts as all of its day. */
	private isOlder({ date }: IDataObject): boolean {
		const text = textOf(date).replace('T', ' ');
		if (this.since === undefined || text === '') return false;
		if (!DATE.test(text))
			throw new UnexpectedReply(`dates that can be compared, such as ${EXAMPLE}: it has "${text}"`);
		return text < this.since.slice(0, text.length);
	}

	/** Without IDs only a whole page that comes again can be told. */
	private isRepeated(records: IDataObject[]): boolean {
		if (records.every(({ id }) => id !== undefined)) return false;
		const text = JSON.stringify(records);
		const repeated = text === this.lastPage;
		this.lastPage = text;
		return repeated;
	}

	private isNew({ id, type }: IDataObject): boolean {
		if (id === undefined) return true;
		// Items of a channel have IDs of their kind (api.md section 2.7); a number on one page may be a text on the next
		const name = `${textOf(type)} ${textOf(id)}`;
		const known = this.ids.has(name);
		this.ids.add(name);
		return !known;
	}
}

const isNewestFirst = (records: IDataObject[]) =>
	textOf(records[0]?.date) >= textOf(records.at(-1)?.date);

/**
 * Reads a list until the last page, an empty or a repeated page, or the limit. Once the first page has told how many
 * there are, pages are fetched side by side; their order is kept, and no more are asked for than the limit needs.
 * `result` of the envelope is not trusted, as api.md leaves its meaning open.
 *
 * @throws {NodeApiError} for a bad answer; {UnexpectedReply} when its dates can't be compared
 */
export async function readList(
	service: Service,
	{ list, query, limit, pageSize, startPage, createdAfter }: ListRequest,
	options: RequestOptions,
): Promise<IDataObject[]> {
	const collected = new Collected(createdAfter);
	// A later page is counted in steps of the page size, however few records are wanted
	const perPage = startPage > 1 ? pageSize : Math.min(limit, pageSize);
	let ended = false;
	let tellsLast = false;
	const abandoned = () => ended || options.abandoned?.() === true;
	const read = async (page: number): Promise<Page> => {
		const request = {
			method: 'GET' as const,
			url: list.path,
			qs: { ...query, limit: perPage, page },
		};
		const outcome = await service.request(request, { ...options, abandoned });
		if ('failure' in outcome) {
			// A service that does not tell the last page may refuse the one behind it
			if (page > startPage && !tellsLast && isBehindTheEnd(outcome.failure))
				return { records: [], last: undefined };
			throw service.errorFor(outcome.failure, options.item);
		}
		const read = expectPage(service, outcome.body, list, options.item);
		tellsLast ||= read.last !== undefined;
		return read;
	};

	const underWay = [read(startPage)];
	let next = startPage + 1;
	try {
		for (let page = await underWay.shift(); page !== undefined; page = await underWay.shift()) {
			collected.add(page);
			const missing = limit - collected.records.length;
			if (missing <= 0 || collected.endsWith(page)) break;
			const sideBySide =
				page.last === undefined || createdAfter !== undefined ? 1 : MAX_PARALLEL_PAGES;
			const wanted = Math.min(Math.ceil(missing / page.records.length), sideBySide);
			while (underWay.length < wanted && next <= (page.last ?? Infinity)) {
				const reading = read(next++);
				reading.catch(() => undefined); // seen when its turn comes, or not wanted any more
				underWay.push(reading);
			}
		}
	} finally {
		ended = true;
		await Promise.allSettled(underWay);
	}
	return collected.records.slice(0, limit);
}
