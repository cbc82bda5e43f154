/** Dates as tables and people write them: every form with one meaning, and the refusal of all others. */
import type { INode } from 'n8n-workflow';

import type { DateFormat } from '../../../nodes/LinkManagement/fields/dateForms';
import { asDateTime } from '../../../nodes/LinkManagement/fields/dateTime';

const read = (value: unknown, dateFormat?: DateFormat, dayMeans: 'start' | 'end' = 'start') =>
	asDateTime(dayMeans)(value, {
		label: 'Expiry',
		node: { name: 'Node' } as INode,
		item: 3,
		timeZone: 'Europe/Berlin',
		unsent: { dateFormat },
	});

const messageOf = (work: () => unknown): string => {
	try {
		work();
	} catch (error) {
		const { message, description } = error as { message: string; description: string };
		return `${message} | ${description}`;
	}
	return 'taken';
};

const APRIL_30 = [
	...['2030-04-30', '2030/4/30', '2030.4.30', '20300430', 20300430],
	...['30.04.2030', '30. 4. 2030', '30. April 2030'],
	// As spreadsheets show dates in Hungarian, Korean, Croatian, Latvian and Bulgarian
	...['2030. 04. 30.', '2030. 4. 30', '30. 04. 2030.', '30.04.2030.', '30.04.2030 г.'],
	...['30/4/2030', '4/30/2030', '30-04-2030'],
	...['30 apr. 2030', '30-Apr-2030', '30/Apr/2030', '30APR2030', '30th of April, 2030'],
	...['APR 30 2030', 'Apr 30th, 2030', 'Apr-30-2030', 'April 30,2030', '2030 April 30th'],
	...['Tue, 30 Apr 2030', 'Tuesday, April 30, 2030', 'Tue Apr 30 2030'],
	...[47603, ' 47603 '],
];

test.each(APRIL_30)(
	'%p is April 30, 2030: its end as expiry, its start in Created After',
	(said) => {
		expect(read(said, undefined, 'end')).toBe('2030-04-30 23:59:59');
		expect(read(said, undefined, 'start')).toBe('2030-04-30 00:00:00');
	},
);

const DATES = ['2030-04-03', '2030/4/3', '03.04.2030', '3 Apr 2030', 'April 3, 2030', '2030 Apr 3'];
const TIMES: Array<[time: string, taken: string]> = [
	[' 9:05:07.123', '09:05:07'],
	[' 6:30:15 p. m.', '18:30:15'],
	// As spreadsheets show times in Italian, Danish and Indonesian
	[' 14.05.06', '14:05:06'],
	[' 9.05.07.123', '09:05:07'],
	[' 12am', '00:00:00'],
	[' 1 pm', '13:00:00'],
	['   10:20', '10:20:00'],
	[' 10:20(CEST)', '10:20:00'],
	[' 10:20:30 +0530', '06:50:30'],
	[' 10:20:30 GMT+0200 (Central European Summer Time)', '10:20:30'],
];

test.each(TIMES)('a time may follow each form: %s', (time, taken) => {
	for (const date of DATES)
		expect([date, read(date + time, undefined, 'end')]).toEqual([date, `2030-04-03 ${taken}`]);
	expect(read(`3/4/2030${time}`, 'dayFirst')).toBe(`2030-04-03 ${taken}`);
});

test.each([
	['a serial number with a time', 47603.75, '2030-04-30 18:00:00'],
	['the same with a comma', '47603,75', '2030-04-30 18:00:00'],
	['a serial number just before midnight', 47603.99999, '2030-04-30 23:59:59'],
	['the first seconds of ten digits', 1e9, '2001-09-09 03:46:40'],
	['the last evening of the last year', '9999-12-31T20:00:00Z', '9999-12-31 21:00:00'],
	['a year of three digits', '0999-07-01T12:00:00Z', '0999-07-01 12:53:28'],
	['the first serial number', 10000, '1927-05-18 00:00:00'],
	['Unix seconds', 1_903_780_800, '2030-04-30 14:00:00'],
	['Unix milliseconds', 1_903_780_800_000, '2030-04-30 14:00:00'],
	['ISO 8601 without separators', '20300430T140000', '2030-04-30 14:00:00'],
	['a date and its time in digits', '20300430140506', '2030-04-30 14:05:06'],
	['the same without seconds as a number', 203004301405, '2030-04-30 14:05:00'],
	['the same with a fraction', '20300430140506.0', '2030-04-30 14:05:06'],
	['a date of a mail', 'Tue, 30 Apr 2030 12:00:00 GMT', '2030-04-30 14:00:00'],
	['a day with an offset', '2030-04-30Z', '2030-04-30 02:00:00'],
	['an offset in hours', '2030-04-30 10:20+04', '2030-04-30 08:20:00'],
	['the offset of Greenwich', '2030-04-30 10:20 gmt', '2030-04-30 12:20:00'],
	['an offset to the west', '2030-04-30 10:20-0530', '2030-04-30 17:50:00'],
])('%s', (_, value, taken) => {
	expect(read(value)).toBe(taken);
});

