/** Which records of a list can be newer than a request, in any time zone of the service. */
import { agesAmong } from '../../../nodes/LinkManagement/recovery/lookUp';
import { createdAt, timeZoneNamed } from '../../../nodes/LinkManagement/text/dates';
import { useVirtualClock } from '../../support/virtual/clock';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = Date.parse('2030-01-31T10:00:00Z');
useVirtualClock('2030-01-31T10:00:00Z');

/** A date in the form of api.md section 2 that reads, taken for UTC, as so long ago. */
const dated = (ago: number) => ({
	date: new Date(NOW - ago).toISOString().slice(0, 19).replace('T', ' '),
});

describe('When a record was created', () => {
	const MOMENT = Date.parse('2030-01-31T10:20:30Z');

	test.each([
		['the form of api.md', '2030-01-31 10:20:30'],
		['fractions of a second', '2030-01-31 10:20:30.000'],
		['an offset after a space', '2030-01-31 12:20:30 +02:00'],
		['epoch milliseconds as text', ` ${MOMENT} `],
	])('is read from %s', (_, date) => {
		expect(createdAt({ date })).toBe(MOMENT);
	});

	test.each([
		['11 digits', '99999999999', 99_999_999_999_000],
		['12 digits', '100000000000', 100_000_000_000],
	])('is read as seconds or milliseconds from %s', (_, date, moment) => {
		expect(createdAt({ date })).toBe(moment);
	});

	test.each([
		['2030-01-31'],
		['2030-01-31 10:20:30 CET'],
		['on 2030-01-31 10:20:30'],
		['12345678901234'],
	])('is not guessed from %p', (date) => {
		expect(createdAt({ date })).toBeNaN();
	});
});

test.each([
	[' europe/berlin ', 'Europe/Berlin'],
	[undefined, 'UTC'],
	['Berlin', undefined],
])('the name of the time zone %p is %p', (name, timeZone) => {
	expect(timeZoneNamed(name)).toBe(timeZone);
});

describe('Where the time zone of the service is not known', () => {
	const isNew = (ago: number, { since = NOW - SECOND, skew = 0 } = {}) => {
		const record = dated(ago);
		const creations = { created: new Map(), underWay: 1 };
		return agesAmong([record], creations, since, skew).ageOf(record) === 'new';
	};

	test.each([
		['by the clock that is furthest ahead', -14 * HOUR - 3 * SECOND],
		['by the clock that is furthest behind', 12 * HOUR + 4 * SECOND],
		['a little before the request was sent, as dates are exact to a second', 4 * SECOND],
	])('a record created %s can be new', (_, ago) => {
		expect(isNew(ago)).toBe(true);
	});

	test.each([
		['further ahead than any time zone', -14.25 * HOUR],
		['further behind than any time zone', 12.25 * HOUR],
		['exactly a day ago', 24 * HOUR],
	])('a record created %s cannot be new', (_, ago) => {
		expect(isNew(ago)).toBe(false);
	});

	test('the clock of the service is corrected by what it is known to be wrong', () => {
		const skew = 7 * MINUTE;
		expect(isNew(-skew, { skew })).toBe(true);
		expect(isNew(0, { skew })).toBe(false);
		expect(isNew(skew, { skew: -skew })).toBe(true);
	});

	test('a request that took long makes records of all that time new', () => {
		const since = NOW - 5 * MINUTE;
		expect(isNew(5 * MINUTE, { since })).toBe(true);
		expect(isNew(6 * MINUTE, { since })).toBe(false);
	});
});

/** The clock of the service shows so much less than ours. */
const BEHIND = 3 * HOUR + 7 * MINUTE;
const own = { id: 1, ...dated(BEHIND + 30 * SECOND) };
const created = new Map([['1', { at: NOW - 30 * SECOND }]]);
const since = NOW - 10 * SECOND;
const isNewBeside = (ago: number) => {
	const record = dated(BEHIND + ago);
	return agesAmong([own, record], { created, underWay: 1 }, since, 0).ageOf(record) === 'new';
};

test('the date of a record that was created for an item shows the time zone and the clock of the service', () => {
	expect(isNewBeside(0)).toBe(true);
	expect(isNewBeside(10 * SECOND)).toBe(true);
	expect(isNewBeside(13 * SECOND)).toBe(true);
	expect(isNewBeside(14 * SECOND)).toBe(false);
	expect(isNewBeside(HOUR)).toBe(false);
});

test('without dates, a record is new above the highest ID up to the moment of the request', () => {
	const created = new Map([
		['9', { at: since, id: '9' }],
		['12', { at: since + 1, id: '12' }],
	]);
	const { ageOf } = agesAmong([], { created, underWay: 1 }, since, 0);
	expect([9, 10, 11].map((id) => ageOf({ id }))).toEqual(['old', 'new', 'new']);
});
