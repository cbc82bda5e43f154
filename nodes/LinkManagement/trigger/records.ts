import type { IDataObject } from 'n8n-workflow';

import { DATE, dateOf } from '../lists/page';

/** Some services send it as text; NaN for no whole number, and for one that is too large to be exact, as it could be another's. */
export function idOf({ id }: IDataObject): number {
	const isNumber = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '');
	const number = isNumber ? Number(id) : NaN;
	return Number.isSafeInteger(number) ? number : NaN;
}

/** Which records were there before. Plain JSON, as n8n stores it. */
export interface Baseline {
	/** The newest date of the records, in the service's format; '' where none can be compared. */
	newestDate: string;
	/** For records whose dates do not tell. */
	highestId: number;
	/** All records of the newest date were seen, so that any other one is new. */
	isDateComplete?: boolean;
}

export const NO_BASELINE: Baseline = { newestDate: '', highestId: 0 };

/** A longer text is not a date, in characters. */
const MAX_DATE_LENGTH = 40;
/** No time zone and no clock of a service is further ahead, in ms. */
const MAX_AHEAD = 2 * 86_400_000;
/** The IDs of one account's records can lie far apart, because services count those of all accounts. */
const MAX_GAP = 100_000;

/** '' without a date that can be compared: "2 days ago" changes with each poll, and one in the future would hide later records. */
export function comparableDate(record: IDataObject): string {
	const date = dateOf(record);
	if (date.length > MAX_DATE_LENGTH || !DATE.test(date)) return '';
	return date < new Date(Date.now() + MAX_AHEAD).toISOString() ? date : '';
}

/** Whether a record that was not seen is new. */
export function isNewer({ newestDate, highestId, isDateComplete }: Baseline, record: IDataObject) {
	const date = comparableDate(record);
	if (date === '' || newestDate === '') return idOf(record) > highestId;
	if (date !== newestDate) return date > newestDate;
	return isDateComplete === true || idOf(record) > highestId;
}

/** The highest ID, or the second, if one record with a wrong ID is far above all others. It never falls. */
function raisedId(earlier: number, ids: number[]): number {
	let [highest, second] = [earlier, 0];
	for (const id of ids) {
		if (id > highest) [highest, second] = [id, highest];
		else if (id > second && id < highest) second = id;
	}
	return Math.max(earlier, highest - second > MAX_GAP ? second : highest);
}

/** With records that were seen. A date later than the present of the service would hide all that is created until then. */
export function raised(
	{ newestDate, highestId }: Baseline,
	records: IDataObject[],
	present: string,
): Baseline {
	const dates = records.map(comparableDate).filter((date) => date <= present);
	return {
		newestDate: [newestDate, ...dates].sort().at(-1)!,
		highestId: raisedId(highestId, records.map(idOf)),
	};
}

/** By date, and by ID where dates do not tell. */
export function oldestFirst(records: IDataObject[]): IDataObject[] {
	return records
		.map((record) => ({ record, date: comparableDate(record), id: idOf(record) }))
		.sort((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1))
		.map(({ record }) => record);
}
