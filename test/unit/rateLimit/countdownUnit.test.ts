/** The unit of small numbers in X-RateLimit-Reset, at the edges of what counts as evidence. */
import { CountdownUnit } from '../../../nodes/LinkManagement/transport/rateLimit/countdownUnit';

const LISTS = 'GET /api/urls';
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
