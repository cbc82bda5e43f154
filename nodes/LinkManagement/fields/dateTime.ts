import { type FieldContext, invalidInput } from '../errors';
import { isEmpty, quoted } from './convert';

const ISO =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?\s*(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/i;

/** Whether a wall-clock time exists: not 30 February, not 25:00. */
function exists(parts: number[]): boolean {
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
	const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
	return (
		date.getUTCMonth() === month - 1 &&
		date.getUTCDate() === day &&
		hour < 24 &&
		minute < 60 &&
		second < 60
	);
}

/** A date object, or milliseconds since 1970; undefined for everything else, and for invalid dates. */
function momentOf(value: unknown): Date | undefined {
	if (!(value instanceof Date) && !(typeof value === 'number' && value > 1e11)) return undefined;
	const moment = new Date(value);
	return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** The latest time that the API's format can express. */
const LATEST = '9999-12-31 23:59:59';

/** `YYYY-MM-DD HH:MM:SS` in a time zone. The Swedish locale uses this format. Years after 9999 have more digits. */
const inZone = (moment: Date, timeZone: string | undefined): string =>
	new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
		.format(moment)
		.padStart(LATEST.length, '0');

const isTooLate = (shown: string): boolean => shown.length > LATEST.length;

/** A value in its own words: `$now` and other dates of n8n give their text themselves. Some objects cannot. */
function asText(value: unknown): string {
	try {
		return String(value);
	} catch {
		return '';
	}
}

/**
 * A date in the API's form `YYYY-MM-DD HH:MM:SS` (api.md section 2). Any ISO 8601 date is accepted, and milliseconds
 * since 1970. A date with an offset is converted to the workflow's time zone. A date without one, as the date picker
 * gives it, is in that time zone already.
 */
export const dateTime = (value: unknown, place: FieldContext): string | undefined => {
	if (isEmpty(value)) return undefined;
	const moment = momentOf(value);
	if (moment) {
		const shown = inZone(moment, place.timezone);
		if (!isTooLate(shown)) return shown;
		throw invalidInput(
			place,
			`${quoted(value)} is after the year 9999`,
			'Use milliseconds since 1970, not microseconds or nanoseconds.',
		);
	}
	const said = asText(value).trim();
	const match = ISO.exec(said);
	const parts = match?.slice(1, 7).map((part) => Number(part ?? 0));
	if (!match || !parts || !exists(parts)) {
		throw invalidInput(
			place,
			`${quoted(value)} is not a date`,
			'Enter it as YYYY-MM-DD HH:MM:SS, or in another ISO 8601 format.',
		);
	}
	const [year, ...rest] = match.slice(1, 7).map((part) => part ?? '00');
	const [month, day, hour, minute, second] = rest;
	const wallClock = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
	const offset = match[7]
		?.toUpperCase()
		.replace(
			/^([+-]\d{2}):?(\d{2})?$/,
			(_, hours: string, minutes = '00') => `${hours}:${minutes}`,
		);
	if (offset === undefined) return wallClock;
	const shown = inZone(new Date(`${wallClock.replace(' ', 'T')}${offset}`), place.timezone);
	// "Never" is often written as the last second of 9999, which is the year 10000 further east
	return isTooLate(shown) ? LATEST : shown;
};
