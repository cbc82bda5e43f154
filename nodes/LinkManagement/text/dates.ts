import { textOf } from './json';

const HOUR = 3_600_000;
/** The offsets of time zones from UTC, in ms: the furthest ones, and what all are multiples of. */
export const OFFSETS = { least: -12 * HOUR, most: 14 * HOUR, step: HOUR / 4 };

/** As in api.md section 2, perhaps with `T`, fractions of a second or a time zone. */
const DATE_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?) ?(Z|[+-]\d\d:?\d\d)?$/i;
const EPOCH = /^\d{9,13}$/;
const MIN_DIGITS_OF_MS = 12;

const DATE_TIME_LENGTH = 'YYYY-MM-DD HH:MM:SS'.length;

/** In ms since epoch, as if a date without a time zone were in UTC; NaN without a date in a clear format. */
export function timestampOf(date: unknown): number {
	const text = textOf(date).trim();
	if (EPOCH.test(text)) return Number(text) * (text.length < MIN_DIGITS_OF_MS ? 1_000 : 1);
	const [, day, time, zone = 'Z'] = DATE_TIME.exec(text) ?? [];
	return day === undefined ? NaN : Date.parse(`${day}T${time}${zone}`);
}

/** `YYYY-MM-DD HH:MM:SS` in a time zone. The Swedish locale uses this format. Years after 9999 have more digits. */
export const inZone = (moment: Date, timeZone: string | undefined): string =>
	new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
		.format(moment)
		.padStart(DATE_TIME_LENGTH, '0');

/** The IANA name of a time zone, such as Europe/Berlin; UTC for none, undefined for a text that is no such name. */
export function timeZoneNamed(name: unknown): string | undefined {
	const timeZone = textOf(name).trim() || 'UTC';
	// Each formatter takes a while to make, each request reads its credential, and most have the default
	if (timeZone === 'UTC') return timeZone;
	try {
		return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
	} catch {
		return undefined;
	}
}
