import type { IDataObject } from 'n8n-workflow';

import { createdAt } from '../values/dates';

export { createdAt };

/** Dates in a list are exact to a second, and so is the `Date` header that shows the clock, in ms. */
const CLOCK_PRECISION = 3_000;
/** The differences between time zones are multiples of this, in ms. */
const TIME_ZONE_STEP = 15 * 60_000;
/** The offsets of the time zones furthest from UTC, in ms. */
const MIN_TIME_ZONE = -12 * 3_600_000;
const MAX_TIME_ZONE = 14 * 3_600_000;

export interface Clocks {
	/** When the request was sent, by our clock, in ms since epoch. */
	since: number;
	/** The service's clock minus ours, in ms, by the `Date` header of its replies, which has no time zone. */
	skew: number;
	/** When a record was returned for an item, by our clock. The service created it just before. */
	handedOutAt: (record: IDataObject) => number | undefined;
}

/**
 * Whether a date that was read as UTC can be between `since` and `now` in the time zone of the service, which is not
 * known. It can, if it is between them after a shift by a possible offset of a time zone.
 */
function canBeBetween(date: number, since: number, now: number): boolean {
	const maxAge = now - since + CLOCK_PRECISION;
	const age = now - date;
	if (age < -MAX_TIME_ZONE - CLOCK_PRECISION || age > -MIN_TIME_ZONE + maxAge) return false;
	const shiftedAge = ((age % TIME_ZONE_STEP) + TIME_ZONE_STEP) % TIME_ZONE_STEP;
	return shiftedAge <= maxAge || shiftedAge >= TIME_ZONE_STEP - CLOCK_PRECISION;
}

/**
 * Determines by their dates which records of a list can have been created since a request was sent. api.md does not show
 * the time zone of the service, and its clock may be wrong. The date of a record that was returned for an item shows the
 * difference; without one, every time zone is possible.
 *
 * @param records of the list, to find those that were returned for an item
 */
export function createdSince(
	records: IDataObject[],
	{ since, skew, handedOutAt }: Clocks,
): (record: IDataObject) => boolean {
	const now = Date.now();
	const offset = records
		.map((record) => createdAt(record) - (handedOutAt(record) ?? NaN))
		.reduce((highest, ms) => (ms > highest ? ms : highest), -Infinity);
	return (record) => {
		const date = createdAt(record);
		return offset > -Infinity
			? date >= since + offset - CLOCK_PRECISION
			: canBeBetween(date - skew, since, now);
	};
}
