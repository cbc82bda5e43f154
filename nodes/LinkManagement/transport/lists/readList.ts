import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { type Failure, UnexpectedReply } from '../../errors';
import { isObject, textOf } from '../../values/json';
import type { RequestOptions, Service } from '../service';

/** How a page that is not there may be refused; every other refusal must not pass for the end of a list. */
const isBehindTheEnd = ({ kind, message }: Failure): boolean =>
	kind === 'notFound' || (kind === 'refused' && /\bpage\b|range|found|exist/i.test(message));
/** Most pages of one list under way at once. */
const MAX_PARALLEL_PAGES = 8;

/** What to read of a list (api.md section 2.1). */
export interface ListRequest {
	/** The name of the array in `data`, e.g. `urls`. */
	key: string;
	/** Most records wanted. Infinity: all. */
	limit: number;
	/** Records asked for per page; the service may give fewer. */
	pageSize: number;
	startPage: number;
	/** Wanted are records of this date or later, in the form of the service; the newest come first. */
	createdAfter?: string;
}

export interface Page {
	records: IDataObject[];
	/** Last page number; undefined when the service did not say. */
	last: number | undefined;
}

const number = (value: unknown): number | undefined => {
	const parsed = Number(value);
	return value === null || value === '' || !Number.isFinite(parsed) ? undefined : parsed;
};

/** The rows of a list; some services send a list with gaps as an object whose keys are numbers. */
const recordsIn = (list: unknown): unknown[] | undefined => {
	if (Array.isArray(list)) return list as unknown[];
	return isObject(list) && Object.keys(list).every((name) => /^\d+$/.test(name))
		? Object.values(list)
		: undefined;
};

/** Takes a page out of its envelope; undefined when the reply is not one. */
export function readPage(body: IDataObject, key: string): Page | undefined {
	const data = body.data;
	const records = isObject(data) ? recordsIn(data[key]) : undefined;
	if (isObject(data) && records) {
		return {
			records: records.filter(isObject),
			last: number(data.maxpage),
		};
	}
	// An account without any record: some services leave the array out
	const isEmpty = isObject(data)
		? (data[key] ?? null) === null &&
			[data.result, data.maxpage].some((count) => number(count) === 0)
		: data === null || (Array.isArray(data) && data.length === 0);
	return isEmpty ? { records: [], last: 0 } : undefined;
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

/** Whether a page rises by ID: api.md gives most lists no order. */
export const isOldestFirst = (records: IDataObject[]): boolean =>
	Number(records[0]?.id) < Number(records.at(-1)?.id);

const isNewestFirst = (records: IDataObject[]) =>
	textOf(records[0]?.date) >= textOf(records.at(-1)?.date);

/**
 * Reads a list until the last page, an empty or a repeated page, or the limit. Once the first page has told how many
 * there are, pages are fetched side by side; their order is kept, and no more are asked for than the limit needs.
 * `result` of the envelope is not trusted, as api.md leaves its meaning open.
 *
 * @throws {NodeApiError} for a bad answer; {WrongShape} when a reply holds no such list
 */
export async function readList(
	service: Service,
	request: IHttpRequestOptions,
	{ key, limit, pageSize, startPage, createdAfter }: ListRequest,
	options: RequestOptions,
): Promise<IDataObject[]> {
	const collected = new Collected(createdAfter);
	// A later page is counted in steps of the page size, however few records are wanted
	const perPage = startPage > 1 ? pageSize : Math.min(limit, pageSize);
	let ended = false;
	let tellsLast = false;
	const abandoned = () => ended || options.abandoned?.() === true;
	const read = async (page: number): Promise<Page> => {
		const asked = { ...request, qs: { ...request.qs, limit: perPage, page } };
		const outcome = await service.request(asked, { ...options, abandoned });
		if ('failure' in outcome) {
			// A service that does not tell the last page may refuse the one behind it
			if (page > startPage && !tellsLast && isBehindTheEnd(outcome.failure))
				return { records: [], last: undefined };
			throw service.errorFor(outcome.failure, options.item);
		}
		const read = readPage(outcome.body, key);
		if (!read) throw new UnexpectedReply(`a list under "${key}"`);
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
