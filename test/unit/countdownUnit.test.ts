/** Small numbers in X-RateLimit-Reset are seconds or milliseconds to go: what the replies show decides. */
import fc from 'fast-check';

import { CountdownUnit } from '../../nodes/LinkManagement/transport/rateLimit/countdownUnit';

const LISTS = 'GET /api/urls';
const UNITS = [
	['seconds', 1_000],
	['milliseconds', 1],
] as const;

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
	expect(new CountdownUnit().toMs(LISTS, { value: 41, at: 0 }, undefined)).toBe(41_000);
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
	const unit = new CountdownUnit();
	unit.toMs(LISTS, { value: 300, at: 0 }, undefined);
	expect(unit.toMs('POST /api/url/add', { value: 150, at: 150 }, undefined)).toBe(150_000);
});

test('ignores a number that is longer than any window in both units', () => {
	expect(new CountdownUnit().toMs(LISTS, { value: 4_000_000, at: 0 }, undefined)).toBeUndefined();
});

test.each([
	['seconds', [50, 50, 50], 5_000, 49, 49_000],
	['milliseconds', [5_000, 4_800, 4_600], 4_600, 4_200, 4_200],
])('a single odd number among %s does not change the unit', (_, values, odd, next, ms) => {
	const unit = new CountdownUnit();
	for (const [index, value] of [...values, odd].entries())
		unit.toMs(LISTS, { value, at: index * 200 }, undefined);
	expect(unit.toMs(LISTS, { value: next, at: 1_000 }, undefined)).toBe(ms);
});

test('follows a service that changes the unit', () => {
	const unit = new CountdownUnit();
	for (const at of [0, 200, 400]) unit.toMs(LISTS, { value: 5_000 - at, at }, undefined);
	for (const at of [600, 800, 1_000, 1_200]) unit.toMs(LISTS, { value: 4, at }, undefined);
	expect(unit.toMs(LISTS, { value: 3, at: 1_400 }, undefined)).toBe(3_000);
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
