import type { IDataObject } from 'n8n-workflow';

/** Larger numbers are not exact, so that two IDs could be the same. */
const MAX_ID = Number.MAX_SAFE_INTEGER;
/** The IDs of one account's records can lie far apart, because services count those of all accounts. */
const MAX_GAP = 100_000;

/** Some services send it as text. One that is too large to be exact counts as the largest exact number; NaN for no whole number. */
export function idOf({ id }: IDataObject): number {
	const isNumber = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '');
	const number = isNumber ? Math.min(Number(id), MAX_ID) : NaN;
	return Number.isSafeInteger(number) ? number : NaN;
}

/** Several IDs that are too large to be exact can't be told apart. */
export const haveDistinctIds = (records: IDataObject[]): boolean =>
	records.filter((record) => idOf(record) === MAX_ID).length <= 1;

/** The highest ID that counts as known, or the second, if one record with a wrong ID is far above all others. It never falls. */
export function raisedMark(earlier: number, ids: Iterable<number>): number {
	let [highest, second] = [earlier, 0];
	for (const id of ids) {
		if (id > highest) [highest, second] = [id, highest];
		else if (id > second && id < highest) second = id;
	}
	return Math.max(earlier, highest - second > MAX_GAP ? second : highest);
}
