/** Dates as tables and people write them: every form with one meaning, and the refusal of all others. */
import type { INode } from 'n8n-workflow';

import { asDateTime, dateFormat } from '../../../nodes/LinkManagement/fields/dateTime';

const read = (value: unknown, dateFormat?: unknown, dayMeans: 'start' | 'end' = 'start') =>
	asDateTime(dayMeans)(value, {
		label: 'Expiry',
		node: { name: 'Node' } as INode,
		item: 3,
		timezone: 'Europe/Berlin',
		option: (name) => (name === 'dateFormat' ? dateFormat : undefined),
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
	...['2030-04-30', '2030/04/30', '2030/4/30', '2030-4-30', '2030.4.30', '20300430', 20300430],
	...['30.04.2030', '30.4.2030', '30. 4. 2030', '30. April 2030'],
	...['30/4/2030', '4/30/2030', '30-04-2030', '04-30-2030'],
	...['30 Apr 2030', '30 apr. 2030', '30-Apr-2030', '30/Apr/2030', '30APR2030', '30th April, 2030'],
	...['April 30, 2030', 'APR 30 2030', 'Apr 30th, 2030', 'Apr-30-2030', 'April 30,2030'],
	...['2030 Apr 30', '2030-Apr-30', '2030 April 30th'],
	...['Tue, 30 Apr 2030', 'Tuesday, April 30, 2030', 'tues 30.04.2030', 'Tue Apr 30 2030'],
	...[47603, '47603', ' 47603 '],
];

test.each(APRIL_30)(
	'%p is April 30, 2030: its end as expiry, its start in Created After',
	(said) => {
		expect(read(said, undefined, 'end')).toBe('2030-04-30 23:59:59');
		expect(read(said, undefined, 'start')).toBe('2030-04-30 00:00:00');
	},
);

/** A day of 2030 with its names in English. */
const dayIn2030 = (month: number, day: number) => {
	const date = new Date(Date.UTC(2030, month - 1, day));
	const name = (options: Intl.DateTimeFormatOptions) =>
		date.toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });
	return { iso: date.toISOString().slice(0, 10), name };
};

test('every month has a short and a long name', () => {
	for (let month = 1; month <= 12; month++) {
		const { iso, name } = dayIn2030(month, 15);
		for (const length of ['short', 'long'] as const) {
			const text = `15 ${name({ month: length })} 2030`;
			expect([text, read(text)]).toEqual([text, `${iso} 00:00:00`]);
		}
	}
	expect(read('15 Sept. 2030')).toBe('2030-09-15 00:00:00');
});

test('every day of the week has a short and a long name, and must be that of the date', () => {
	for (let day = 1; day <= 7; day++) {
		const { iso, name } = dayIn2030(5, day);
		for (const length of ['short', 'long'] as const) {
			const weekday = name({ weekday: length });
			expect([weekday, read(`${weekday}, ${iso}`)]).toEqual([weekday, `${iso} 00:00:00`]);
			const next = dayIn2030(5, day + 1).iso;
			expect([weekday, messageOf(() => read(`${weekday}, ${next}`))]).not.toContain('taken');
		}
	}
	for (const name of ['Tues', 'Thurs'])
		expect(read(`${name}. ${name === 'Tues' ? '2030-04-30' : '2030-05-02'}`)).toMatch(/ 00:00:00$/);
});

test.each([
	['20300430T1020', '2030-04-30 10:20:00'],
	['20300430T102030', '2030-04-30 10:20:30'],
	['2030-04-30 10:20:30 +05', '2030-04-30 07:20:30'],
	['2030-04-30 10:20:30 -05:30', '2030-04-30 17:50:30'],
	['2030-04-30 1 pm', '2030-04-30 13:00:00'],
	['30  Apr \n 2030', '2030-04-30 00:00:00'],
])('%p is %s', (said, taken) => {
	expect(read(said)).toBe(taken);
});

test.each([
	...['x2030-04-30', 'x20300430', 'on 30.04.2030', 'x30/04/2030', 'a Tue, 2030-04-30'],
	...['2030-04-30 0 am', '2030-04-30 10:20 x', 'x20300430T1020', '2030-04-30 x 10:20'],
])('%p is no date', (said) => {
	expect(messageOf(() => read(said))).toMatch(/^Expiry: /);
});

test('the option Date Format offers both readings', () => {
	expect(dateFormat).toMatchObject({
		...{ name: 'dateFormat', type: 'options', default: 'dayFirst' },
		options: [
			{ name: 'Day First', value: 'dayFirst' },
			{ name: 'Month First', value: 'monthFirst' },
		],
	});
});

