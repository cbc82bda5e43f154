import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../values/json';

/** Dates in a list are exact to a second, and so is the `Date` header that shows the clock, in ms. */
const CLOCK_PRECISION = 3_000;
/** The differences between time zones are multiples of this, in ms. */
const TIME_ZONE_STEP = 15 * 60_000;
/** The offsets of the time zones furthest from UTC, in ms. */
const MIN_TIME_ZONE = -12 * 3_600_000;
const MAX_TIME_ZONE = 14 * 3_600_000;

/** What is known about the clocks of the service and of this machine. */
export interface Clocks {
	/** When the request was sent, by our clock, in ms since epoch. */
	since: number;
	/** The service's clock minus ours, in ms, by the `Date` header of its replies, which has no time zone. */
	skew: number;
	/** When a record was returned for an item, by our clock. The service created it just before. */
	handedOutAt: (record: IDataObject) => number | undefined;
}

/** The form of api.md section 2, `2030-12-31 23:59:00`, perhaps with `T`, fractions of a second or a time zone. */
const DATE_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?) ?(Z|[+-]\d\d:?\d\d)?$/i;
/** Seconds or milliseconds since epoch. */
const EPOCH = /^\d{9,13}$/;
const MIN_DIGITS_OF_MS = 12;

/**
 * When a record was created, as if a date without a time zone were in UTC.
 *
 * @returns ms since epoch; NaN for a record without a date, or with one in an ambiguous format
 */
export function createdAt({ date }: IDataObject): number {
	const text = textOf(date).trim();
	if (EPOCH.test(text)) return Number(text) * (text.length < MIN_DIGITS_OF_MS ? 1_000 : 1);
	const [, day, time, zone = 'Z'] = DATE_TIME.exec(text) ?? [];
	return day === undefined ? NaN : Date.parse(`${day}T${time}${zone}`);
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