const MONTHS =
	'January February March April May June July August September October November December'.split(
		' ',
	);

test('months have their English names, or three letters of them', () => {
	const dates = MONTHS.map((_, index) => `2030-${String(index + 1).padStart(2, '0')}-07 00:00:00`);
	expect(MONTHS.map((name) => read(`7 ${name} 2030`))).toEqual(dates);
	expect(MONTHS.map((name) => read(`${name.slice(0, 3)} 7, 2030`))).toEqual(dates);
	expect(read('7 Sept 2030')).toBe('2030-09-07 00:00:00');
});

const WEEKDAYS = [
	...['Sun Sunday', 'Mon Monday', 'Tue Tues Tuesday', 'Wed Wednesday'],
	...['Thu Thur Thurs Thursday', 'Fri Friday', 'Sat Saturday'],
];

// 21 April 2030 is a Sunday
test.each(
	WEEKDAYS.map((names, at) => [names, 21 + at, WEEKDAYS[(at + 1) % 7]!.split(' ').at(-1)] as const),
)('%s may stand before a date of that day only', (names, day, nextDay) => {
	for (const name of names.split(' ')) {
		expect(read(`${name}, 2030-04-${day}`)).toBe(`2030-04-${day} 00:00:00`);
		expect(messageOf(() => read(`${name}, 2030-04-${day + 1}`))).toContain(
			`names another day of the week, as April ${day + 1}, 2030 is a ${nextDay}`,
		);
	}
});

test('a comment in parentheses may follow a date, up to 100 characters in all', () => {
	const withComment = (length: number) => `2030-04-30 10:20 (${'x'.repeat(length - 19)})`;
	expect(read(withComment(100))).toBe('2030-04-30 10:20:00');
	expect(messageOf(() => read(withComment(101)))).toContain('is not a date [item 3]');
});

describe('Slashes and hyphens with two readings', () => {
	test.each(['5-6-2030', '05/06/2030 10:00'])('%s is refused', (value) => {
		expect(messageOf(() => read(value))).toBe(
			`Expiry: "${value}" can be June 5, 2030, or May 6, 2030 [item 3] | Choose the Date Format under Options, or write 2030-06-05 or 2030-05-06. Nothing was sent for this item.`,
		);
	});

	test.each<[value: unknown, format: DateFormat | undefined, day: string]>([
		['5/6/2030', 'dayFirst', '2030-06-05'],
		['5-6-2030', 'monthFirst', '2030-05-06'],
		['15/1/2030', 'dayFirst', '2030-01-15'],
		// One meaning needs no Date Format
		['15/1/2030', undefined, '2030-01-15'],
		['1/15/2030', undefined, '2030-01-15'],
		['6/6/2030', undefined, '2030-06-06'],
		// Other forms do not depend on it
		['2030/4/3', 'monthFirst', '2030-04-03'],
		['03.04.2030', 'monthFirst', '2030-04-03'],
		['Apr 3, 2030', 'monthFirst', '2030-04-03'],
		[47576, 'monthFirst', '2030-04-03'],
	])('%p with the Date Format %s is %s', (value, format, day) => {
		expect(read(value, format)).toBe(`${day} 00:00:00`);
	});

	test('are refused where Date Format contradicts them', () => {
		expect(messageOf(() => read('15/1/2030', 'monthFirst'))).toBe(
			'Expiry: "15/1/2030" is not a date with the month first [item 3] | Date Format (under Options) says that the month comes first. Change it or the date. Nothing was sent for this item.',
		);
		expect(messageOf(() => read('1/15/2030', 'dayFirst'))).toContain('with the day first');
	});
});

test.each([
	...['30.04.30', '30 Apr 30', '29.02.2030', '04.30.2030', '30.04.2030 24.00', '30.04.2030.5'],
	...['30.04.2030 13:00 pm', '30.04.2030 0:30 am', '30.04.2030 10', '30.04.2030 г.г.'],
	...['5/6-2030', '30.04.2030 10:20+15:00', '120300430T1000', 'Foo 3, 2030'],
	// A date or a day of the week within the text, where as many characters stand before it as it has itself
	...['2030-04-30', '30.04.2030', '30/04/2030'].map((date) => `Meeting at 10:20 (${date})`),
	...['Start at 10:20 (20300430)', 'Due 30 Apr 2030 (Tue evening)'],
	...['30 Apr', '2030-04', 'today', '47603 or so', 2030, 9999, 100_000, 10_000_000_000, -5, '1e12'],
	...['2030-02-30', '2030-01-01 10:60:00', '2030-01-01 10:20:60'],
	...[Date.UTC(2030, 0, 31) * 1000, 1e11, new Date(NaN), [47603], { toString: null }],
	`30.04.2030${' '.repeat(50_000)}x`,
])('%p is not a date', (value) => {
	expect(messageOf(() => read(value))).toMatch(/is not a date \[item 3\]/);
});
