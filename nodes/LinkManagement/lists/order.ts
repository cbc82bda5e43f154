import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../values/json';
import { numberFrom } from '../values/numbers';

/** What the dates of api.md section 2 begin with. Such dates can be compared as text. */
export const DATE = /^\d{4}-\d\d-\d\d/;

/** The date of a record, to be compared; '' without one. */
export const dateOf = ({ date }: IDataObject): string => textOf(date).replace('T', ' ');

/** Fewer records in a row can be in an order by chance. */
const MIN_STEPS = 9;

export type Order = 'newestFirst' | 'oldestFirst' | 'unknown';

/** Compares the age of two records: above 0 when the second is newer, 0 when that is not known. */
type Compare = (one: IDataObject, other: IDataObject) => number;

const byDate: Compare = (one, other) => {
	const [date, next] = [dateOf(one), dateOf(other)];
	return DATE.test(date) && DATE.test(next) ? Number(next > date) - Number(next < date) : 0;
};
const compareIds: Compare = (one, other) => Math.sign(Number(other.id) - Number(one.id)) || 0;

/** The order in which neighbors go. Some are of the same second, so equal ones do not count. */
function directionOf(records: IDataObject[], compare: Compare): Order {
	const steps = records
		.slice(1)
		.map((record, index) => compare(records[index]!, record))
		.filter((step) => step !== 0);
	if (steps.length < MIN_STEPS) return 'unknown';
	if (steps.every((step) => step < 0)) return 'newestFirst';
	return steps.every((step) => step > 0) ? 'oldestFirst' : 'unknown';
}

/**
 * The order of a list, as its first page shows it. api.md defines an order only for links, and does not say in which
 * direction it goes. IDs ascend.
 *
 * @param isSortedByDate whether the list was requested in the order of its dates
 */
export function orderOf(records: IDataObject[], isSortedByDate: boolean): Order {
	// Domains that all users share have no ID and are at the end of every page (services.md section 3)
	const own = records.filter(({ id }) => numberFrom(id) !== undefined);
	if (!isSortedByDate) {
		const order = directionOf(own, byDate);
		return order === 'unknown' ? directionOf(own, compareIds) : order;
	}
	const [first = {}, last = {}] = [own[0], own.at(-1)];
	return (byDate(first, last) || compareIds(first, last)) > 0 ? 'oldestFirst' : 'newestFirst';
}
