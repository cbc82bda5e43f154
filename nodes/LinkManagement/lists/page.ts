import type { IDataObject } from 'n8n-workflow';

import type { ListEndpoint } from '../client/endpoints';
import { isObject, textOf } from '../text/json';
import { numberFrom } from '../text/sentences';

export interface Page {
	records: IDataObject[];
	/** Number of the last page; undefined when the service does not report it, or what it reports can't be right. */
	last: number | undefined;
}

/** Such as the domains at the end of every page (services.md section 3). */
export const isShared = ({ id }: IDataObject): boolean => id === null || id === '';

interface RequestedPage {
	number: number;
	/** Records that were asked for; 0: the service's own size. */
	size: number;
}

/** Arrays that some services send under another name, perhaps beside an empty one (services.md section 3). */
const OTHER_NAMES: Record<string, string> = { cta: 'overlay' };

function recordsIn(data: IDataObject, arrayName: string): IDataObject[] | undefined {
	const names = [arrayName, OTHER_NAMES[arrayName] ?? arrayName];
	const lists = names.map((name) => data[name]).filter(Array.isArray);
	const filled = lists.find((list) => list.length > 0) ?? lists[0];
	return filled?.filter(isObject);
}

/** Some services give fewer records than requested, and count their pages as if they had given all (`result`: api.md section 2.1). */
function goesOnAfter(
	last: number,
	given: number,
	{ result, nextpage }: IDataObject,
	{ number, size }: RequestedPage,
): boolean {
	if (number > last) return true;
	if (given >= size) return false;
	const total = numberFrom(result) ?? given;
	const next = numberFrom(nextpage) ?? 0;
	const most = number < last ? last * given : (number - 1) * size + given;
	return total > most || (total === given && number === last && next > last);
}

/** Undefined where something in the envelope contradicts it. */
function lastPageOf(
	data: IDataObject,
	records: IDataObject[],
	requested: RequestedPage | undefined,
): number | undefined {
	const last = numberFrom(data.maxpage) ?? NaN;
	if (!Number.isSafeInteger(last)) return undefined;
	const own = records.filter((record) => !isShared(record)).length;
	if (records.length === 0 || (last === 0 && own === 0)) return last;
	return last < 1 || (requested && goesOnAfter(last, own, data, requested)) ? undefined : last;
}

/** An account without records: some services leave the array out, or send something empty in its place. */
const isEmptyList = (data: unknown, arrayName: string): boolean =>
	isObject(data)
		? !data[arrayName] && [data.result, data.maxpage].some((count) => numberFrom(count) === 0)
		: data === null || (Array.isArray(data) && data.length === 0);

/** The page in a reply (api.md section 2.1); undefined when it contains none. */
export function pageIn(
	{ data }: IDataObject,
	{ arrayName }: ListEndpoint,
	requested?: RequestedPage,
): Page | undefined {
	const records = isObject(data) ? recordsIn(data, arrayName) : undefined;
	if (isObject(data) && records) return { records, last: lastPageOf(data, records, requested) };
	return isEmptyList(data, arrayName) ? { records: [], last: 0 } : undefined;
}

/** What the dates of api.md section 2 begin with. Such dates can be compared as text. */
export const DATE = /^\d{4}-\d\d-\d\d/;

/** To be compared; '' without one, for which some services send zeros. */
export const dateOf = ({ date }: IDataObject): string =>
	textOf(date)
		.replace('T', ' ')
		.replace(/^0000-.*/s, '');

/** Fewer records in a row can be in an order by chance. */
const MIN_STEPS = 9;

/** Whether neighbors fall; undefined where too few differ, because some are of the same second. @param ages dates or IDs; NaN for none */
function isFalling(ages: Array<number | string>, minSteps: number): boolean | undefined {
	const steps = ages.slice(1).map((next, index) => ({ before: ages[index]!, next }));
	if (steps.some(({ before, next }) => next > before)) return false;
	return steps.filter(({ before, next }) => next < before).length >= minSteps ? true : undefined;
}

/** By dates, or by IDs where all dates are the same. api.md defines an order only for links, and no direction; services may ignore it. */
export function isNewestFirst(records: IDataObject[], isSortedByDate: boolean): boolean {
	// Records that all users share come out of order
	const own = records.filter(({ id }) => numberFrom(id) !== undefined);
	const minSteps = isSortedByDate ? 1 : MIN_STEPS;
	const dates = own.map(dateOf).map((date) => (DATE.test(date) ? date : NaN));
	const ids = own.map(({ id }) => Number(id));
	return isFalling(dates, minSteps) ?? isFalling(ids, minSteps) ?? isSortedByDate;
}
