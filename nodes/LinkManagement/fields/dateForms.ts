/** The forms in which tables and people write dates. Every form has four digits for the year. */

export type Day = [year: number, month: number, day: number];

/** What the first number of a date with slashes or hyphens is. */
export type DateFormat = 'dayFirst' | 'monthFirst';

export interface WrittenDate {
	/** The days that it can mean. A day that only one format gives has this format. */
	readings: Array<{ day: Day; format?: DateFormat }>;
	time?: [hours: number, minutes: number, seconds: number];
	/** `Z`, or `+01:30`; undefined for a time by the service's clock. */
	offset?: string;
	/** 0 for Sunday, if the text names the day of the week. */
	weekday?: number;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const MONTH =
	'(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY = '(?<d>\\d{1,2})(?:st|nd|rd|th)?(?: of)?';
const YEAR = '(?<y>\\d{4})';

/** The forms of a date. Dots are used only where the day comes first. */
const FORMS = [
	/^(?<y>\d{4})(?<sign>[-/]|\. ?)(?<m>\d{1,2})\k<sign>(?<d>\d{1,2})(?!\d)\.?/,
	/^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})(?!\d)/,
	// Behind the year, some languages have a dot, and Bulgarian the first letter of "year"
	/^(?<d>\d{1,2})\. ?(?<m>\d{1,2})\. ?(?<y>\d{4})(?!\d)(?: г)?\.?/,
	/^(?<first>\d{1,2})(?<sign>[-/])(?<second>\d{1,2})\k<sign>(?<y>\d{4})(?!\d)/,
	new RegExp(`^${DAY}\\.?[\\s/-]*${MONTH},?[\\s/-]*${YEAR}(?!\\d)`, 'i'),
	new RegExp(`^${MONTH}[\\s/-]*${DAY}(?:,\\s*|[\\s/-]+)${YEAR}(?!\\d)`, 'i'),
	new RegExp(`^${YEAR}[\\s/-]*${MONTH}[\\s/-]*${DAY}(?!\\d)`, 'i'),
];

/** @param groups of the form, by their names */
function readingsOf(groups: Record<string, string | undefined>): WrittenDate['readings'] {
	const { y, m, d, name = '', first, second } = groups;
	const year = Number(y);
	if (first === undefined) {
		const named = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
		return [{ day: [year, Number(m ?? named), Number(d)] }];
	}
	return [
		{ day: [year, Number(second), Number(first)], format: 'dayFirst' },
		{ day: [year, Number(first), Number(second)], format: 'monthFirst' },
	];
}

const WEEKDAY =
	/^((?:sun|mon|fri)(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|sat(?:urday)?)\.?,? /i;
/** A time of 24 or 12 hours and an offset, as ISO 8601, mails and JavaScript write them, or with dots, as in Italian tables. */
const TIME =
	/^(?:(?:T|,? (?:at )?)(\d{1,2})(?:[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?)?(?: ?([ap])\.? ?m\.?)?)? ?(Z|UTC|GMT)?([+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?(?: ?\([^()]*\))?$/i;
/** A date and a time without separators, as in ISO 8601, or with nothing between them. */
const BASIC_TIME = /^(\d{8})T?(\d\d)(\d\d)(\d\d)?(?!\d)/i;

/** Such as 20300430140000. As milliseconds, they would be in 1976, or after the year 2500. */
export const DIGITS_OF_DATE_AND_TIME = /^(?:19|20)\d{10}(?:\d\d)?(?:\.\d+)?$/;

/** Hours of a day: 12 am is 0, 12 pm is 12. NaN for 13 pm. */
function hoursOf(hours: number, half: string | undefined): number {
	if (half === undefined) return hours;
	if (hours < 1 || hours > 12) return NaN;
	return (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function timeOf(text: string): Pick<WrittenDate, 'time' | 'offset'> | undefined {
	const match = TIME.exec(text);
	if (!match) return undefined;
	const [, hours, minutes, seconds = 0, half, utc, difference] = match;
	// As JavaScript reads it: `+0530` and `+05` become `+05:30` and `+05:00`
	const offset = difference?.replace(':', '').padEnd(5, '0').replace(/..$/, ':$&') ?? (utc && 'Z');
	if (hours === undefined) return { offset };
	if (minutes === undefined && half === undefined) return undefined;
	return { time: [hoursOf(Number(hours), half), Number(minutes ?? 0), Number(seconds)], offset };
}

export function writtenDate(text: string): WrittenDate | undefined {
	// One blank for many: patterns that may take any number in two places take too long for a cell full of them
	const spaced = text.replace(/\s+/g, ' ');
	const [start = '', name = ''] = WEEKDAY.exec(spaced) ?? [];
	const rest = spaced
		.slice(start.length)
		.replace(
			BASIC_TIME,
			(_, day: string, h: string, m: string, s = '00') => `${day}T${h}:${m}:${s}`,
		);
	for (const form of FORMS) {
		const { 0: date = '', groups } = form.exec(rest) ?? {};
		const time = groups && timeOf(rest.slice(date.length));
		if (!time) continue;
		const weekday = WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase());
		return { readings: readingsOf(groups), ...time, ...(weekday >= 0 && { weekday }) };
	}
	return undefined;
}
