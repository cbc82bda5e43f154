import { type FieldContext, invalidInput } from '../errors';
import { visibleText } from '../text/comparable';
import { inZone, OFFSETS } from '../text/dates';
import { listed, valueWarning } from '../text/sentences';
import { asOneOf, isEmpty, onlyValueIn, quoted, warnAbout } from './convert';
import { type Day, DIGITS_OF_DATE_AND_TIME, type WrittenDate, writtenDate } from './dateForms';
import type { Convert, ValueContext } from './field';
import { unsentField } from './kinds';

export const dateFormat = unsentField({
	displayName: 'Date Format',
	name: 'dateFormat',
	type: 'options',
	options: [
		{ name: 'Day First', value: 'dayFirst', description: '5/6/2030 is June 5' },
		{ name: 'Month First', value: 'monthFirst', description: '5/6/2030 is May 6' },
	],
	default: 'dayFirst',
	description:
		'What comes first in dates with slashes or hyphens, such as 5/6/2030. Without this option, a date that can be read in two ways is refused.',
	convert: asOneOf(['dayFirst', 'monthFirst']),
});

const pad = (number: number, length = 2): string => String(number).padStart(length, '0');
const asDay = ([year, month, day]: Day): string => `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
const utc = ([year, month, day]: Day): Date => new Date(Date.UTC(year, month - 1, day));

const longDay = (day: Day): string =>
	utc(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const weekdayOf = (day: Day): string =>
	utc(day).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' });

const LATEST = '9999-12-31 23:59:59';

const isTooLate = (date: string): boolean => date.length > LATEST.length;

const MAX_LENGTH = 100;

/** A value in its own words: `$now` and other dates of n8n give their text themselves. Some objects cannot. */
function textIn(value: unknown): string {
	try {
		const text = visibleText(onlyValueIn(String(value)));
		return text.length > MAX_LENGTH ? '' : text;
	} catch {
		return '';
	}
}

/** The moment of a date object, in ms since 1970, or of a number in the range of milliseconds or seconds. */
function momentOf(value: unknown, number: number): number | undefined {
	if (value instanceof Date) return value.getTime();
	if (number > 1e11) return number;
	return number >= 1e9 && number < 1e10 ? number * 1_000 : undefined;
}

function fromMoment(moment: number, value: unknown, field: ValueContext): string {
	const date = new Date(moment);
	if (Number.isNaN(date.getTime())) throw notADate(value, field);
	const result = inZone(date, field.timeZone);
	if (isTooLate(result)) throw notADate(value, field);
	return result;
}

const SERIAL_START = Date.UTC(1899, 11, 30);

/** The date of a serial number of five digits: 10000 is in 1927, 99999 in 2173. Its fraction is the time. */
function fromSerial(number: number): WrittenDate | undefined {
	const moment = new Date(SERIAL_START + Math.round(number * 86_400) * 1_000).toISOString();
	return writtenDate(moment.slice(0, Number.isInteger(number) ? 10 : 19));
}

const notADate = (value: unknown, field: FieldContext) =>
	invalidInput(
		field,
		`${quoted(value)} is not a date`,
		'Enter it as YYYY-MM-DD HH:MM:SS, or in another form with a year of four digits, such as 30.04.2030 or 30 Apr 2030.',
	);

function wantedDay({ readings, weekday }: WrittenDate, value: unknown, field: ValueContext): Day {
	const possible = readings.filter(({ day }) => utc(day).getUTCMonth() === day[1] - 1);
	const format = readings.length > 1 ? field.unsent?.dateFormat : undefined;
	const [first, second] = possible.filter((reading) => !format || reading.format === format);
	if (!first) {
		if (possible.length === 0) throw notADate(value, field);
		const what = format === 'dayFirst' ? 'day' : 'month';
		throw invalidInput(
			field,
			`${quoted(value)} is not a date with the ${what} first`,
			`Date Format (under Options) says that the ${what} comes first. Change it or the date.`,
		);
	}
	if (second && asDay(first.day) !== asDay(second.day))
		throw invalidInput(
			field,
			`${quoted(value)} can be ${longDay(first.day)}, or ${longDay(second.day)}`,
			`Choose the Date Format under Options, or write ${asDay(first.day)} or ${asDay(second.day)}.`,
		);
	if (weekday !== undefined && utc(first.day).getUTCDay() !== weekday)
		throw invalidInput(
			field,
			`${quoted(value)} names another day of the week, as ${longDay(first.day)} is a ${weekdayOf(first.day)}`,
			'Correct the date, or leave out the day of the week.',
		);
	return first.day;
}

/** Digits, perhaps with a fraction, as a number, unless they are a date and its time; otherwise NaN. */
const numberOf = (value: unknown, text: string): number =>
	(typeof value === 'number' || typeof value === 'string') &&
	/^\d+(?:[.,]\d+)?$/.test(text) &&
	!DIGITS_OF_DATE_AND_TIME.test(text)
		? Number(text.replace(',', '.'))
		: NaN;

export const isNoDate = (value: unknown): boolean =>
	isEmpty(value) || textIn(value).startsWith('0000-00-00');

const TIME_OF_DAY = { start: [0, 0, 0], end: [23, 59, 59] } as const;

/**
 * A date in the API's form `YYYY-MM-DD HH:MM:SS` (api.md section 2), of every form with one meaning, by the service's clock.
 * Numbers are serial numbers of spreadsheets (five digits), seconds (ten) or milliseconds (more than eleven) since 1970, or
 * written like `20300430140000`. A date with an offset is a moment, sent in the service's time zone.
 * @param dayMeans what a date without a time means: the start of that day, or its last second
 */
export const asDateTime =
	(dayMeans: keyof typeof TIME_OF_DAY): Convert<string> =>
	(value, field) => {
		const text = textIn(value);
		if (isNoDate(value)) return undefined;
		const number = numberOf(value, text);
		const moment = momentOf(value, number);
		if (moment !== undefined) return fromMoment(moment, value, field);
		const isSerial = number >= 10_000 && number < 100_000;
		const written = isSerial ? fromSerial(number) : writtenDate(text);
		if (!written) throw notADate(value, field);
		const day = asDay(wantedDay(written, value, field));
		const [hours, minutes, seconds] = written.time ?? TIME_OF_DAY[dayMeans];
		if (!(hours < 24 && minutes < 60 && seconds < 60)) throw notADate(value, field);
		const time = [hours, minutes, seconds].map((part) => pad(part)).join(':');
		if (written.offset === undefined) return `${day} ${time}`;
		const inServiceZone = inZone(new Date(`${day}T${time}${written.offset}`), field.timeZone);
		// "Never" is often written as the last second of 9999, which is the year 10000 further east
		return isTooLate(inServiceZone) ? LATEST : inServiceZone;
	};

/** To write the time in a zone takes a third of the time of a row, so the clock of the furthest zone is asked first. */
function hasPassed(date: string, timeZone: string | undefined): boolean {
	const latest = new Date(Date.now() + OFFSETS.most).toISOString().replace('T', ' ');
	return date < latest && date < inZone(new Date(), timeZone);
}

const BARE_NUMBER = valueWarning('is a bare number, and a date after the year 2100');
const MIDNIGHT = valueWarning('ends the link when that day begins');

/** Of a date picker, in which people choose a day. A date with an offset is a moment. */
function isMidnightOfDay(value: unknown): boolean {
	const { time = [], offset } = writtenDate(textIn(value)) ?? {};
	return offset === undefined && time.length > 0 && time.every((part) => part === 0);
}

const HAS_PASSED = valueWarning('is in the past', {
	isAboutNewRecords: true,
	sentence: (dates) =>
		dates.length === 1
			? `1 expiry is in the past: ${listed(dates)}.`
			: `${dates.length} expiries are in the past: ${listed(dates)}.`,
});

export const asExpiry: Convert<string> = (value, field) => {
	const expiry = asDateTime('end')(value, field);
	if (expiry === undefined) return undefined;
	// Of a table whose numbers are no dates, such as the seconds that a link lives
	if (expiry >= '2101' && !Number.isNaN(numberOf(value, textIn(value))))
		warnAbout(field, BARE_NUMBER, value);
	if (expiry.endsWith(' 00:00:00') && isMidnightOfDay(value)) warnAbout(field, MIDNIGHT, value);
	// An update may end a link on purpose
	const isUpdate = field.path?.linkId !== undefined;
	if (!isUpdate && hasPassed(expiry, field.timeZone)) warnAbout(field, HAS_PASSED, value);
	return expiry;
};
