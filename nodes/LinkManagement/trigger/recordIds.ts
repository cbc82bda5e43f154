import type { IDataObject } from 'n8n-workflow';

/** Larger numbers are not exact, so that two IDs could be the same. */
const MAX_ID = Number.MAX_SAFE_INTEGER;

/** Some services send it as text. One that is too large to be exact counts as the largest exact number; NaN for no whole number. */
export function idOf({ id }: IDataObject): number {
	const isNumber = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '');
	const number = isNumber ? Math.min(Number(id), MAX_ID) : NaN;
	return Number.isSafeInteger(number) ? number : NaN;
}

/** Several IDs that are too large to be exact can't be told apart. */
export const haveDistinctIds = (records: IDataObject[]): boolean =>
	records.filter((record) => idOf(record) === MAX_ID).length <= 1;
