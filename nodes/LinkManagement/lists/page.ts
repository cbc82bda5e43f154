import type { IDataObject } from 'n8n-workflow';

import type { ListEndpoint } from '../api/lists';
import { reasonOf } from '../client/runLog';
import type { Outcome, RequestOptions, Service } from '../client/service';
import { type Failure, unexpectedReply } from '../errors';
import { isObject } from '../values/json';
import { numberFrom } from '../values/numbers';
import { pageSizesOf, USUAL_PAGE } from './pageSizes';

export interface Page {
	records: IDataObject[];
	/** Number of the last page; undefined when the service does not report it, or reports an impossible number. */
	last: number | undefined;
}

/** The records of an array; some services send a list with gaps as an object whose keys are numbers. */
const recordsIn = (list: unknown): IDataObject[] | undefined => {
	if (Array.isArray(list)) return list.filter(isObject);
	return isObject(list) && Object.keys(list).every((name) => /^\d+$/.test(name))
		? Object.values(list).filter(isObject)
		: undefined;
};

/** The array of an envelope: under its name, or the only array in it (services.md section 3). */
function arrayIn(data: IDataObject, arrayName: string): unknown {
	if (recordsIn(data[arrayName])) return data[arrayName];
	const arrays = Object.values(data).filter(Array.isArray);
	return arrays.length === 1 ? arrays[0] : undefined;
}

/** The number of the last page. A last page of 0 contradicts full pages, and is ignored then. */
function lastPageOf({ maxpage }: IDataObject, records: IDataObject[]): number | undefined {
	const last = numberFrom(maxpage);
	return last !== undefined && last < 1 && records.length > 0 ? undefined : last;
}

/** An account without records: some services leave the array out. */
const isEmptyList = (data: unknown, arrayName: string): boolean =>
	isObject(data)
		? (data[arrayName] ?? null) === null &&
			[data.result, data.maxpage].some((count) => numberFrom(count) === 0)
		: data === null || (Array.isArray(data) && data.length === 0);

/** The page in a reply (api.md section 2.1); undefined when it contains none. */
export function pageIn({ data }: IDataObject, { arrayName }: ListEndpoint): Page | undefined {
	const records = isObject(data) ? recordsIn(arrayIn(data, arrayName)) : undefined;
	if (isObject(data) && records) return { records, last: lastPageOf(data, records) };
	return isEmptyList(data, arrayName) ? { records: [], last: 0 } : undefined;
}

/** Whether the IDs of a page ascend. api.md does not define the order of most lists. */
export const isOldestFirst = (records: IDataObject[]): boolean =>
	Number(records[0]?.id) < Number(records.at(-1)?.id);

/**
 * Reads a page from a good reply.
 *
 * @throws {NodeApiError} when the reply does not contain the list
 */
export function expectPage(
	service: Service,
	body: IDataObject,
	list: ListEndpoint,
	item: number | undefined,
): Page {
	const page = pageIn(body, list);
	if (!page) throw service.errorFor(unexpectedReply(`a list under "${list.arrayName}"`), item);
	return page;
}

/** Attempts for a page that may be too large for the service. */
const MAX_TRIES_OF_LARGE_PAGE = 2;

/** The words of refusals because of the page size. */
const ABOUT_SIZE =
	/\b(limit|per.?page|page.?size|size|maximum|max|too (many|large|big)|exceeds?|greater|at most|records|results)\b/i;

const saysTooLarge = ({ kind, message }: Failure): boolean =>
	kind === 'refused' && ABOUT_SIZE.test(message);

/**
 * Whether a failure may mean that the page is too large: some services refuse it, fail or take too long. A
 * page of the usual size counts as too large only if the service says so; otherwise a single failure would make all later
 * pages smaller.
 *
 * @param size of the page that failed
 * @param largest size that was tried before
 */
const mayBeTooLarge = (failure: Failure, size = 0, largest = 0): boolean =>
	saysTooLarge(failure) ||
	(failure.late === true && size > USUAL_PAGE) ||
	(['refused', 'unavailable'].includes(failure.kind) && largest > USUAL_PAGE);

/** A page size, undefined for the service's own, and how often to try a page of that size. */
type RequestPage = (size: number | undefined, maxTries?: number) => Promise<Outcome>;

function learnPageSize(service: Service, size: number | undefined, failure: Failure): void {
	pageSizesOf(service).learn(size, saysTooLarge(failure));
	const pages = size === undefined ? "the service's own size" : `${size} records`;
	service.log.debug(`reads lists in pages of ${pages}: larger ones failed, ${reasonOf(failure)}`);
}

/**
 * Requests a page in one size after the other, as long as the size may be too large. The size that works is remembered for
 * the key.
 *
 * @param sizes the largest first; {@link PageSizes.toTry} knows which
 * @throws {NodeApiError} with the first failure when no size works
 */
export async function tryPageSizes(
	service: Service,
	sizes: Array<number | undefined>,
	requestPage: RequestPage,
	item: number | undefined,
): Promise<{ body: IDataObject; size: number | undefined }> {
	let firstFailure: Failure | undefined;
	for (const [attempt, size] of sizes.entries()) {
		const isLast = attempt === sizes.length - 1;
		const mayBeRepeated = isLast || (sizes[0] ?? 0) <= USUAL_PAGE;
		const outcome = await requestPage(size, mayBeRepeated ? undefined : MAX_TRIES_OF_LARGE_PAGE);
		if ('body' in outcome) {
			if (firstFailure) learnPageSize(service, size, firstFailure);
			return { body: outcome.body, size };
		}
		firstFailure ??= outcome.failure;
		if (isLast || !mayBeTooLarge(outcome.failure, size, sizes[0]))
			throw service.errorFor(firstFailure, item);
	}
	throw new TypeError('There is no page size to try');
}

/**
 * Reads one page of a list.
 *
 * @param query with `page`
 * @param sizes to try: {@link PageSizes.toTry}, or the one of the page before, as pages are counted in steps of it
 * @returns the page, and the size with which it was requested
 * @throws {NodeApiError} for every reply that is not a page of this list
 */
export async function readPage(
	service: Service,
	list: ListEndpoint,
	query: IDataObject,
	sizes: Array<number | undefined>,
	options: RequestOptions = {},
): Promise<Page & { size: number | undefined }> {
	const requestPage: RequestPage = async (limit, maxTries) =>
		await service.request(
			{
				method: 'GET',
				url: list.path,
				qs: { ...query, ...(limit && { limit }) },
				endpoint: list.endpoint,
			},
			{ maxTries, ...options },
		);
	const { body, size } = await tryPageSizes(service, sizes, requestPage, options.item);
	return { ...expectPage(service, body, list, options.item), size };
}