const DATES = ['2030-04-03', '2030/4/3', '03.04.2030', '3 Apr 2030', 'April 3, 2030', '2030 Apr 3'];
const TIMES: Array<[time: string, taken: string]> = [
	[' 10:20', '10:20:00'],
	['T10:20:30', '10:20:30'],
	[' 9:05:07.123', '09:05:07'],
	[', 10:20', '10:20:00'],
	[' at 6 pm', '18:00:00'],
	[' 6:30 PM', '18:30:00'],
	[' 6:30:15 p.m.', '18:30:15'],
	[' 12:05 am', '00:05:00'],
	[' 12am', '00:00:00'],
	[' 12:00 PM', '12:00:00'],
	[' 10:20 Z', '12:20:00'],
	[' 10:20:30 UTC', '12:20:30'],
	[' 10:20:30 GMT', '12:20:30'],
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
	['the same as text', '47603.75', '2030-04-30 18:00:00'],
	['the same with a comma', '47603,75', '2030-04-30 18:00:00'],
	['a serial number just before midnight', 47603.99999, '2030-04-30 23:59:59'],
	['the first serial number', 10000, '1927-05-18 00:00:00'],
	['the last serial number', 99999, '2173-10-13 00:00:00'],
	['Unix seconds', 1_903_780_800, '2030-04-30 14:00:00'],
	['Unix seconds as text', '1903780800', '2030-04-30 14:00:00'],
	['Unix seconds with a fraction', 1_903_780_800.5, '2030-04-30 14:00:00'],
	['Unix milliseconds', 1_903_780_800_000, '2030-04-30 14:00:00'],
	['Unix milliseconds as text', '1903780800000', '2030-04-30 14:00:00'],
	['ISO 8601 without separators', '20300430T140000', '2030-04-30 14:00:00'],
	['the same with an offset', '20300430T120000Z', '2030-04-30 14:00:00'],
	['a date of a mail', 'Tue, 30 Apr 2030 12:00:00 GMT', '2030-04-30 14:00:00'],
	['a day with an offset', '2030-04-30Z', '2030-04-30 02:00:00'],
])('%s', (_, value, taken) => {
	expect(read(value)).toBe(taken);
});

describe('Slashes and hyphens with two readings', () => {
	test.each(['5/6/2030', '5-6-2030', '05/06/2030', '5/6/2030 10:00'])('%s is refused', (value) => {
		expect(messageOf(() => read(value))).toBe(
			`Expiry: "${value}" can be June 5, 2030, or May 6, 2030 [item 3] | Choose the Date Format under Options, or write 2030-06-05 or 2030-05-06. Nothing was sent for this item.`,
		);
	});

	test('Date Format decides them', () => {
		expect(read('5/6/2030', 'dayFirst')).toBe('2030-06-05 00:00:00');
		expect(read('5-6-2030', 'monthFirst')).toBe('2030-05-06 00:00:00');
	});

	test('what contradicts it is refused', () => {
		expect(messageOf(() => read('15/1/2030', 'monthFirst'))).toBe(
			'Expiry: "15/1/2030" is not a date with the month first [item 3] | Date Format (under Options) says that the month comes first. Change it or the date. Nothing was sent for this item.',
		);
		expect(messageOf(() => read('1/15/2030', 'dayFirst'))).toContain('with the day first');
		expect(read('15/1/2030', 'dayFirst')).toBe('2030-01-15 00:00:00');
	});

	test('one meaning needs no Date Format', () => {
		expect(read('15/1/2030')).toBe('2030-01-15 00:00:00');
		expect(read('1/15/2030')).toBe('2030-01-15 00:00:00');
		expect(read('6/6/2030')).toBe('2030-06-06 00:00:00');
		// 30 February does not exist, so only one reading is left
		expect(messageOf(() => read('30/2/2030'))).toContain('is not a date [item 3]');
	});

	test('other forms do not depend on it', () => {
		for (const value of ['2030/4/3', '03.04.2030', 'Apr 3, 2030', 47576])
			expect(read(value, 'monthFirst')).toBe('2030-04-03 00:00:00');
	});

	test('an unknown Date Format is refused where it is needed', () => {
		expect(messageOf(() => read('5/6/2030', 'us'))).toBe(
			'Date Format: "us" is not a valid value [item 3] | Use one of: dayFirst, monthFirst. Nothing was sent for this item.',
		);
	});
});

test.each(['30.04.30', '5/6/30', '30 Apr 30', "Apr 30 '30", '30-04-30', '4/30/30 10:00'])(
	'%s is refused, because its year has two digits',
	(value) => {
		expect(messageOf(() => read(value))).toMatch(
			/^Expiry: the year of .* has two digits \[item 3\]/,
		);
	},
);

test('a day of the week that is another is refused', () => {
	expect(messageOf(() => read('Mon, 30 Apr 2030'))).toMatch(
		/names another day of the week, as April 30, 2030 is a Tuesday/,
	);
});

test.each([
	...['29.02.2030', '31 Apr 2030', 'Feb 30, 2030', '2030/13/1', '0/4/2030', '04.30.2030'],
	...['30.04.2030 24:00', '30.04.2030 10:60', '30.04.2030 13:00 pm', '30.04.2030 0:30 am'],
	...[
		'30.04.2030 10',
		'30.04.2030 or so',
		'x 30.04.2030',
		'30.04.20301',
		'5/6-2030',
		'Foo 3, 2030',
	],
	...['30 Apr', 'April 2030', '2030', '2030-04', 'today', '47603 or so', '-47603', 'Tue'],
	...[2030, 310130, 9999, 100_000, 999_999_999, 10_000_000_000, -5, 1.5, '1e12', 20301330],
	`30.04.2030${' '.repeat(50_000)}x`,
])('%p is not a date', (value) => {
	expect(messageOf(() => read(value))).toMatch(/is not a date \[item 3\]/);
});
