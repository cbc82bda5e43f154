/**
 * Small numbers in X-RateLimit-Reset are seconds or milliseconds to go: what the replies show decides, up to the edges of
 * what counts as evidence.
 */
import fc from 'fast-check';

import { CountdownUnit } from '../../../nodes/LinkManagement/client/rateLimit/countdownUnit';

const LISTS = 'GET /api/urls';
const UNITS = [
	['seconds', 1_000],
	['milliseconds', 1],
] as const;
let unit: CountdownUnit;
beforeEach(() => {
	unit = new CountdownUnit();
});

const read = (value: number, at = 0, retryAfter?: number) =>
	unit.toMs(LISTS, { value, at }, retryAfter);

/** The number that comes last is read as this many ms. */
const readAll = (...replies: Array<[value: number, at: number]>) =>
	replies.map(([value, at]) => read(value, at)).at(-1);

/** Replies that are evidence of one unit, because of their Retry-After. @returns how they are read */
const readSeconds = () => read(12, 0, 10_000);
const readMilliseconds = () => read(3_000, 0, 3_000);

/** A service with windows of `length` ms that announces their ends in a unit of `unitMs`, read by one key. */
class Reader {
	private readonly unit = new CountdownUnit();
	constructor(
		private readonly length: number,
		private readonly unitMs: number,
		private readonly round = Math.ceil,
	) {}

	/** @returns how far the time that is read is from the truth, in ms */
	errorAt(
		now: number,
		{ endpoint = LISTS, delay = 0, retryAfter = undefined as number | undefined } = {},
	) {
		const value = this.round(this.toGo(now) / this.unitMs);
		const ms = this.unit.toMs(endpoint, { value, at: now + delay }, retryAfter);
		return Math.abs((ms ?? Infinity) - this.toGo(now));
	}

	toGo(now: number): number {
		return this.length - (now % this.length);
	}
}

test('is seconds until there is evidence', () => {
	expect(read(41)).toBe(41_000);
});

test('is milliseconds where seconds would be longer than any window, and stays that', () => {
	const reader = new Reader(8_000, 1);
	expect(reader.errorAt(0)).toBe(0);
	expect(reader.errorAt(7_200)).toBe(0);
});

test.each(UNITS)('is %s where a refusal says the same in its Retry-After', (_, unitMs) => {
	const reader = new Reader(30_000, unitMs);
	expect(reader.errorAt(26_600, { retryAfter: 4_000 })).toBeLessThanOrEqual(1_000);
});

test.each(UNITS)('is %s where the number falls that fast', (_, unitMs) => {
	const reader = new Reader(3_000, unitMs);
	reader.errorAt(0);
	expect(reader.errorAt(150)).toBeLessThanOrEqual(1_000);
	expect(reader.errorAt(2_900)).toBeLessThanOrEqual(1_000);
});

test('does not compare the numbers of different endpoints, which may have windows of their own', () => {
	read(300);
	expect(unit.toMs('POST /api/url/add', { value: 150, at: 150 }, undefined)).toBe(150_000);
});

test('ignores a number that is longer than any window in both units', () => {
	expect(read(4_000_000)).toBeUndefined();
});

test.each([
	['seconds', [50, 50, 50], 5_000, 49, 49_000],
	['milliseconds', [5_000, 4_800, 4_600], 4_600, 4_200, 4_200],
])('a single odd number among %s does not change the unit', (_, values, odd, next, ms) => {
	for (const [index, value] of [...values, odd].entries()) read(value, index * 200);
	expect(read(next, 1_000)).toBe(ms);
});

test('follows a service that changes the unit', () => {
	for (const at of [0, 200, 400]) read(5_000 - at, at);
	for (const at of [600, 800, 1_000, 1_200]) read(4, at);
	expect(read(3, 1_400)).toBe(3_000);
});

