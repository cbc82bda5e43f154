import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../values/json';

/** Times in a list are exact to a second, and so is the clock in a header, in ms. */
const CLOCK_PRECISION = 3_000;
/** Time zones differ by a multiple of this, in ms, and lie between these, in ms ahead of UTC. */
const ZONE_STEP = 15 * 60_000;
const ZONES = { west: -12 * 3_600_000, east: 14 * 3_600_000 };

/** What is known about the clocks of the service and ours. */
export interface Clocks {
	/** When the request was sent, ms since epoch by our clock. */
	since: number;
	/** The service's clock minus ours, in ms, by the `Date` of its replies: it knows no time zone. */
	skew: number;
	/** When a record was handed to an item, by our clock: it had been made just before. */
	handedOutAt: (record: IDataObject) => number | undefined;
}

/** The form of api.md section 2, with what services add to it; and the other in which a moment can't be misread. */
const DATE_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?) ?(Z|[+-]\d\d:?\d\d)?$/i;
const EPOCH = /^\d{9,13}$/;

/**
 * When a record was made, as if a date without a zone were UTC.
 *
 * @returns ms since epoch; NaN without a date, or with one in a form that can't be read for sure
 */
export function createdAt({ date }: IDataObject): number {
	const text = textOf(date).trim();
	if (EPOCH.test(text)) return Number(text) * (text.length < 12 ? 1_000 : 1);
	const [, day, time, zone = 'Z'] = DATE_TIME.exec(text) ?? [];
	return day === undefined ? NaN : Date.parse(`${day}T${time}${zone}`);
}

/** Whether a moment can lie between two others in some time zone, give or take: the same time into a quarter of an hour. */
function mayBeCreatedSince(made: number, since: number, now: number): boolean {
	const span = now - since + CLOCK_PRECISION;
	const ago = now - made;
	if (ago < -ZONES.east - CLOCK_PRECISION || ago > -ZONES.west + span) return false;
	const age = ((ago % ZONE_STEP) + ZONE_STEP) % ZONE_STEP;
	return age <= span || age >= ZONE_STEP - CLOCK_PRECISION;
}

/**
 * Tells which records of a list can have been made since a request was sent. The time zone of the service is not shown
 * in api.md, and its clock may be wrong: records that were handed out show by their dates how far both are off.
 */
export function createdSince(
	records: IDataObject[],
	{ since, skew, handedOutAt }: Clocks,
): (record: IDataObject) => boolean {
	const now = Date.now();
	const ahead = records
		.map((record) => createdAt(record) - (handedOutAt(record) ?? NaN))
		.reduce((most, ms) => (ms > most ? ms : most), -Infinity);
	return (record) => {
		const made = createdAt(record);
		return ahead > -Infinity
			? made >= since + ahead - CLOCK_PRECISION
			: mayBeCreatedSince(made - skew, since, now);
	};
}