test('after a second of requests, any unit, length of windows, rounding and delays are read right', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...UNITS.map(([, unitMs]) => unitMs)),
			fc.integer({ min: 2_500, max: 3_600_000 }),
			fc.constantFrom(Math.ceil, Math.floor, Math.round),
			fc.array(
				fc.record({
					pause: fc.integer({ min: 60, max: 400 }),
					delay: fc.integer({ min: 0, max: 40 }),
				}),
				{ minLength: 12, maxLength: 30 },
			),
			(unitMs, length, round, steps) => {
				const reader = new Reader(length, unitMs, round);
				let now = 0;
				for (const { pause, delay } of steps) reader.errorAt((now += pause), { delay });
				expect(reader.errorAt(now + 100)).toBeLessThanOrEqual(1_000);
			},
		),
		{ numRuns: 1_000 },
	);
});

test.each([
	[3_600, 3_600_000],
	[3_601, 3_601],
	[3_600_000, 3_600_000],
	[3_600_001, undefined],
])('no window is longer than an hour, so %d is %p ms', (value, ms) => {
	expect(read(value)).toBe(ms);
});

describe('A Retry-After', () => {
	test.each([
		[3_000, 3_000, 3_000],
		[1_000, 3_000, 1_000],
		[999, 3_000, 999_000],
		[3_500, 5_500, 3_500],
		[2_999, 2_999, 2_999_000],
		[20, 10_000, 20_000],
	])('shows the unit of %d if it is %d ms: the window ends in %d ms', (value, retryAfter, ms) => {
		expect(read(value, 0, retryAfter)).toBe(ms);
	});

	test('that is two seconds off still shows that the unit is seconds', () => {
		readMilliseconds();
		expect(readSeconds()).toBe(12);
		expect(readSeconds()).toBe(12_000);
	});

	test('that is three seconds off shows nothing', () => {
		readMilliseconds();
		expect([1, 2, 3].map(() => read(13, 0, 10_000))).toEqual([13, 13, 13]);
	});
});

describe('A number that falls', () => {
	test.each([
		[900, 900],
		[901, 901_000],
		[600, 600],
		[599, 599_000],
	])('from 1,000 to %d in 200 ms ends in %d ms', (value, ms) => {
		expect(readAll([1_000, 0], [value, 200])).toBe(ms);
	});

	test('shows nothing within less than 100 ms, and is compared with the same earlier number later', () => {
		expect(readAll([300, 0], [201, 99])).toBe(201_000);
		expect(read(180, 120)).toBe(180);
	});

	test('is compared after 100 ms', () => {
		expect(readAll([300, 0], [200, 100])).toBe(200);
	});

	test('is compared within 10 seconds, not later', () => {
		readMilliseconds();
		expect(readAll([100, 1], [90, 10_001], [80, 20_001])).toBe(80_000);
		unit = new CountdownUnit();
		readMilliseconds();
		expect(readAll([100, 1], [90, 10_002], [80, 20_003])).toBe(80);
	});

	test('by two more than the seconds between the replies is in seconds', () => {
		readMilliseconds();
		expect(readAll([100, 1], [97, 1_001], [94, 2_001])).toBe(94_000);
	});

	test('or stays the same is in seconds, but one that rises shows nothing', () => {
		readMilliseconds();
		expect(readAll([100, 1], [100, 201], [100, 401])).toBe(100_000);
		unit = new CountdownUnit();
		readMilliseconds();
		expect(readAll([100, 1], [200, 201], [300, 401])).toBe(300);
	});
});

describe('Contradictions', () => {
	test('that do not follow each other do not change the unit', () => {
		readMilliseconds();
		readSeconds();
		readMilliseconds();
		expect(readSeconds()).toBe(12);
	});

	test('change the unit back only when there are two again', () => {
		readMilliseconds();
		readSeconds();
		expect(readSeconds()).toBe(12_000);
		expect(readMilliseconds()).toBe(3_000_000);
		expect(readMilliseconds()).toBe(3_000);
	});
});
